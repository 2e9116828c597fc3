import type { GraphChange, NamedNote } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { createHeadFinder } from "../links/find-heads.ts";
import { pastNotes } from "../past/past-notes.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { FoundChange } from "./found-change.ts";

/** Notes that are read at a time. */
const NOTES_AT_ONCE = 200;
/** Most notes that are named as what replaced or contests another. */
const MOST_NAMED = 10;

/** Adds to changes what they show of notes, as of the later time. Those of notes that are gone meanwhile are left out. */
export async function nameChanges(
  ctx: ServiceContext,
  changes: readonly FoundChange[],
  { states, until }: { readonly states: DerivedStates; readonly until: string },
): Promise<GraphChange[]> {
  const idsBy = createNamesBy(states);
  const causes = await Promise.all(changes.map(idsBy));
  const ids = changes.flatMap(({ id, other }, index) => [id, ...(other ? [other] : []), ...(causes[index] ?? [])]);
  const notes = await readNames(ctx, [...new Set(ids)], until);
  return changes.flatMap((change, index) => changeView(change, causes[index], notes) ?? []);
}

type Name = Pick<StoredNote, "id" | "title" | "note_type">;

/** Returns what the notes were called at the time. Whole notes are read for it, so few at a time. */
async function readNames(ctx: ServiceContext, ids: readonly string[], until: string): Promise<Map<string, Name>> {
  const names = new Map<string, Name>();
  for (let start = 0; start < ids.length; start += NOTES_AT_ONCE) {
    if (start > 0) await nextTurn();
    const notes = await getNotes(ctx, ids.slice(start, start + NOTES_AT_ONCE));
    for (const { id, title, note_type } of await pastNotes(ctx, [...notes.values()], until))
      names.set(id, { id, title, note_type });
  }
  return names;
}

function changeView(
  { kind, at, id, from, to, relation, other }: FoundChange,
  by: readonly string[] | undefined,
  notes: ReadonlyMap<string, Name>,
): GraphChange | null {
  const [note, target] = [notes.get(id), other === undefined ? undefined : notes.get(other)];
  if (note === undefined || (other !== undefined && target === undefined)) return null;
  const namesOf = (ids: readonly string[]) => ids.flatMap((one) => nameOf(notes.get(one)) ?? []);
  return {
    kind,
    at,
    note: { id, title: note.title, note_type: note.note_type },
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(by && { by: namesOf(by) }),
    ...(relation && { relation }),
    ...(target && { other: nameOf(target)! }),
  };
}

function nameOf(note: Name | undefined): NamedNote | null {
  return note ? { id: note.id, title: note.title } : null;
}

/** Returns the ids of the notes by which a change came, for the kinds that name them. */
function createNamesBy(states: DerivedStates): (change: FoundChange) => Promise<readonly string[] | undefined> {
  const headsOf = createHeadFinder(states);
  let contestants: ReadonlyMap<string, string[]> | null = null;
  return async ({ kind, id, cause }) => {
    if (kind === "needs_review") return [cause!];
    if (kind === "replaced") return (await headsOf(id)).slice(-MOST_NAMED);
    if (kind !== "contested") return undefined;
    contestants ??= contestantsByNote(states);
    return (contestants.get(id) ?? []).slice(0, MOST_NAMED);
  };
}

/** Returns by note which notes contest it: those that stand and contradict it. */
function contestantsByNote({ contradictions, superseded }: DerivedStates): Map<string, string[]> {
  const sources = new Map<string, string[]>();
  for (const { source_id, target_id, sourceArchived } of contradictions) {
    if (sourceArchived || superseded.has(source_id)) continue;
    sources.set(target_id, [...(sources.get(target_id) ?? []), source_id]);
  }
  return sources;
}
