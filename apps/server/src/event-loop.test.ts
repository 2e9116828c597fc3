import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiOf, eventually, startServerProcess, type Api, type ServerProcess } from "@knote/testkit";
import { createSqliteStorage } from "@knote/storage-sqlite";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { StoredNote } from "@knote/api";
import { givenChain, givenClique, givenHub, givenLongNotes } from "./testing/standstill/worst-graphs.ts";

/** What nobody notices beside a network. */
const MOST_MS = 100;
const BEAT = new URL("testing/standstill/beat.ts", import.meta.url).href;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let folder: string;
let server: ServerProcess;
let chain: StoredNote[];
let hub: StoredNote[];
let clique: StoredNote[];
let long: StoredNote;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knote-standstill-"));
  const dataDir = join(folder, "data");
  const storage = await createSqliteStorage({ dataDir });
  chain = await givenChain(storage, "chain", 8_000);
  hub = await givenHub(storage, "hub", 18_000);
  clique = await givenClique(storage, "clique", 200);
  long = await givenLongNotes(storage, "long", { notes: 60, revisions: 300 });
  await storage.close();
  const env = { DATA_DIR: dataDir, NODE_OPTIONS: `--import=${BEAT}` };
  server = await startServerProcess({ env });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The longest time that the server's loop stood still since this was last asked, of its own doing. */
async function standstill(): Promise<number> {
  const printed = () => [...server.output().matchAll(/standstill (\d+) ms/g)].map((match) => Number(match[1]));
  const before = printed().length;
  process.kill(server.pid, "SIGUSR2");
  await eventually(() => expect(printed().length).toBeGreaterThan(before), { deadlineMs: 30_000 });
  return printed().at(-1)!;
}

type Call = readonly [name: string, expected: number, call: (api: Api) => Promise<{ readonly status: number }>];

/** Makes each call twice, as the first may only fill memories. */
async function standstillsOf(userId: string, calls: readonly Call[]): Promise<[string, number][]> {
  const api = await apiOf(server, userId);
  const found: [string, number][] = [];
  for (const [name, expected, call] of calls) {
    for (const time of ["first", "second"]) {
      await standstill();
      const { status } = await call(api);
      if (status !== expected) found.push([`${name} is ${status}`, Infinity]);
      found.push([`${name}, ${time}`, await standstill()]);
    }
  }
  if (process.env["SHOW_STANDSTILLS"]) process.stdout.write(`${JSON.stringify(found, null, 1)}\n`);
  return found.filter(([, ms]) => ms > MOST_MS);
}

const recall = (query: string, mode = "graph"): Call => [
  `recall by ${mode}`,
  200,
  (api) => api("POST", "/api/recall", { query, limit: 50, mode }),
];
const ask = (query: string): Call => ["ask", 200, (api) => api("POST", "/api/ask", { query })];
const get = (path: string): Call => [path.replace(/[\da-f-]{36}/, "{id}"), 200, (api) => api("GET", path)];
const trpc = (procedure: string, input: object): Call =>
  get(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`);

const LISTS: readonly Call[] = [
  get("/api/graph/notes"),
  get("/api/graph/notes?limit=1000"),
  get("/api/graph/notes?state=superseded&limit=1000"),
  get("/api/graph/notes?state=active&limit=1000"),
  get("/api/graph/notes?q=owls"),
  get("/api/graph/links"),
  get("/api/graph/links?limit=1000"),
  get("/api/graph/stats"),
  trpc("tend.contested", { limit: 100 }),
  trpc("tend.foundations", { limit: 100 }),
  trpc("tend.orphans", { limit: 100 }),
  trpc("tend.near", { limit: 100 }),
  trpc("tend.waiting", {}),
];

/** What a note's page asks for, and a change of the graph after which all is derived again. */
function ofNote({ id }: StoredNote): Call[] {
  const path = `/api/workspace/notes/${id}`;
  return [
    get(path),
    get(`${path}/links`),
    get(`${path}/links?limit=1000`),
    get(`${path}/history`),
    get(`${path}/history?limit=1000`),
    get(`${path}/suggestions?limit=50`),
    ["delete", 204, (api) => api("DELETE", path).then((gone) => api("POST", `${path}/restore`).then(() => gone))],
    [
      "archive",
      200,
      (api) => api("PUT", path, { state: "archived" }).then(() => api("PUT", path, { state: "active" })),
    ],
  ];
}

it("does not stand still over a chain of 8,000 versions", async () => {
  const [oldest, newest, middle] = [chain[0]!, chain.at(-1)!, chain[4_000]!];
  const link = (source: StoredNote, target: StoredNote, status: number): Call => [
    `link ${status}`,
    status,
    (api) =>
      api("POST", "/api/workspace/links", { source_id: source.id, target_id: target.id, relation: "supersedes" }),
  ];
  const calls = [
    ...LISTS,
    ...ofNote(newest),
    ...ofNote(middle),
    recall("owls hunt mice"),
    recall("owls hunt mice", "keyword"),
    ask("What do owls hunt?"),
    link(oldest, newest, 409),
    link(oldest, middle, 409),
  ];
  expect(await standstillsOf("chain", calls)).toEqual([]);
});

it("does not stand still over a hub of 18,000 links", async () => {
  const calls = [...LISTS, ...ofNote(hub[0]!), recall("owls hunt mice"), ask("What do owls hunt?")];
  expect(await standstillsOf("hub", calls)).toEqual([]);
});

it("does not stand still over 200 notes of which each contradicts each", async () => {
  const calls = [...LISTS, ...ofNote(clique[0]!), recall("owls hunt mice"), ask("What do owls hunt?")];
  expect(await standstillsOf("clique", calls)).toEqual([]);
});

it("does not stand still over the longest notes and 300 revisions of one", async () => {
  const calls = [...LISTS, ...ofNote(long), recall("owls matter"), ask("What matters to owls?")];
  expect(await standstillsOf("long", calls)).toEqual([]);
});
