import type { NoteState } from "@knote/contract";
import type { DerivedStates, StateLink } from "../ports/link-store.ts";

/**
 * Which notes are superseded or contested, from the visible links alone. A note is superseded when an
 * unarchived note supersedes it, directly or through a chain; a `contradicts` counts while its source
 * is neither archived nor superseded.
 */
export function deriveStates(links: readonly StateLink[]): DerivedStates {
  const olderOf = new Map<string, string[]>();
  const queue: string[] = [];
  for (const link of links) {
    if (link.relation !== "supersedes") continue;
    const older = olderOf.get(link.source_id);
    if (older) older.push(link.target_id);
    else olderOf.set(link.source_id, [link.target_id]);
    if (!link.sourceArchived) queue.push(link.target_id);
  }
  const superseded = new Set<string>();
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (superseded.has(id)) continue;
    superseded.add(id);
    queue.push(...(olderOf.get(id) ?? []));
  }
  const contested = new Set<string>();
  for (const link of links) {
    if (link.relation === "contradicts" && !link.sourceArchived && !superseded.has(link.source_id))
      contested.add(link.target_id);
  }
  return { superseded, contested };
}

/** The state that shows: what the owner set first, then what the links say. */
export function stateOf(note: { readonly id: string; readonly archived: boolean }, states: DerivedStates): NoteState {
  if (note.archived) return "archived";
  if (states.superseded.has(note.id)) return "superseded";
  return states.contested.has(note.id) ? "contested" : "active";
}
