import type { Matches } from "./matches.ts";

/** Postings that are remembered of one user, at most. */
const MOST_POSTINGS = 500_000;
const BYTES_A_POSTING = 12;

/** Matches of clauses that were asked for lately. They must not be worked on. */
export interface MatchMemory {
  has(clause: string): boolean;
  get(clause: string): Matches | undefined;
  set(clause: string, matches: Matches): void;
  clear(): void;
  /** Forgets all when that is too much; between searches. */
  trim(): void;
  bytes(): number;
}

export function createMatchMemory(): MatchMemory {
  const known = new Map<string, Matches>();
  let postings = 0;
  const clear = () => {
    known.clear();
    postings = 0;
  };
  return {
    has: (clause) => known.has(clause),
    get: (clause) => known.get(clause),
    set(clause, matches) {
      known.set(clause, matches);
      postings += matches.slots.length + 10;
    },
    clear,
    trim() {
      if (postings > MOST_POSTINGS) clear();
    },
    bytes: () => postings * BYTES_A_POSTING,
  };
}
