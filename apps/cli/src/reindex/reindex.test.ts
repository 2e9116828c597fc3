import { aNoteBody, apiOf, eventually, startServerProcess, type ServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";
import { startKnote } from "../testing/start-knote.ts";

/** Runs `knote reindex` in the data folder of this server. */
function reindex({ dataDir }: ServerProcess, args: readonly string[], env: Record<string, string> = {}) {
  return startKnote(["reindex", ...args], { cwd: dataDir, env: { DATA_DIR: dataDir, ...env } }).outcome;
}

async function pendingOf(server: ServerProcess): Promise<number> {
  const health = (await (await fetch(`${server.url}/health`)).json()) as { pending: number };
  return health.pending;
}

async function indexedServer(): Promise<ServerProcess> {
  const server = await startServerProcess();
  const api = await apiOf(server, "github:1");
  await api("POST", "/api/workspace/notes", aNoteBody("Owls hunt at night"));
  await eventually(async () => expect(await pendingOf(server)).toBe(0));
  return server;
}

it("has the running server embed all notes again while the old vectors answer, and shows the progress", async () => {
  await using server = await indexedServer();
  const watching = reindex(server, ["--watch"]);
  const api = await apiOf(server, "github:1");
  await eventually(async () => expect(await pendingOf(server)).toBeGreaterThan(0));
  const { body } = await api("POST", "/api/recall", { query: "owls hunt at night", mode: "vector" });
  expect(body.results[0].similarity).toBeGreaterThan(0.5);
  const { code, stdout, stderr } = await watching;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^[1-9]\d* notes are due to be embedded by all-minilm-l6-v2-int8-onnx\.\n/);
  expect(stdout).toMatch(/\d+ of \d+ notes/);
  expect(stdout).toMatch(/All notes are embedded by all-minilm-l6-v2-int8-onnx\.\n$/);
  expect(await pendingOf(server)).toBe(0);
});

it("leaves the work to the next start when no server runs, and resumes work under way", async () => {
  await using server = await indexedServer();
  await server.kill("SIGTERM");
  const markOutcome = await reindex(server, []);
  expect(markOutcome).toMatchObject({ code: 0, stderr: "" });
  expect(markOutcome.stdout).toContain("No server is running: the work begins when one starts.");
  const watchOutcome = await reindex(server, ["--watch"]);
  expect(watchOutcome).toMatchObject({ code: 1, stdout: expect.stringContaining("already under way") });
  expect(watchOutcome.stderr).toMatch(/^No server is running: start one to embed the \d+ notes that are due\.\n$/);
  await server.restart();
  expect(await reindex(server, ["--watch"])).toMatchObject({ code: 0, stderr: "" });
  expect(await pendingOf(server)).toBe(0);
});

it("only prints what the configured embedder would take when asked for an estimate", async () => {
  await using server = await indexedServer();
  const figures = String.raw`^\d+ notes in \d+ windows, about [\d,]+ tokens; `;
  expect((await reindex(server, ["--estimate"])).stdout).toMatch(
    new RegExp(`${figures}the built-in embedder is free\\.\n$`),
  );
  const openai = { OPENAI_API_KEY: "sk-test" };
  expect((await reindex(server, ["--estimate"], openai)).stdout).toMatch(
    new RegExp(String.raw`${figures}text-embedding-3-small costs about \$0\.\d\d\.` + "\n$"),
  );
  const own = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1", EMBEDDING_MODEL: "nomic-embed-text" };
  expect((await reindex(server, ["--estimate"], own)).stdout).toMatch(
    new RegExp(`${figures}the price of nomic-embed-text there is unknown\\.\n$`),
  );
  expect(await pendingOf(server)).toBe(0);
  expect(server.output()).not.toContain("the embedder changes");
});
