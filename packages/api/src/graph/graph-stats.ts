import { type GraphStats, NOTE_TYPES } from "@knote/contract";
import type { ServiceContext } from "../context.ts";

export async function graphStats(ctx: ServiceContext): Promise<GraphStats> {
  const counts = await ctx.storage.notes.counts(ctx.actor.userId);
  const types = NOTE_TYPES.map((type) => [type, counts.byType[type] ?? 0] as const);
  return {
    total_notes: counts.totalNotes,
    total_links: counts.totalLinks,
    note_types: Object.fromEntries(types) as GraphStats["note_types"],
    avg_links_per_note: counts.totalNotes === 0 ? 0 : Math.round((counts.totalLinks / counts.totalNotes) * 100) / 100,
    orphan_count: counts.orphans,
  };
}
