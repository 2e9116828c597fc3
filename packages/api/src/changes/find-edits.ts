import type { ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { archivedThen } from "../past/archived-then.ts";
import { changedNotes } from "../past/changed-notes.ts";
import { earlierRevisions } from "../past/earlier-revisions.ts";
import { pastRevisions } from "../past/past-notes.ts";
import type { ChangedNote, StoredNote } from "../ports/note-store.ts";
import { titleKey } from "../text/analyze.ts";
import type { FoundChange, Period } from "./found-change.ts";

/** Notes whose texts are read at a time. */
const NOTES_AT_ONCE = 100;

/** What a note was at both times, of what can change with a revision. */
export interface Edit {
  readonly archivedBefore: boolean;
  readonly archivedAfter: boolean;
  /** When it was last changed in the period. */
  readonly at: string;
}

interface Edits {
  readonly changes: FoundChange[];
  /** By id, every note of the earlier time that was changed since. */
  readonly byId: ReadonlyMap<string, Edit>;
}

/** Finds the notes of the earlier time whose claim or content is another at the later one, and all archive flags. */
export async function findEdits(ctx: ServiceContext, { since, until }: Period): Promise<Edits> {
  const changes: FoundChange[] = [];
  const byId = new Map<string, Edit>();
  const turn = beginTurn();
  for await (const notes of earlierNotes(ctx, since)) {
    const ids = notes.map(({ id }) => id);
    const before = await pastRevisions(ctx, ids, since);
    const after = await laterVersions(ctx, notes, until);
    for (const note of notes) {
      if (turn.isOver()) await turn.next();
      const [earlier, later] = [before.get(note.id), after.get(note.id)];
      // Without both the note has been deleted since it was found.
      if (!earlier || !later) continue;
      const archivedBefore = await archivedThen(ctx, earlier);
      byId.set(note.id, { archivedBefore, archivedAfter: later.archived, at: later.updated_at });
      changes.push(...(await textChanges(ctx, note.id, { earlier, later })));
    }
  }
  return { changes, byId };
}

/** Yields the notes of the earlier time that were changed since, few at a time, as their texts are read. */
async function* earlierNotes(ctx: ServiceContext, since: string): AsyncGenerator<ChangedNote[]> {
  for await (const batch of changedNotes(ctx, since)) {
    const notes = batch.filter(({ created_at }) => created_at <= since);
    for (let start = 0; start < notes.length; start += NOTES_AT_ONCE) yield notes.slice(start, start + NOTES_AT_ONCE);
  }
}

type Version = Pick<StoredNote, "title" | "content" | "archived" | "updated_at" | "revision">;

/** Returns the notes as they were at the later time. */
async function laterVersions(ctx: ServiceContext, notes: readonly ChangedNote[], until: string) {
  const versions = new Map<string, Version>(
    await getNotes(
      ctx,
      notes.filter(({ updated_at }) => updated_at <= until).map(({ id }) => id),
    ),
  );
  const changedIds = notes.filter(({ updated_at }) => updated_at > until).map(({ id }) => id);
  for (const revision of (await pastRevisions(ctx, changedIds, until)).values())
    versions.set(revision.id, { ...revision, archived: await archivedThen(ctx, revision) });
  return versions;
}

async function textChanges(ctx: ServiceContext, id: string, span: EditSpan): Promise<FoundChange[]> {
  const { earlier, later } = span;
  const isReworded = !haveSameClaim(earlier, later);
  const isExplained = earlier.content !== later.content;
  const wordedAt = isReworded ? await lastChangeOf(ctx, id, span, haveSameClaim) : null;
  const explainedAt = isExplained ? await lastChangeOf(ctx, id, span, haveSameContent) : null;
  return [
    ...(wordedAt === null
      ? []
      : [{ kind: "reworded", at: wordedAt, id, from: earlier.title, to: later.title } as const]),
    ...(explainedAt === null ? [] : [{ kind: "explained", at: explainedAt, id } as const]),
  ];
}

/** What a note was at the beginning and at the end of the period. */
interface EditSpan {
  readonly earlier: Text & Pick<Version, "revision">;
  readonly later: Text & Pick<Version, "revision" | "updated_at">;
}

type Text = Pick<Version, "title" | "content">;

function haveSameClaim(one: Text, other: Text): boolean {
  return one.title === other.title || titleKey(one.title) === titleKey(other.title);
}

function haveSameContent(one: Text, other: Text): boolean {
  return one.content === other.content;
}

/** Returns when something of the text became what it is at the end. */
async function lastChangeOf(
  ctx: ServiceContext,
  id: string,
  { earlier, later }: EditSpan,
  isAlike: (one: Text, other: Text) => boolean,
): Promise<string> {
  let at = later.updated_at;
  // Most notes have changed once in the period: that was the change.
  if (later.revision === earlier.revision + 1) return at;
  for await (const revision of earlierRevisions(ctx, id, later.revision)) {
    if (!isAlike(revision, later)) break;
    at = revision.updated_at;
  }
  return at;
}
