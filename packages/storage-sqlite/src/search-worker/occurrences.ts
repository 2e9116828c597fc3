import { COUNT_LEVELS } from "@knote/api/text/analyze";
import type { Occurrences } from "./match-memory.ts";
import type { NoteTable } from "./note-table.ts";
import type { Posting } from "./snapshot.ts";

const MOST = 65_535;

/** Reads the postings of one term, which are in order. */
export function ofTerm(table: NoteTable, postings: readonly Posting[]): Occurrences {
  const slots = new Int32Array(postings.length);
  const counts = new Uint16Array(postings.length);
  let size = 0;
  for (const packed of postings) {
    const slot = slotOf(table, packed, size === 0 ? 0 : slots[size - 1]!);
    if (slot < 0) continue;
    slots[size] = slot;
    counts[size++] = countOf(packed);
  }
  return { slots: slots.slice(0, size), counts: counts.slice(0, size) };
}

/** Reads the postings of several terms, in any order, and sums the counts of each note. */
export function ofTerms(table: NoteTable, lists: readonly (readonly Posting[])[]): Occurrences {
  const sums = new Uint16Array(table.size);
  let found = 0;
  for (const postings of lists) {
    let near = 0;
    for (const packed of postings) {
      const slot = slotOf(table, packed, near);
      if (slot < 0) continue;
      near = slot;
      if (sums[slot] === 0) found++;
      sums[slot] = Math.min(MOST, sums[slot]! + countOf(packed));
    }
  }
  return gathered(sums, found);
}

function slotOf(table: NoteTable, packed: Posting, near: number): number {
  const slot = table.slotOf(Math.floor(packed / 16), near);
  return slot >= 0 && table.isLive(slot) ? slot : -1;
}

function countOf(packed: Posting): number {
  return COUNT_LEVELS[packed % 16]!;
}

/** Collects the `count` slots with a sum other than 0, which no count is. */
function gathered(sums: Uint16Array, found: number): Occurrences {
  const slots = new Int32Array(found);
  const counts = new Uint16Array(found);
  for (let slot = 0, size = 0; size < found; slot++) {
    if (sums[slot] === 0) continue;
    slots[size] = slot;
    counts[size++] = sums[slot]!;
  }
  return { slots, counts };
}
