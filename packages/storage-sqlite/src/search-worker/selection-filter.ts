import type { TimeRange, NoteSelection } from "@knote/api";
import { foldTag } from "@knote/api/text/analyze";
import type { NoteTable } from "./note-table.ts";
import type { Snapshot } from "./snapshot.ts";

/** Returns a test whether a slot's note is selected; null when all are. */
export function selectionFilter(
  snapshot: Snapshot,
  table: NoteTable,
  { noteTypes, tags, withoutTags, states, time, unchangedSince }: NoteSelection,
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
  if (time) filters.push(timeFilter(table, time));
  if (unchangedSince !== undefined) filters.push(unchangedFilter(table, unchangedSince));
  const seqsTagged = (anyOf: readonly string[]) =>
    new Set([...new Set(anyOf.map(foldTag))].flatMap((tag) => snapshot.seqsTagged(table.user, tag)));
  if (tags) {
    const wantedSeqs = seqsTagged(tags);
    filters.push((slot) => wantedSeqs.has(table.seqs[slot]!));
  }
  if (withoutTags) {
    const unwantedSeqs = seqsTagged(withoutTags);
    filters.push((slot) => !unwantedSeqs.has(table.seqs[slot]!));
  }
  const [only = null, ...others] = filters;
  return others.length === 0 ? only : (slot) => filters.every((isWanted) => isWanted(slot));
}

type IdSelection = Exclude<NonNullable<NoteSelection["states"]>["others"], string>;

function idFilter({ ids }: NoteTable, selection: IdSelection): (slot: number) => boolean {
  return "only" in selection ? (slot) => selection.only.has(ids[slot]!) : (slot) => !selection.except.has(ids[slot]!);
}

/** Compares ids, whose first 48 bits are the time of creation. */
function timeFilter({ ids }: NoteTable, { from, before }: TimeRange): (slot: number) => boolean {
  const least = from === undefined ? "" : beginningOfIds(from);
  const end = before === undefined ? null : beginningOfIds(before);
  return (slot) => ids[slot]! >= least && (end === null || ids[slot]! < end);
}

/** Returns a test whether a slot's note has not changed after the time. */
export function unchangedFilter({ changeTimes }: NoteTable, unchangedSince: string): (slot: number) => boolean {
  const time = Date.parse(unchangedSince);
  return (slot) => changeTimes[slot]! <= time;
}

/** Returns the least text that is after the ids of all notes that were created up to the time. */
export function endOfIds(createdUpTo: string): string {
  return beginningOfIds(new Date(Date.parse(createdUpTo) + 1).toISOString());
}

function beginningOfIds(time: string): string {
  const digits = Date.parse(time).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
