import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mintToken } from "../../packages/auth/src/index.ts";
import { TEST_SECRET } from "../../packages/testkit/src/http/test-token.ts";
import { buildBundle } from "./build-bundle.ts";

const root = join(import.meta.dirname, "../..");
const ADDRESS = /^Knote .*(http:\/\/\S+)\n/m;

let folder: string;
let bundle: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knote-bundle-"));
  bundle = join(folder, "knote");
  await buildBundle(root, bundle);
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

it("serves notes, answers, the dashboard and the API reference, and writes nothing into its folder", async () => {
  const before = await filesOf(bundle);
  await using server = await startBundled({ DATA_DIR: join(folder, "data") });
  const creation = await server.ask("POST", "/api/workspace/notes", {
    title: "Retrieval practice beats rereading",
    content: "Recalling a text strengthens memory more than reading it again.",
    note_type: "fact",
  });
  expect(creation.status).toBe(201);
  // Embedder, search and answers need threads and files that no import names.
  await expect
    .poll(async () => (await server.ask("GET", "/health")).body, { timeout: 120_000 })
    .toMatchObject({
      checks: { storage: "ok", search: "ok", models: "ok" },
      pending: 0,
    });
  const { body } = await server.ask("POST", "/api/recall", { query: "What makes memory stronger?", mode: "vector" });
  expect(body).toMatchObject({ results: [{ title: "Retrieval practice beats rereading", via: [] }] });
  expect(body.results[0].similarity).toBeGreaterThan(0.3);
  for (const path of ["/", "/docs", "/docs/swagger-ui.css", "/openapi.json"])
    expect([path, (await server.ask("GET", path, undefined, "text/html")).status]).toEqual([path, 200]);
  await server.stop();
  expect(await filesOf(bundle)).toEqual(before);
});

it("contains the command line", async () => {
  const { code, output } = await run(["knote.js", "token", "--sub", "github:1"], { JWT_SECRET: TEST_SECRET });
  expect(code).toBe(0);
  expect(output).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/m);
});

it("leaves out development code", async () => {
  const scripts = (await readdir(bundle)).filter((name) => name.endsWith(".js"));
  const code = (await Promise.all(scripts.map((name) => readFile(join(bundle, name), "utf8")))).join("\n");
  expect(code).toContain("knote doctor");
  expect(code).not.toContain("nDCG");
});

it("contains the drivers of the cluster engines", async () => {
  const { code, output } = await run(["server.js"], {
    MONGODB_URL: "mongodb://127.0.0.1:9/knote?serverSelectionTimeoutMS=200",
    QDRANT_URL: "http://127.0.0.1:9",
    JWT_SECRET: TEST_SECRET,
  });
  expect(code).toBe(1);
  expect(output).toContain("MongoDB at 127.0.0.1:9 cannot be reached");
});

it("contains the licences of all packages in it", async () => {
  const texts = await readFile(join(bundle, "THIRD-PARTY-LICENCES.txt"), "utf8");
  const rows = (await readFile(join(bundle, "THIRD-PARTY.md"), "utf8")).matchAll(
    /^\| ([^ ]+) \| (\d[^ ]*) \| (.+) \|$/gm,
  );
  const packages = Array.from(rows, ([, name, version, license]) => `${name} ${version} (${license})`);
  expect(packages.length).toBeGreaterThan(50);
  const parts = texts.split(`${"=".repeat(80)}\n`).slice(1);
  expect(parts.map((part) => part.slice(0, part.indexOf("\n")))).toEqual(packages);
  for (const part of parts) expect(part).toMatch(/permission|licen[cs]e|copyright/i);
  expect(Math.min(...parts.map(({ length }) => length))).toBeGreaterThan(300);
});

it("refuses a folder that is not empty", async () => {
  await expect(buildBundle(root, bundle)).rejects.toThrow("is not empty");
});

function launch(args: readonly string[], env: Record<string, string>) {
  // Without HOME and PATH: only Node and the folder.
  const [script = "", ...rest] = args;
  const settings = { PORT: "0", NODE_DISABLE_COMPILE_CACHE: "1", ...env };
  const stdio: ["ignore", "pipe", "pipe", "ipc"] = ["ignore", "pipe", "pipe", "ipc"];
  const child = spawn(process.execPath, [join(bundle, script), ...rest], { cwd: folder, env: settings, stdio });
  let output = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  return { child, ended: once(child, "close"), output: () => output };
}

async function run(args: readonly string[], env: Record<string, string>) {
  const { ended, output } = launch(args, env);
  const [code] = await ended;
  return { code, output: output() };
}

async function startBundled(env: Record<string, string>) {
  const { child, ended, output } = launch(["server.js"], { JWT_SECRET: TEST_SECRET, ...env });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  await expect.poll(output, { timeout: 120_000 }).toMatch(ADDRESS);
  const url = ADDRESS.exec(output())![1]!;
  const token = await mintToken({ secret: TEST_SECRET, sub: "github:1" });
  return {
    stop,
    async ask(method: string, path: string, requestBody?: object, accept = "application/json") {
      const headers = { Authorization: `Bearer ${token}`, Accept: accept, "Content-Type": "application/json" };
      const answer = await fetch(url + path, {
        method,
        headers,
        ...(requestBody && { body: JSON.stringify(requestBody) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text };
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function filesOf(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  const changes = names.map(async (name) => `${name} ${(await stat(join(path, name))).mtimeMs}`);
  return (await Promise.all(changes)).toSorted();
}
