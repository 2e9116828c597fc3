import { Pool } from "undici";
import type { BenchNote } from "../bench/corpus.ts";
import { quantile } from "../bench/load.ts";
import { createRandom } from "../bench/random.ts";
import type { BenchServer } from "../bench/server-process.ts";
import { impatientClients, patientClients } from "./clients.ts";
import { type MixedRequests, mixedRequests } from "./mixed-requests.ts";
import { type Kind, KINDS, type Outcome, send } from "./send.ts";
import { watch } from "./watch.ts";

export interface OverloadOptions {
  readonly notes: readonly BenchNote[];
  readonly seconds: number;
  /** How many times more than can be served. */
  readonly times: number;
  readonly token: string;
  readonly tell: (what: string) => void;
}

export interface OverloadReport {
  /** Requests a second that the server serves when nobody is turned away. */
  readonly capacity: number;
  readonly clients: number;
  readonly seconds: number;
  readonly outcomes: readonly Outcome[];
  readonly maxRssMiB: number;
  readonly healthFaults: readonly string[];
  readonly healthMs: readonly number[];
  /** From the last answer until one request of each kind is served at once again. */
  readonly recoverySeconds: number;
  /** Notes that were acknowledged and are not there. */
  readonly lost: number;
}

const CAPACITY_CLIENTS = 32;
const CAPACITY_SECONDS = 5;
const RECOVERY_LIMIT_MS = 60_000;
/** As prompt as before, when few asked at a time; on a busy machine less counts as well. */
const LEAST_PROMPT_MS = 250;

/** Pushes the server far beyond what it can serve, and looks what becomes of the requests, of its memory and of it afterwards. */
export async function runOverload(server: BenchServer, options: OverloadOptions): Promise<OverloadReport> {
  const { notes, seconds, times, token, tell } = options;
  const few = new Pool(server.url, { connections: CAPACITY_CLIENTS, pipelining: 1 });
  tell(`storing ${notes.length} notes`);
  const ids = await store(few, token, notes);
  const requests = mixedRequests(notes, ids, createRandom(1));
  tell("measuring what can be served");
  const calm = await patientClients(few, token, requests, { count: CAPACITY_CLIENTS, seconds: CAPACITY_SECONDS });
  const capacity = served(calm).length / CAPACITY_SECONDS;
  const clients = Math.ceil(capacity * times);
  tell(`${clients} clients for ${seconds} s`);
  const many = new Pool(server.url, { connections: clients, pipelining: 1, headersTimeout: 60_000 });
  const watching = watch(server, few);
  const outcomes = await impatientClients(many, token, requests, { count: clients, seconds });
  const recoverySeconds = await recovery(few, token, requests, promptMs(calm));
  const watched = await watching.end();
  const created = notes.length + served([...calm, ...outcomes]).filter(({ kind }) => kind === "create").length;
  const lost = Math.max(0, created - (await countNotes(few, token)));
  await Promise.all([few.destroy(), many.destroy()]);
  return { capacity, clients, seconds, outcomes, ...watched, recoverySeconds, lost };
}

export function served(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ status }) => status >= 200 && status < 300);
}

/** The slowest of each kind in a hundred before. */
function promptMs(calm: readonly Outcome[]): Record<Kind, number> {
  const slowest = (kind: Kind) =>
    msWithin(
      calm.filter((outcome) => outcome.kind === kind),
      0.99,
    );
  // Safe because the kinds are all there.
  return Object.fromEntries(KINDS.map((kind) => [kind, Math.max(LEAST_PROMPT_MS, slowest(kind))])) as Record<
    Kind,
    number
  >;
}

/** How long that share of them took at the most, in milliseconds; NaN when there are none. */
export function msWithin(outcomes: readonly Outcome[], share: number): number {
  return quantile(
    outcomes.map(({ ms }) => ms).toSorted((one, other) => one - other),
    share,
  );
}

async function store(pool: Pool, token: string, notes: readonly BenchNote[]): Promise<string[]> {
  const body = notes.map((note) => `${JSON.stringify({ note })}\n`).join("");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" };
  const answer = await pool.request({ method: "POST", path: "/api/workspace/import", headers, body });
  const lines = (await answer.body.text()).trim().split("\n");
  return lines.flatMap((line) => (JSON.parse(line) as { id?: string }).id ?? []);
}

/** Rounds of one request of each kind, until one is served whole and promptly. */
async function recovery(
  pool: Pool,
  token: string,
  requests: MixedRequests,
  prompt: Readonly<Record<Kind, number>>,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    const round = KINDS.map((kind) => requests.of[kind]());
    const outcomes: Outcome[] = [];
    for (const request of round) outcomes.push(await send(pool, token, request));
    const elapsed = performance.now() - started;
    if (served(outcomes).filter(({ kind, ms }) => ms <= prompt[kind]).length === KINDS.length) return elapsed / 1000;
    if (elapsed > RECOVERY_LIMIT_MS) return Infinity;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function countNotes(pool: Pool, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await pool.request({ method: "GET", path: "/api/graph/stats", headers });
  return ((await body.json()) as { total_notes: number }).total_notes;
}
