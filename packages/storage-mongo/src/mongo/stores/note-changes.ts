import type { Notice, NoteStore, NoteWrite } from "@knote/api";
import { ignoreDuplicate } from "../connection/duplicate-keys.ts";
import type { NoteDocument } from "../collections/notes.ts";
import type { CarriedMessage } from "../collections/webhooks.ts";
import { carrying } from "./message-relay.ts";
import { NOTE_FIELDS, revisionFields, storedNote, unindexedFields, type NoteFields } from "./note-document.ts";
import type { NoteStoreDeps } from "./store-deps.ts";

type NoteChanges = Pick<NoteStore, "update" | "delete" | "restore">;

type Before = NoteFields & Pick<NoteDocument, "length">;

const BEFORE = { ...NOTE_FIELDS, length: 1 } as const;

export function createNoteChanges({ collections, owners, clock, record, relay }: NoteStoreDeps): NoteChanges {
  const { notes, revisions } = collections;

  /** Written before the note changes, as afterwards its text is lost. Every process writes the same text. */
  async function keepRevision(userId: string, { _id: noteId, ...note }: Before): Promise<void> {
    const { created_at: _created, claimedAt: _claimed, length: _length, ...earlier } = note;
    const revision = { _id: `${noteId} ${note.revision}`, userId, noteId, ...earlier };
    await revisions.insertOne(revision).catch(ignoreDuplicate);
  }

  async function replace(
    userId: string,
    before: Before,
    write: NoteWrite,
    messages: readonly CarriedMessage[],
  ): Promise<boolean> {
    const { title, content, revision } = write.note;
    const isSameText = before.title === title && before.content === content;
    const text = isSameText ? {} : { textRevision: revision, ...unindexedFields(clock.now()) };
    const unset = isSameText ? {} : { $unset: { postponed: true as const } };
    const asFound = { _id: before._id, userId, live: true, revision: before.revision };
    return (
      (await notes.updateOne(asFound, { $set: { ...revisionFields(write), ...text }, ...unset, ...carrying(messages) }))
        .matchedCount > 0
    );
  }

  /** Removes the revision kept for this update if a purge in between missed it. */
  async function forgetOrphan(userId: string, noteId: string): Promise<void> {
    const note = await notes.findOne({ _id: noteId, userId }, { projection: { _id: 1 } });
    if (note === null) await revisions.deleteMany({ userId, noteId });
  }

  async function update(sub: string, write: NoteWrite, notices: readonly Notice[]): Promise<boolean> {
    const owner = await owners.find(sub);
    if (owner === null) return false;
    const { id: _id, revision, archived } = write.note;
    const options = { projection: BEFORE };
    const before = await notes.findOne({ _id, userId: owner.id, live: true, revision: revision - 1 }, options);
    if (before === null) return false;
    await keepRevision(owner.id, before);
    const messages = relay.of(owner, notices);
    if (!(await replace(owner.id, before, write, messages))) {
      await forgetOrphan(owner.id, _id);
      return false;
    }
    relay.handOn(owner, { collection: "notes", _id }, messages);
    const movesStates = before.archived !== archived;
    const isReworded = storedNote(before).claimed_at !== write.note.claimed_at;
    const moves = { movesStates, movesRests: movesStates || isReworded };
    await record(owner, { notices, words: write.terms.length - before.length, ...moves });
    return true;
  }

  return {
    update,
    async delete(sub, _id, deletedAt, notices, revision) {
      const owner = await owners.find(sub);
      const messages = owner === null ? [] : relay.of(owner, notices);
      const deletedNote =
        owner &&
        (await notes.findOneAndUpdate(
          { _id, userId: owner.id, live: true, ...(revision !== undefined && { revision }) },
          {
            $set: { live: false, deletedAt, done: [] },
            $unset: { due: true, dueSince: true, postponed: true },
            ...carrying(messages),
          },
          { projection: { length: 1 } },
        ));
      if (!owner || !deletedNote) return false;
      relay.handOn(owner, { collection: "notes", _id }, messages);
      await record(owner, { notices, notes: -1, words: -deletedNote.length, movesStates: true, movesRests: true });
      return true;
    },
    async restore(sub, _id, noticesOf) {
      const owner = await owners.find(sub);
      if (owner === null) return false;
      const restoredNote = await notes.findOneAndUpdate(
        { _id, userId: owner.id, live: false, purging: { $exists: false } },
        { $set: { live: true, ...unindexedFields(clock.now()) }, $unset: { deletedAt: true } },
        { projection: BEFORE },
      );
      if (restoredNote === null) {
        const live = { _id, userId: owner.id, live: true };
        return (await notes.findOne(live, { projection: { _id: 1 } })) !== null;
      }
      const notices = noticesOf(storedNote(restoredNote));
      await relay.deliver(owner, relay.of(owner, notices));
      await record(owner, {
        notices,
        notes: 1,
        words: restoredNote.length,
        movesStates: true,
        movesRests: true,
      });
      return true;
    },
  };
}
