import type { NoteSelection } from "@knote/api";
import { foldTag } from "@knote/api/text/analyze";
import type { NoteTable } from "./note-table.ts";
import type { Snapshot } from "./snapshot.ts";

/** Returns a test whether a slot's note is selected; null when all are. */
export function selectionFilter(
  snapshot: Snapshot,
  table: NoteTable,
  { noteTypes, tags, states }: NoteSelection,
): ((slot: number) => boolean) | null {
  const filters: ((slot: number) => boolean)[] = [];
  if (noteTypes) {
    const wantedTypes = new Set<string>(noteTypes);
    filters.push((slot) => wantedTypes.has(table.types[slot]!));
  }
  if (states) {
    const { archived, others } = states;
    const isOther = typeof others === "string" ? () => others === "all" : idFilter(table, others);
    filters.push((slot) => (table.isArchived(slot) ? archived : isOther(slot)));
  }
  if (tags) {
    const taggedSeqs = new Set([...new Set(tags.map(foldTag))].flatMap((tag) => snapshot.seqsTagged(table.user, tag)));
    filters.push((slot) => taggedSeqs.has(table.seqs[slot]!));
  }
  const [only = null, ...others] = filters;
  return others.length === 0 ? only : (slot) => filters.every((isWanted) => isWanted(slot));
}

type IdSelection = Exclude<NonNullable<NoteSelection["states"]>["others"], string>;

function idFilter({ ids }: NoteTable, selection: IdSelection): (slot: number) => boolean {
  return "only" in selection ? (slot) => selection.only.has(ids[slot]!) : (slot) => !selection.except.has(ids[slot]!);
}
