import { claimOf, ofTwoHundredWords, type BenchNote } from "./corpus.ts";
import type { Lag } from "./lag.ts";
import type { BenchRequest, Client, LoadFigures } from "./load.ts";
import type { Queries } from "./queries.ts";
import { createRandom } from "./random.ts";
import type { BenchServer } from "./server-process.ts";

/** In the order of measurement: verbs that leave background work come last. */
export const VERBS = [
  "read by id",
  "list 50",
  "search, 2 rare words",
  "search, 2 commonest words",
  "search, prefix",
  "search, phrase",
  "recall",
  "ask",
  "whole list",
  "create, a claim",
  "create, 200 words",
  "create, burst",
] as const;
export type Verb = (typeof VERBS)[number];

/** Builds the requests of a server. */
export interface Api {
  create(note: BenchNote): BenchRequest;
  read(id: string): BenchRequest;
  list(): BenchRequest;
  /** Asks for 20 results of a query in Knote's syntax. */
  search(query: string): BenchRequest;
  recall?(question: string): BenchRequest;
  ask?(question: string): BenchRequest;
  wholeList?(): BenchRequest;
}

/** The notes and queries for the requests. */
export interface Material {
  /** Not stored yet. */
  readonly fresh: readonly BenchNote[];
  readonly queries: Queries;
  /** Ids of the stored notes, a list per user. */
  readonly ids: readonly (readonly string[])[];
}

/** How a verb is measured: its next request, and how many are sent at a time. */
export interface Step {
  readonly next: (index: number) => BenchRequest | null;
  readonly concurrency: number;
  readonly creates?: boolean;
}

export interface Figures extends LoadFigures {
  readonly concurrency: number;
  /** CPU time of the server per request, on all threads; NaN where it is unknown. */
  readonly cpuMs: number;
  readonly lag: Lag | null;
}

const BURST = 64;
const READERS = 16;
const ONE_BY_ONE = 200;
const MOST_IN_BURST = 5_000;
/** Number of notes for creates. */
export const FRESH = MOST_IN_BURST + 4 * ONE_BY_ONE;
const WARM_UP = 0.2;

export function steps(api: Api, { fresh, queries, ids }: Material): Partial<Record<Verb, Step>> {
  const random = createRandom(7);
  const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const of = (request: BenchRequest, user = Math.floor(random() * ids.length)): BenchRequest =>
    user === 0 ? request : { ...request, user };
  const reads = (next: () => BenchRequest, concurrency = 1): Step => ({ next: () => of(next()), concurrency });
  let createCount = 0;
  // Each create has a new text, because a server caches the embeddings of recent texts.
  const creates = (shape: (note: BenchNote) => BenchNote, concurrency: number, most: number): Step => {
    const create = () => of(api.create(shape(fresh[createCount++ % fresh.length]!)));
    return { next: (index) => (index < most ? create() : null), concurrency, creates: true };
  };
  const search = (queriesOfKind: readonly string[], concurrency = 1) =>
    reads(() => api.search(any(queriesOfKind)), concurrency);
  let questionCount = 0;
  // Each question is new, so that it is embedded each time.
  const question = () => `What is known about ${any(queries.rare)}, question ${questionCount++}?`;
  const readAny = () => {
    const user = Math.floor(random() * ids.length);
    return of(api.read(any(ids[user]!)), user);
  };
  return {
    "read by id": { next: readAny, concurrency: READERS },
    "list 50": reads(() => api.list(), READERS),
    "search, 2 rare words": search(queries.rare, READERS),
    "search, 2 commonest words": search(queries.common),
    "search, prefix": search(queries.prefix),
    "search, phrase": search(queries.phrase),
    ...(api.recall && { recall: reads(() => api.recall!(question())) }),
    ...(api.ask && { ask: reads(() => api.ask!(question())) }),
    ...(api.wholeList && { "whole list": reads(() => api.wholeList!()) }),
    "create, a claim": creates(claimOf, 1, ONE_BY_ONE),
    "create, 200 words": creates(ofTwoHundredWords, 1, ONE_BY_ONE),
    "create, burst": creates((note) => note, BURST, MOST_IN_BURST),
  };
}

/** Measures a verb after a warm-up; a burst has none, because bursts come unexpectedly. */
export async function measure(client: Client, server: BenchServer, step: Step, seconds: number): Promise<Figures> {
  const { next, concurrency } = step;
  if (concurrency < BURST) await client.load(next, { concurrency, seconds: seconds * WARM_UP });
  await server.lag();
  const before = server.cpuSeconds();
  const load = await client.load(next, { concurrency, seconds });
  const cpuMs = ((server.cpuSeconds() - before) * 1000) / load.requests;
  return { ...load, concurrency, cpuMs, lag: await server.lag() };
}
