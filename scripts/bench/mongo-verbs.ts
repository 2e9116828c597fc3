/**
 * Measures what each verb costs at MongoDB: round trips, documents and bytes of the real server process.
 *   tooling/services/with-services.sh node scripts/bench/mongo-verbs.ts [--notes 1000]
 * A stand-in gives the same numbers as a server, except for documents that a server examines on its way.
 */
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { createTestCluster, settingsFor } from "../../packages/storage-mongo/src/testing/open-cluster.ts";
import { startWireMeter, type Traffic, type WireMeter } from "../../packages/storage-mongo/src/testing/wire-meter.ts";
import {
  apiOf,
  aNoteBody,
  eventually,
  openImport,
  startServerProcess,
  type Api,
  type ClusterUrls,
} from "../../packages/testkit/src/index.ts";

type Call = (call: Api, run: number) => ReturnType<Api>;

/** A verb, and what is done before each run of it without being counted. */
interface Verb {
  readonly before?: Call;
  readonly call: Call;
}

const USER = "bench:user";
/** Runs per verb. The median counts, so that background work does not. */
const RUNS = 7;
const QUIET_MS = 150;
const SETTLED_MS = 1_500;
const WORDS = ["owls", "hunt", "night", "memory", "sleep", "practice", "graph", "claims", "evidence", "habit"];

const { values } = parseArgs({ options: { notes: { type: "string", default: "1000" } } });
const urls = urlsOf(process.env);
await using meter = await startWireMeter(urls.mongoUrl);
await using installation = await createTestCluster(urls);
const env = {
  ...settingsFor(installation, { ...urls, mongoUrl: meter.url }),
  DEFAULT_TIER: "agent",
  LOG_LEVEL: "info",
};
await using server = await startServerProcess({ env });
const api = await apiOf(server, USER);
await fill(server.url, await server.token(USER), Number(values.notes));
await eventually(async () => assert.equal((await api("GET", "/health")).body.pending, 0), { deadlineMs: 300_000 });
await quiet(meter, SETTLED_MS);
const listing = (await api("GET", "/api/graph/notes?limit=100")).body as { notes: { id: string }[] };
const ids = listing.notes.map(({ id }) => id);
process.stdout.write(
  "| verb | round trips | documents read | written | bytes sent | received |\n|---|--:|--:|--:|--:|--:|\n",
);
for (const [name, verb] of Object.entries({ ...plain(verbs(ids)), ...cascadeVerbs(ids) })) {
  const { commands, documentsRead, documentsWritten, bytesSent, bytesReceived } = await measureVerb(meter, api, verb);
  const figures = [commands, documentsRead, documentsWritten, bytesSent, bytesReceived];
  process.stdout.write(`| ${name} | ${figures.map((figure) => figure.toLocaleString("en")).join(" | ")} |\n`);
}

function urlsOf({ TEST_MONGODB_URL, TEST_QDRANT_URL, TEST_REDIS_URL }: NodeJS.ProcessEnv): ClusterUrls {
  if (!TEST_MONGODB_URL || !TEST_QDRANT_URL || !TEST_REDIS_URL)
    throw new Error("Set TEST_MONGODB_URL, TEST_QDRANT_URL and TEST_REDIS_URL: see tooling/services/README.md.");
  return { mongoUrl: TEST_MONGODB_URL, qdrantUrl: TEST_QDRANT_URL, redisUrl: TEST_REDIS_URL };
}

/** Returns each verb as the dashboard and other clients call it. */
function verbs(notes: readonly string[]): Record<string, Call> {
  const at = (run: number) => notes[run % notes.length]!;
  const link = (run: number) => ({ source_id: at(2 * run), target_id: at(2 * run + 1), relation: "depends_on" });
  const fresh = (run: number) => aNoteBody(`${WORDS[run % 10]} and ${WORDS[(run + 3) % 10]}, case ${run}`);
  const path = (run: number, rest = "") => `/api/workspace/notes/${at(run)}${rest}`;
  return {
    "create a note": (call, run) => call("POST", "/api/workspace/notes", fresh(run)),
    "create with an idempotency key": (call, run) =>
      call("POST", "/api/workspace/notes", fresh(run + 20), { "Idempotency-Key": `key-${run}` }),
    "the same again": (call, run) =>
      call("POST", "/api/workspace/notes", fresh(run + 20), { "Idempotency-Key": `key-${run}` }),
    "read a note": (call, run) => call("GET", path(run)),
    "change a note's text": (call, run) => call("PUT", path(run), { content: `Changed in run ${run}.` }),
    "read its history": (call, run) => call("GET", path(run, "/history")),
    "read its links": (call, run) => call("GET", path(run, "/links")),
    "suggest links": (call, run) => call("GET", path(run, "/suggestions")),
    "list 50 notes": (call) => call("GET", "/api/graph/notes?limit=50"),
    "list 50 active notes": (call) => call("GET", "/api/graph/notes?limit=50&state=active"),
    "search two words": (call) => call("GET", "/api/graph/notes?limit=20&q=owls%20habit"),
    "search a phrase": (call) => call("GET", "/api/graph/notes?limit=20&q=%22owls%20and%20night%22"),
    "link two notes": (call, run) => call("POST", "/api/workspace/links", link(run)),
    "unlink them": (call, run) => call("DELETE", `/api/workspace/links?${new URLSearchParams(link(run)).toString()}`),
    "list 50 links": (call) => call("GET", "/api/graph/links?limit=50"),
    "graph statistics": (call) => call("GET", "/api/graph/stats"),
    recall: (call, run) => call("POST", "/api/recall", { query: `Do owls ${WORDS[run]} at night?` }),
    ask: (call, run) => call("POST", "/api/ask", { query: `Do owls ${WORDS[run]} at night?` }),
    "latest activity": (call) => call("GET", "/api/activity"),
    quota: (call) => call("GET", "/api/quota"),
    "delete a note": (call, run) => call("DELETE", path(run + 30)),
    "restore it": (call, run) => call("POST", path(run + 30, "/restore")),
  };
}

function plain(calls: Record<string, Call>): Record<string, Verb> {
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { call }]));
}

/** Returns reads and looks of what rests on what, after each kind of write that bears on it. */
function cascadeVerbs(notes: readonly string[]): Record<string, Verb> {
  // Of the newest hundred notes the first sixty rest on one, which is superseded by another.
  const [base, newer, ...others] = notes.slice(20) as [string, string, ...string[]];
  const link = (call: Api, source_id: string, relation: string, target_id: string) =>
    call("POST", "/api/workspace/links", { source_id, relation, target_id });
  const list: Call = (call) => call("GET", "/api/graph/reviews?limit=20");
  const review = (run: number) => `/api/workspace/notes/${others[run]!}/review`;
  const seed: Call = async (call, run) => {
    for (const id of run === 0 ? others.slice(0, 60) : []) await link(call, id, "depends_on", base);
    return await (run === 0 ? link(call, newer, "supersedes", base) : list(call, run));
  };
  return {
    "what needs review, remembered": { before: seed, call: list },
    "the same after a new rest link": {
      before: (call, run) => link(call, others[61 + run]!, "derived_from", newer),
      call: list,
    },
    "the same after a supersession": {
      before: (call, run) => link(call, others[40 + run]!, "supersedes", others[50 + run]!),
      call: list,
    },
    "the same after a look": { before: (call, run) => call("PUT", review(run), {}), call: list },
    "why a note needs review": { call: (call, run) => call("GET", review(run)) },
    "look at its causes": { call: (call, run) => call("PUT", review(10 + run), { reason: "It stands." }) },
    "what would fall": { call: (call) => call("GET", `/api/workspace/notes/${newer}/impact`) },
    "graph health, trend remembered": { call: (call) => call("GET", "/api/graph/health") },
  };
}

async function measureVerb(by: WireMeter, call: Api, { before, call: verb }: Verb): Promise<Traffic> {
  const all: Traffic[] = [];
  for (let run = 0; run < RUNS; run++) {
    const preparation = await before?.(call, run);
    if (preparation && preparation.status >= 400)
      throw new Error(`${preparation.status} ${JSON.stringify(preparation.body)}`);
    const start = await quiet(by);
    const { status, body } = await verb(call, run);
    if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
    all.push(difference(await quiet(by), start));
  }
  return all.toSorted((one, other) => one.commands - other.commands)[Math.floor(RUNS / 2)]!;
}

/** Returns the traffic once the wire has been quiet for a while. */
async function quiet(by: WireMeter, pause = QUIET_MS): Promise<Traffic> {
  for (let last = by.traffic(); ;) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const now = by.traffic();
    if (now.commands === last.commands) return now;
    last = now;
  }
}

function difference(now: Traffic, before: Traffic): Traffic {
  return {
    commands: now.commands - before.commands,
    documentsRead: now.documentsRead - before.documentsRead,
    documentsWritten: now.documentsWritten - before.documentsWritten,
    bytesSent: now.bytesSent - before.bytesSent,
    bytesReceived: now.bytesReceived - before.bytesReceived,
  };
}

async function fill(url: string, token: string, count: number): Promise<void> {
  using sending = await openImport(url, token);
  const responseEnd = new Promise((resolve) => sending.response.once("end", resolve));
  for (let index = 0; index < count; index++) {
    const [one, two, three] = [index, index * 3 + 1, index * 7 + 2].map((place) => WORDS[place % 10]!);
    const note = { ...aNoteBody(`${one} and ${two}, note ${index}`, `${two} ${three} `.repeat(20)), key: `k${index}` };
    const link = { source: `k${index}`, target: `k${index - 1}`, relation: "extends" };
    if (!sending.send(index % 2 ? [{ note }, { link }] : [{ note }])) await sending.whenDrained();
  }
  sending.end();
  await responseEnd;
}
