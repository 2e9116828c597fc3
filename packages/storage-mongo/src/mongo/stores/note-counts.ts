import type { NoteType } from "@knote/contract";
import type { NoteCounts, NoteStore } from "@knote/api";
import type { NoteStoreDeps } from "./store-deps.ts";

/** Counts notes and links; both reads are covered by an index. */
export function createNoteCounts({
  collections: { notes, links },
  owners,
}: Pick<NoteStoreDeps, "collections" | "owners">): NoteStore["counts"] {
  async function byType(userId: string): Promise<Partial<Record<NoteType, number>>> {
    const typeCounts = notes.aggregate<{ _id: NoteType; count: number }>([
      { $match: { userId, live: true } },
      { $group: { _id: "$note_type", count: { $sum: 1 } } },
    ]);
    return Object.fromEntries((await typeCounts.toArray()).map(({ _id, count }) => [_id, count]));
  }

  /** Counts visible links and the notes that they connect. */
  async function countLinks(userId: string): Promise<{ readonly links: number; readonly notes: number }> {
    const trash = await notes.find({ userId, live: false }, { projection: { _id: 1 } }).toArray();
    const hiddenIds = new Set(trash.map(({ _id }) => _id));
    const ends = new Set<string>();
    let count = 0;
    const projection = { _id: 0, source_id: 1, target_id: 1 };
    for await (const { source_id, target_id } of links.find({ userId }, { projection }).sort({ created_at: -1 })) {
      if (hiddenIds.has(source_id) || hiddenIds.has(target_id)) continue;
      count++;
      ends.add(source_id).add(target_id);
    }
    return { links: count, notes: ends.size };
  }

  return async (sub): Promise<NoteCounts> => {
    const owner = await owners.find(sub);
    if (owner === null) return { totalNotes: 0, byType: {}, totalLinks: 0, orphans: 0 };
    const [types, graph] = await Promise.all([byType(owner.id), countLinks(owner.id)]);
    const totalNotes = Object.values(types).reduce((sum, count) => sum + count, 0);
    return { totalNotes, byType: types, totalLinks: graph.links, orphans: Math.max(0, totalNotes - graph.notes) };
  };
}
