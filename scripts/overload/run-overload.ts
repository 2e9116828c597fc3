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
  /** How many times the capacity is sent. */
  readonly times: number;
  readonly token: string;
  readonly onProgress: (what: string) => void;
}

export interface OverloadReport {
  /** Requests per second that the server serves when nothing is refused. */
  readonly capacity: number;
  readonly clients: number;
  readonly seconds: number;
  readonly outcomes: readonly Outcome[];
  readonly maxRssMiB: number;
  readonly healthFaults: readonly string[];
  readonly healthMs: readonly number[];
  /** Time from the last response until one request of each kind is promptly served again. */
  readonly recoverySeconds: number;
  /** Acknowledged notes that are missing. */
  readonly lostCount: number;
}

const CAPACITY_CLIENTS = 32;
const CAPACITY_SECONDS = 5;
const RECOVERY_LIMIT_MS = 60_000;
/** Lower bound for "prompt", which otherwise means as fast as before the overload: machines can be busy. */
const LEAST_PROMPT_MS = 250;

/** Overloads the server, and records the outcomes of requests, its memory and its recovery. */
export async function runOverload(server: BenchServer, options: OverloadOptions): Promise<OverloadReport> {
  const { notes, seconds, times, token, onProgress: tell } = options;
  const few = new Pool(server.url, { connections: CAPACITY_CLIENTS, pipelining: 1 });
  tell(`storing ${notes.length} notes`);
  const ids = await store(few, token, notes);
  const requests = mixedRequests(notes, ids, createRandom(1));
  tell("measuring the capacity");
  const calm = await patientClients(few, token, requests, { count: CAPACITY_CLIENTS, seconds: CAPACITY_SECONDS });
  const capacity = selectServed(calm).length / CAPACITY_SECONDS;
  const clients = Math.ceil(capacity * times);
  tell(`${clients} clients for ${seconds} s`);
  const many = new Pool(server.url, { connections: clients, pipelining: 1, headersTimeout: 60_000 });
  const watching = watch(server, few);
  const outcomes = await impatientClients(many, token, requests, { count: clients, seconds });
  const recoverySeconds = await recovery(few, token, requests, promptMs(calm));
  const watchFigures = await watching.end();
  const createdCount =
    notes.length + selectServed([...calm, ...outcomes]).filter(({ kind }) => kind === "create").length;
  const lostCount = Math.max(0, createdCount - (await countNotes(few, token)));
  await Promise.all([few.destroy(), many.destroy()]);
  return { capacity, clients, seconds, outcomes, ...watchFigures, recoverySeconds, lostCount };
}

export function selectServed(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ status }) => status >= 200 && status < 300);
}

/** Returns the p99 of each kind before the overload. */
function promptMs(calm: readonly Outcome[]): Record<Kind, number> {
  const slowest = (kind: Kind) =>
    msWithin(
      calm.filter((outcome) => outcome.kind === kind),
      0.99,
    );
  // Safe because all kinds are keys.
  return Object.fromEntries(KINDS.map((kind) => [kind, Math.max(LEAST_PROMPT_MS, slowest(kind))])) as Record<
    Kind,
    number
  >;
}

/** Returns the milliseconds within which this share of the outcomes came; NaN when there are none. */
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

/** Sends rounds of one request of each kind until all of a round are served promptly. Returns the time in seconds. */
async function recovery(
  pool: Pool,
  token: string,
  requests: MixedRequests,
  prompt: Readonly<Record<Kind, number>>,
): Promise<number> {
  const startTime = performance.now();
  for (;;) {
    const round = KINDS.map((kind) => requests.of[kind]());
    const outcomes: Outcome[] = [];
    for (const request of round) outcomes.push(await send(pool, token, request));
    const elapsedMs = performance.now() - startTime;
    if (selectServed(outcomes).filter(({ kind, ms }) => ms <= prompt[kind]).length === KINDS.length)
      return elapsedMs / 1000;
    if (elapsedMs > RECOVERY_LIMIT_MS) return Infinity;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function countNotes(pool: Pool, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await pool.request({ method: "GET", path: "/api/graph/stats", headers });
  return ((await body.json()) as { total_notes: number }).total_notes;
}
