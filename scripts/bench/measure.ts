import type { BenchNote } from "./corpus.ts";
import type { BenchRequest, Client, Figures } from "./load.ts";
import type { Queries } from "./queries.ts";
import { createRandom } from "./random.ts";

export const VERBS = [
  "create, 64 at a time",
  "create, one at a time",
  "read by id",
  "list 50",
  "search, 2 rare words",
  "search, 2 common words",
  "recall",
  "ask",
] as const;
export type Verb = (typeof VERBS)[number];

/** What is asked of a server, and what it has told so far. */
export interface Material {
  readonly notes: readonly BenchNote[];
  readonly queries: Queries;
  /** Of the notes that the server stored. */
  readonly ids: string[];
  /** For each verb that is no create. */
  readonly seconds: number;
}

/** How a verb is asked of a server: the next request, and how many wait at a time. */
export interface Step {
  readonly next: (index: number) => BenchRequest | null;
  readonly concurrency: number;
  /** Creates run once and to their end; the rest for a while, after a shorter while that does not count. */
  readonly creates?: boolean;
}

const READERS = 16;
const FEW = 4;
const ONE_BY_ONE = 200;
const CREATE_SECONDS = 60;
const WARM_UP = 0.2;

export function steps({ notes, queries, ids }: Material): Record<Verb, Step> {
  const random = createRandom(7);
  const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const create = (body?: BenchNote): BenchRequest | null =>
    body ? { method: "POST", path: "/api/workspace/notes", body } : null;
  const list = (query: string): BenchRequest => ({ method: "GET", path: `/api/graph/notes?limit=50${query}` });
  const search = (words: string) => list(`&q=${encodeURIComponent(words)}`);
  const ask = (path: string): BenchRequest => {
    return { method: "POST", path, body: { query: `What is known about ${any(queries.rare)}?` } };
  };
  const oneByOne = (index: number) => (index < ONE_BY_ONE ? create(notes[index]) : null);
  return {
    "create, 64 at a time": { next: (index) => create(notes[index]), concurrency: 64, creates: true },
    "create, one at a time": { next: oneByOne, concurrency: 1, creates: true },
    "read by id": { next: () => ({ method: "GET", path: `/api/workspace/notes/${any(ids)}` }), concurrency: READERS },
    "list 50": { next: () => list(""), concurrency: READERS },
    "search, 2 rare words": { next: () => search(any(queries.rare)), concurrency: READERS },
    "search, 2 common words": { next: () => search(any(queries.common)), concurrency: FEW },
    recall: { next: () => ask("/api/recall"), concurrency: FEW },
    ask: { next: () => ask("/api/ask"), concurrency: FEW },
  };
}

export async function measure(client: Client, step: Step, { ids, seconds }: Material): Promise<Figures> {
  const { next, concurrency } = step;
  if (step.creates) {
    const keepId = (body: string) => void ids.push((JSON.parse(body) as { id: string }).id);
    return client.load(next, { concurrency, seconds: CREATE_SECONDS, onAnswer: keepId });
  }
  await client.load(next, { concurrency, seconds: seconds * WARM_UP });
  return client.load(next, { concurrency, seconds });
}
