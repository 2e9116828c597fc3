import { aNoteBody, apiOf, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";

/** Returns the Node option that runs the buggy code on SIGUSR2. */
function bugOnSignal(bug: string): string {
  const code = `process.once("SIGUSR2", () => { ${bug} });`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

it.runIf(process.platform !== "win32").each([
  ["an exception that nobody caught", 'throw new Error("a bug")'],
  ["a rejection that nobody handled", 'Promise.reject(new Error("a bug"))'],
])("logs %s, closes the data and ends with 1", async (_, bug) => {
  await using server = await startServerProcess({ env: { NODE_OPTIONS: bugOnSignal(bug) } });
  const api = await apiOf(server, "github:1");
  const { body } = await api("POST", "/api/workspace/notes", aNoteBody("Written before the crash"));
  expect(await server.kill("SIGUSR2")).toEqual({ code: 1, signal: null });
  expect(server.output()).toContain('"msg":"crashed"');
  expect(server.output()).toContain("a bug");
  await server.restart();
  const after = await apiOf(server, "github:1");
  expect((await after("GET", `/api/workspace/notes/${body.id}`)).status).toBe(200);
});
