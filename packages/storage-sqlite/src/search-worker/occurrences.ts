import { COUNT_LEVELS } from "@knote/api/text/analyze";
import type { Occurrences } from "./match-cache.ts";
import type { NoteTable } from "./note-table.ts";
import type { Posting } from "./snapshot.ts";

const MOST = 65_535;

/** Reads the postings of one term, which are in order. */
export function occurrencesOfTerm(table: NoteTable, postings: readonly Posting[]): Occurrences {
  const slots = new Int32Array(postings.length);
  const counts = new Uint16Array(postings.length);
  let size = 0;
  for (const posting of postings) {
    const slot = slotOf(table, posting, size === 0 ? 0 : slots[size - 1]!);
    if (slot < 0) continue;
    slots[size] = slot;
    counts[size++] = countOf(posting);
  }
  return { slots: slots.slice(0, size), counts: counts.slice(0, size) };
}

/** Reads the postings of several terms, in any order, and sums the counts of each note. */
export function occurrencesOfTerms(table: NoteTable, lists: readonly (readonly Posting[])[]): Occurrences {
  const sums = new Uint16Array(table.size);
  let count = 0;
  for (const postings of lists) {
    let near = 0;
    for (const posting of postings) {
      const slot = slotOf(table, posting, near);
      if (slot < 0) continue;
      near = slot;
      if (sums[slot] === 0) count++;
      sums[slot] = Math.min(MOST, sums[slot]! + countOf(posting));
    }
  }
  return collectOccurrences(sums, count);
}

function slotOf(table: NoteTable, posting: Posting, near: number): number {
  const slot = table.slotOf(Math.floor(posting / 16), near);
  return slot >= 0 && table.isLive(slot) ? slot : -1;
}

function countOf(posting: Posting): number {
  return COUNT_LEVELS[posting % 16]!;
}

/** Collects the `count` slots with a sum other than 0, which no count is. */
function collectOccurrences(sums: Uint16Array, count: number): Occurrences {
  const slots = new Int32Array(count);
  const counts = new Uint16Array(count);
  for (let slot = 0, size = 0; size < count; slot++) {
    if (sums[slot] === 0) continue;
    slots[size] = slot;
    counts[size++] = sums[slot]!;
  }
  return { slots, counts };
}
