import type { NoteType } from "@knote/contract";
import type { NoteCounts } from "@knote/api";
import type { NoteTable } from "./note-table.ts";
import type { Snapshot } from "./snapshot.ts";

export function countNotes(snapshot: Snapshot, table: NoteTable): NoteCounts {
  table.sync(snapshot);
  const byType: Partial<Record<NoteType, number>> = {};
  let totalNotes = 0;
  for (let slot = 0; slot < table.size; slot++) {
    if (!table.isLive(slot)) continue;
    totalNotes++;
    // Safe because only notes of known types are stored.
    const type = table.types[slot] as NoteType;
    byType[type] = (byType[type] ?? 0) + 1;
  }
  const { totalLinks, linkedNotes } = countLinks(snapshot, table);
  return { totalNotes, byType, totalLinks, orphans: totalNotes - linkedNotes };
}

function countLinks(snapshot: Snapshot, table: NoteTable): { totalLinks: number; linkedNotes: number } {
  const isLinked = new Uint8Array(table.size);
  let totalLinks = 0;
  let linkedNotes = 0;
  for (const ends of snapshot.links(table.user)) {
    const slots = ends.map((seq) => table.slotOf(seq));
    if (!slots.every((slot) => slot >= 0 && table.isLive(slot))) continue;
    totalLinks++;
    for (const slot of slots) {
      linkedNotes += 1 - isLinked[slot]!;
      isLinked[slot] = 1;
    }
  }
  return { totalLinks, linkedNotes };
}
