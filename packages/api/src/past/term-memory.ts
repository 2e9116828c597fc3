import type { TermCounts } from "../text/score-terms.ts";

/** Bytes of all terms that are remembered. */
export const MOST_TERM_BYTES = 32 * 2 ** 20;
/** About what an entry of a map takes beside its letters. */
const BYTES_A_TERM = 60;
const BYTES_A_TEXT = 200;

/** Remembers the terms of earlier texts, which never change: working them out takes longer than all else. */
export interface TermMemory {
  get(key: string): TermCounts | undefined;
  /** Drops the terms that were used longest ago to make room. */
  set(key: string, terms: TermCounts): void;
  /** Drops the terms of all keys that begin so. */
  forget(beginning: string): void;
}

export function createTermMemory(mostBytes: number = MOST_TERM_BYTES): TermMemory {
  const entries = new Map<string, TermCounts>();
  let total = 0;

  function remove(key: string, terms: TermCounts): void {
    entries.delete(key);
    total -= bytesOf(terms);
  }

  return {
    get(key) {
      const terms = entries.get(key);
      if (terms === undefined) return undefined;
      // Set again, so that the map stays in the order of use.
      entries.delete(key);
      entries.set(key, terms);
      return terms;
    },
    set(key, terms) {
      const earlier = entries.get(key);
      if (earlier !== undefined) remove(key, earlier);
      entries.set(key, terms);
      total += bytesOf(terms);
      for (const [oldKey, oldTerms] of entries) {
        if (total <= mostBytes) return;
        remove(oldKey, oldTerms);
      }
    },
    forget(beginning) {
      for (const [key, terms] of entries) if (key.startsWith(beginning)) remove(key, terms);
    },
  };
}

/** Returns about how many bytes the terms take. */
export function bytesOf({ counts }: TermCounts): number {
  return counts.keys().reduce((sum, { length }) => sum + length + BYTES_A_TERM, BYTES_A_TEXT);
}
