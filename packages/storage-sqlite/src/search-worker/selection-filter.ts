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
    const wanted = new Set<string>(noteTypes);
    filters.push((slot) => wanted.has(table.types[slot]!));
  }
  if (states) {
    const { archived, others } = states;
    const isOther = typeof others === "string" ? () => others === "all" : idFilter(table, others);
    filters.push((slot) => (table.isArchived(slot) ? archived : isOther(slot)));
  }
  if (tags) {
    const tagged = new Set([...new Set(tags.map(foldTag))].flatMap((tag) => snapshot.seqsTagged(table.user, tag)));
    filters.push((slot) => tagged.has(table.seqs[slot]!));
  }
  const [only = null, ...others] = filters;
  return others.length === 0 ? only : (slot) => filters.every((isWanted) => isWanted(slot));
}

type Named = Exclude<NonNullable<NoteSelection["states"]>["others"], string>;

function idFilter({ ids }: NoteTable, named: Named): (slot: number) => boolean {
  return "only" in named ? (slot) => named.only.has(ids[slot]!) : (slot) => !named.except.has(ids[slot]!);
}
