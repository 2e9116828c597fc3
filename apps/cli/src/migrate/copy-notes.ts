import { inParallel, noteWrite, withArchiveFlags, type NoteRecord, type PresentNote } from "@knote/api";
import { CliError } from "../cli-error.ts";
import type { Sides } from "./sides.ts";

/** Notes whose revisions are replayed at a time. */
const REPLAYED_AT_ONCE = 8;

/** Copies a page of notes, completing what an interrupted call has copied of it. */
export async function copyNotes(sides: Sides, userId: string, page: readonly NoteRecord[]): Promise<void> {
  const { notes } = sides.target.storage;
  const ids = page.map(({ note }) => note.id);
  const present = await sides.target.present(userId, ids);
  const isBehind = ({ note }: NoteRecord) => (present.get(note.id)?.revision ?? 0) < note.revision;
  const behind = page.filter(isBehind);
  const unrevisedNotes = behind.filter(({ note }) => note.revision === 1);
  if (unrevisedNotes.length > 0)
    await notes.insertMany(
      userId,
      unrevisedNotes.map(({ note, key }) => ({ ...noteWrite(note), key })),
    );
  const revisedNotes = behind.filter(({ note }) => note.revision > 1);
  await inParallel(revisedNotes, REPLAYED_AT_ONCE, (record) =>
    replay(sides, userId, record, present.get(record.note.id)),
  );
  for (const { note, deletedAt } of page)
    if (deletedAt !== null && !present.get(note.id)?.isDeleted) await notes.delete(userId, note.id, deletedAt, []);
  await copyVectors(sides, userId, ids);
}

/** Writes the missing revisions one after another, like their owner did. */
async function replay(
  { source, target }: Sides,
  userId: string,
  { note, key }: NoteRecord,
  present: PresentNote | undefined,
): Promise<void> {
  const earlier = withArchiveFlags(note, await source.earlierRevisions(userId, note));
  const versions = [...earlier.map((revision) => ({ ...note, ...revision })), note];
  const missing = versions.filter(({ revision }) => revision > (present?.revision ?? 0));
  const { notes } = target.storage;
  for (const [index, version] of missing.entries()) {
    const write = noteWrite(version);
    if (index === 0 && present === undefined) await notes.insertMany(userId, [{ ...write, key }]);
    else if (!(await notes.update(userId, write, [])))
      throw new CliError(`Revision ${version.revision} of the note ${note.id} of ${userId} could not be written.`);
  }
}

/** Copies the vectors. A note whose vectors are refused stays due in the target, and the check reports it. */
async function copyVectors({ source, target, models }: Sides, userId: string, ids: readonly string[]): Promise<void> {
  for (const model of models) {
    const records = await source.vectors(userId, model, ids);
    await Promise.all(
      records.map(({ noteId, ...embedded }) => target.storage.vectors.put(userId, noteId, { model, ...embedded })),
    );
  }
}
