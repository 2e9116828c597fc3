import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiOf, eventually, startServerProcess, type Api, type ServerProcess } from "@knote/testkit";
import { LIMITS } from "@knote/contract";
import { createSqliteStorage } from "@knote/storage-sqlite";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { StoredNote } from "@knote/api";
import {
  givenChain,
  givenClique,
  givenDecisions,
  givenHub,
  givenLongNotes,
} from "./testing/standstill/worst-graphs.ts";

/** Too short to notice beside the delay of a network. */
const MOST_MS = 100;
const BEAT = new URL("testing/standstill/beat.ts", import.meta.url).href;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let folder: string;
let server: ServerProcess;
let chain: StoredNote[];
let hub: StoredNote[];
let clique: StoredNote[];
let decisions: StoredNote[];
let long: StoredNote;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knote-standstill-"));
  const dataDir = join(folder, "data");
  const storage = await createSqliteStorage({ dataDir });
  chain = await givenChain(storage, "chain", 8_000);
  hub = await givenHub(storage, "hub", 18_000);
  clique = await givenClique(storage, "clique", 200);
  decisions = await givenDecisions(storage, "decisions", 12_000);
  long = await givenLongNotes(storage, "long", { notes: 60, revisions: 300 });
  await storage.close();
  const env = { DATA_DIR: dataDir, NODE_OPTIONS: `--import=${BEAT}` };
  server = await startServerProcess({ env });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Returns the longest time that the server's own work blocked its event loop since the last call. */
async function standstill(): Promise<number> {
  const printedTimes = () => [...server.output().matchAll(/standstill (\d+) ms/g)].map((match) => Number(match[1]));
  const before = printedTimes().length;
  process.kill(server.pid, "SIGUSR2");
  await eventually(() => expect(printedTimes().length).toBeGreaterThan(before), { deadlineMs: 30_000 });
  return printedTimes().at(-1)!;
}

type Call = readonly [name: string, expected: number, call: (api: Api) => Promise<{ readonly status: number }>];

/**
 * Makes each call twice: its own work costs the same each time, while garbage collection or a first compilation adds to
 * one of them, and can double it.
 */
async function standstillsOf(userId: string, calls: readonly Call[]): Promise<[string, number][]> {
  const api = await apiOf(server, userId);
  const standstills: [string, number][] = [];
  await standstill();
  for (const [name, expectedStatus, call] of calls) {
    const times: number[] = [];
    for (let run = 0; run < 2; run++) {
      const { status } = await call(api);
      if (status !== expectedStatus) standstills.push([`${name} is ${status}`, Infinity]);
      times.push(await standstill());
    }
    standstills.push([name, Math.max(Math.min(...times), Math.max(...times) / 2)]);
  }
  return standstills.filter(([, ms]) => ms > MOST_MS);
}

const recall = (query: string, mode = "graph", past: { readonly as_of?: string } = {}): Call => [
  `recall by ${mode}`,
  200,
  (api) => api("POST", "/api/recall", { query, limit: 50, mode, ...past }),
];
const ask = (query: string): Call => ["ask", 200, (api) => api("POST", "/api/ask", { query })];
const get = (path: string): Call => [path.replace(/[\da-f-]{36}/, "{id}"), 200, (api) => api("GET", path)];
const trpc = (procedure: string, input: object): Call =>
  get(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`);

/** After most of the links were made, and before all that a test writes. */
const PAST = "2026-02-02";

const LISTS: readonly Call[] = [
  get("/api/graph/notes"),
  get("/api/graph/notes?limit=1000"),
  get("/api/graph/notes?state=superseded&limit=1000"),
  get("/api/graph/notes?state=active&limit=1000"),
  get("/api/graph/notes?q=owls"),
  get("/api/graph/links"),
  get("/api/graph/links?limit=1000"),
  get(`/api/graph/notes?as_of=${PAST}`),
  get(`/api/graph/notes?as_of=${PAST}&limit=1000&state=superseded`),
  get(`/api/graph/notes?q=owls&as_of=${PAST}`),
  get(`/api/graph/notes?q=-owls&limit=100&as_of=${PAST}`),
  get(`/api/graph/links?as_of=${PAST}`),
  get(`/api/graph/links?as_of=${PAST}&limit=1000`),
  get("/api/graph/changes?since=2020-01-01&limit=1000"),
  get(`/api/graph/changes?since=${PAST}&limit=1000`),
  get("/api/graph/stats"),
  get("/api/graph/operations?limit=100"),
  trpc("tend.contested", { limit: 100 }),
  trpc("reviews.list", { limit: 100 }),
  get("/api/graph/decisions?limit=100"),
  get("/api/graph/decisions?limit=100&due=true"),
  get("/api/graph/decisions?limit=100&holds=superseded"),
  get("/api/graph/calibration"),
  get("/api/graph/health"),
  trpc("graph.shaking", { limit: 5 }),
  trpc("tend.orphans", { limit: 100 }),
  trpc("tend.near", { limit: 100 }),
  trpc("tend.waiting", {}),
  get("/api/graph/proposals?limit=100"),
  get("/api/graph/proposals?state=accepted&limit=100"),
  get("/api/graph/proposals/precision"),
];

/** Calls the streamed procedure, which has its own protocol. */
const snapshotOf = (userId: string): Call => [
  "graph.snapshot",
  200,
  async () => {
    const headers = { Authorization: `Bearer ${await server.token(userId)}`, "trpc-accept": "application/jsonl" };
    const input = encodeURIComponent('{"0":{}}');
    const answer = await fetch(`${server.url}/trpc/graph.snapshot?batch=1&input=${input}`, { headers });
    expect(await answer.text()).toContain('"changed":null');
    return answer;
  },
];

/** Returns the calls of a note's page, and changes of the graph after which all states are derived again. */
function ofNote({ id, title, created_at }: StoredNote): Call[] {
  const path = `/api/workspace/notes/${id}`;
  const as_of = created_at > PAST ? created_at : PAST;
  return [
    get(path),
    get(`${path}/links`),
    get(`${path}/links?limit=1000`),
    get(`${path}?as_of=${as_of}`),
    get(`${path}/links?as_of=${as_of}`),
    get(`${path}/links?as_of=${as_of}&limit=1000`),
    get(`${path}/history`),
    get(`${path}/history?limit=1000`),
    get(`${path}/suggestions?limit=50`),
    get(`/api/graph/proposals?note_id=${id}`),
    ["check", 200, (api) => api("POST", "/api/workspace/notes/check", { id, title })],
    ["delete", 204, (api) => api("DELETE", path).then((answer) => api("POST", `${path}/restore`).then(() => answer))],
    [
      "archive",
      200,
      (api) => api("PUT", path, { state: "archived" }).then(() => api("PUT", path, { state: "active" })),
    ],
  ];
}

/** Makes a merge or split and undoes it; returns the first answer that is no success. */
async function doAndUndo(api: Api, path: string, body: object) {
  const answer = await api("POST", path, body);
  const undo = await api("POST", `/api/graph/operations/${answer.body.operation}/undo`);
  return undo.status === 200 ? answer : undo;
}

/** Merges a new note into the note, which takes it in, and undoes that; then splits the note, and undoes that, too. */
function operationsOn({ id }: StoredNote): Call[] {
  const fact = { content: "It is so.", note_type: "fact" };
  return [
    [
      "merge",
      200,
      async (api) => {
        const { body } = await api("POST", "/api/workspace/notes", { ...fact, title: "Owls hunt mice, too" });
        return await doAndUndo(api, `/api/workspace/notes/${id}/merge`, { with: [body.id], content: "Both." });
      },
    ],
    [
      "split",
      201,
      (api) =>
        doAndUndo(api, `/api/workspace/notes/${id}/split`, {
          parts: Array.from({ length: 20 }, (_, index) => ({ ...fact, title: `Part ${index}` })),
        }),
    ],
  ];
}

it("does not block the event loop over a chain of 8,000 versions", async () => {
  const [oldest, newest, middle] = [chain[0]!, chain.at(-1)!, chain[4_000]!];
  const link = (source: StoredNote, target: StoredNote, status: number): Call => [
    `link ${status}`,
    status,
    (api) =>
      api("POST", "/api/workspace/links", { source_id: source.id, target_id: target.id, relation: "supersedes" }),
  ];
  const calls = [
    ...LISTS,
    snapshotOf("chain"),
    ...ofNote(newest),
    ...ofNote(middle),
    ...operationsOn(newest),
    recall("owls hunt mice"),
    recall("owls hunt mice", "keyword"),
    recall("owls hunt mice", "graph", { as_of: PAST }),
    ask("What do owls hunt?"),
    link(oldest, newest, 409),
    link(oldest, middle, 409),
  ];
  expect(await standstillsOf("chain", calls)).toEqual([]);
});

it("does not block the event loop over a hub of 18,000 links", async () => {
  // One that supersedes nothing and contradicts nothing.
  const [centre, spoke] = [hub[0]!, hub[2]!];
  const calls: Call[] = [
    ...LISTS,
    snapshotOf("hub"),
    ...ofNote(centre),
    ...operationsOn(spoke),
    [
      "merge a hub that is superseded",
      409,
      (api) => api("POST", `/api/workspace/notes/${spoke.id}/merge`, { with: [centre.id] }),
    ],
    recall("owls hunt mice"),
    ask("What do owls hunt?"),
  ];
  expect(await standstillsOf("hub", calls)).toEqual([]);
});

it("does not block the event loop over 200 notes that all contradict each other", async () => {
  const calls: Call[] = [
    ...LISTS,
    snapshotOf("clique"),
    ...ofNote(clique[0]!),
    ...operationsOn(clique[0]!),
    [
      "merge 398 links",
      200,
      async (api) => {
        const { body } = await api("POST", "/api/workspace/notes", { title: "Owls", content: "-", note_type: "fact" });
        return await doAndUndo(api, `/api/workspace/notes/${body.id}/merge`, { with: [clique[0]!.id] });
      },
    ],
    recall("owls hunt mice"),
    ask("What do owls hunt?"),
  ];
  expect(await standstillsOf("clique", calls)).toEqual([]);
});

it("does not block the event loop over 12,000 decisions", async () => {
  const path = `/api/workspace/notes/${decisions[1]!.id}`;
  const calls = [
    ...LISTS,
    get("/api/graph/decisions?limit=100&due=false"),
    get("/api/graph/decisions?limit=100&due=true&holds=stands"),
    get(`${path}/stance`),
    recall("owls hunt mice"),
    ask("What do owls hunt?"),
  ];
  expect(await standstillsOf("decisions", calls)).toEqual([]);
});

it("does not block the event loop over the longest notes and 300 revisions of one", async () => {
  const past = { as_of: long.created_at };
  const questions = [recall("owls matter"), recall("owls matter", "graph", past), ask("What matters to owls?")];
  const calls = [...LISTS, ...ofNote(long), ...questions];
  expect(await standstillsOf("long", calls)).toEqual([]);
});

/** Pieces that a careless scan would read again and again, repeated to the longest content. */
const TEXTS: Readonly<Record<string, string>> = {
  "short sentences": "a. b. c. ",
  abbreviations: "e.g. i.e. Dr. ",
  "full stops": ".",
  spaces: "x" + " ".repeat(400),
  lines: "\n-\n",
  "one word": "owl",
  quotes: '"“(',
  brackets: "[1†[2",
  marks: "c++ c# .net ",
  dates: "3 May 2023, ",
  titles: "Owls Hunt Mice Here ",
  hyphens: "a-b_c/",
  "sentences without spaces": "梟は夜に鳴く。",
  "signs without spaces": Array.from({ length: 20_000 }, (_, sign) => String.fromCodePoint(0x4e00 + sign)).join(""),
  "signs with spaces": Array.from({ length: 20_000 }, (_, sign) => String.fromCodePoint(0x4e00 + sign)).join(" "),
  "one long run of Thai": "นกฮูกล่าหนูในเวลากลางคืน",
  emoji: "👩‍👩‍👧‍👦",
  accents: "é",
};

it.each(Object.entries(TEXTS))("does not block the event loop over a note of %s", async (name, piece) => {
  const content = `x${piece.repeat(Math.ceil(LIMITS.contentLength / piece.length))}`
    .slice(0, LIMITS.contentLength)
    .toWellFormed();
  const query = content.slice(0, 1_990).toWellFormed();
  const calls: Call[] = [
    ["create", 201, (api) => api("POST", "/api/workspace/notes", { title: name, content, note_type: "fact" })],
    get("/api/graph/notes?limit=10"),
    get(`/api/graph/notes?limit=10&q=${encodeURIComponent(query.slice(0, 500).toWellFormed())}`),
    recall(query),
    recall(name),
    ask(name),
    ask(query),
    [
      "suggestions",
      200,
      async (api) => {
        const { body } = await api("GET", "/api/graph/notes?limit=1");
        return await api("GET", `/api/workspace/notes/${body.notes[0].id}/suggestions`);
      },
    ],
    get("/api/graph/proposals"),
    ["check", 200, (api) => api("POST", "/api/workspace/notes/check", { title: name, content })],
    [
      "check title",
      200,
      (api) => api("POST", "/api/workspace/notes/check", { title: content.slice(0, 290).toWellFormed(), content }),
    ],
  ];
  expect(await standstillsOf(name.replaceAll(" ", "-"), calls)).toEqual([]);
});

it("does not block the event loop over an import of 5,000 notes in one chain", async () => {
  const numbers = Array.from({ length: 5_000 }, (_, index) => index);
  const notes = numbers.map((number) => ({
    note: { key: `n${number}`, title: `Version ${number}`, content: "-", note_type: "fact" },
  }));
  const links = numbers.slice(1).map((number) => ({
    link: { source: `n${number}`, target: `n${number - 1}`, relation: "supersedes" },
  }));
  const token = await server.token("importer");
  const body = [...notes, ...links].map((line) => JSON.stringify(line)).join("\n");
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" };
  await standstill();
  const answer = await fetch(`${server.url}/api/workspace/import`, { method: "POST", headers, body });
  const results = (await answer.text()).trim().split("\n");
  expect(results.filter((line) => /"(?:created|linked)"/.test(line)).length).toBeGreaterThanOrEqual(9_999);
  expect(await standstill()).toBeLessThanOrEqual(MOST_MS);
});
