import { createBrowser, startFakeGitHub, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";
import { startKnote } from "./testing/start-knote.ts";

/** Runs `knote open` on the data folder of a server. */
function knoteOpen(dataDir: string, env: Record<string, string> = {}) {
  return startKnote(["open"], { env: { DATA_DIR: dataDir, ...env } }).outcome;
}

it("creates a further link for the running server, which signs in once", async () => {
  await using server = await startServerProcess();
  const { stdout, stderr } = await knoteOpen(server.dataDir);
  expect(stdout.trim()).toMatch(new RegExp(`^${server.url}/auth/local\\?code=[\\w-]{43}$`));
  expect(stderr).toBe("This link works once, within ten minutes.\n");
  const code = new URL(stdout.trim()).searchParams.get("code");
  const browser = createBrowser(server.url);
  expect((await browser.send("POST /auth/local", { json: { code } })).status).toBe(204);
  expect((await browser.send("GET /auth/account")).body).toMatchObject({ id: "local:owner", tier: "agent" });
  expect((await createBrowser(server.url).send("POST /auth/local", { json: { code } })).status).toBe(401);
});

it("says so when no server runs, even if one ran before", async () => {
  await using server = await startServerProcess();
  await server.kill("SIGKILL");
  const { stdout, stderr } = await knoteOpen(server.dataDir);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^No server runs on the data folder \S+: start it with npm start, or set DATA_DIR\.\n$/);
});

it("sends people to GitHub where they sign in there", async () => {
  await using github = await startFakeGitHub();
  await using server = await startServerProcess({ env: github.env });
  const { stdout, stderr } = await knoteOpen(server.dataDir, github.env);
  expect([stdout, stderr]).toEqual(["", `People sign in with GitHub here: open ${server.url}.\n`]);
});
