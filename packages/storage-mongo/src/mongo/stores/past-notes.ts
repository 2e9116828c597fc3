import { positionAt, type NoteStore } from "@knote/api";
import type { mongo } from "mongoose";
import { idBatches, inBatches } from "../batches.ts";
import type { NoteDocument } from "../collections/notes.ts";
import type { RevisionDocument } from "../collections/revisions.ts";
import { createUnion } from "../connection/create-union.ts";
import { storedRevision } from "./note-document.ts";
import type { NoteStoreDeps } from "./store-deps.ts";

/** Notes whose revisions are read with one command, each by its own pipeline. */
const NOTES_AT_ONCE = 50;

type PastNotes = Pick<NoteStore, "changedSince" | "revisionsAt" | "countDeleted" | "trash" | "keysOf">;
type Times = Pick<NoteDocument, "_id" | "created_at" | "updated_at" | "revision" | "textRevision" | "archived">;

/** Reads what notes were earlier. */
export function createPastNotes({ collections, owners }: Pick<NoteStoreDeps, "collections" | "owners">): PastNotes {
  const { notes, revisions } = collections;
  const union = createUnion(revisions);

  /** Returns when the present texts came, for notes whose text is older than their revision. */
  async function textTimes(userId: string, documents: readonly Times[]): Promise<Map<string, string>> {
    const older = documents.filter(({ revision, textRevision }) => textRevision < revision);
    const ids = older.map(({ _id, textRevision }) => `${_id} ${textRevision}`);
    const rows = await inBatches(ids, (batch) =>
      revisions.find({ _id: { $in: batch }, userId }, { projection: { noteId: 1, updated_at: 1 } }).toArray(),
    );
    return new Map(rows.map(({ noteId, updated_at }) => [noteId, updated_at]));
  }

  async function changedIds(userId: string, ids: string[], at: string): Promise<string[]> {
    const filter = { _id: { $in: ids }, userId, live: true, created_at: { $lte: at }, updated_at: { $gt: at } };
    return (await notes.find(filter, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  }

  return {
    async changedSince(sub, since, { limit, after }) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const place = after ?? { updated_at: since, id: positionAt(since).id };
      const filter = { userId: owner.id, live: true, revision: { $gt: 1 }, ...beyond(place) };
      const projection = { created_at: 1, updated_at: 1, revision: 1, textRevision: 1, archived: 1 };
      const cursor = notes.find(filter, { projection, batchSize: limit }).sort({ updated_at: 1, _id: 1 }).limit(limit);
      const documents: Times[] = await cursor.toArray();
      const times = await textTimes(owner.id, documents);
      return documents.map(({ _id: id, created_at, updated_at, archived }) => {
        return { id, created_at, updated_at, text_changed_at: times.get(id) ?? updated_at, archived };
      });
    },
    async revisionsAt(sub, ids, at) {
      const owner = ids.length === 0 ? null : await owners.find(sub);
      if (owner === null) return [];
      const { id: userId } = owner;
      const noteIds = await inBatches(ids, (batch) => changedIds(userId, batch, at));
      const rows: RevisionDocument[] = [];
      for (const batch of idBatches(noteIds, NOTES_AT_ONCE)) {
        const pipelines = batch.map((noteId) => [
          { $match: { userId, noteId, updated_at: { $lte: at } } },
          { $sort: { revision: -1 } },
          { $limit: 1 },
        ]);
        rows.push(...(await union<RevisionDocument>(pipelines)));
      }
      return rows.map((row) => ({ id: row.noteId, ...storedRevision(row) }));
    },
    async trash(sub, { limit, after = "" }) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const inTrash = { userId: owner.id, live: false, purging: { $exists: false }, _id: { $gt: after } };
      const projection = { revision: 1, updated_at: 1, deletedAt: 1 };
      const documents = await notes.find(inTrash, { projection }).sort({ _id: 1 }).limit(limit).toArray();
      return documents.map(({ _id: id, revision, updated_at, deletedAt }) => {
        return { id, revision, updated_at, deleted_at: deletedAt! };
      });
    },
    async keysOf(sub, ids) {
      const owner = ids.length === 0 ? null : await owners.find(sub);
      if (owner === null) return new Map();
      const withKey = { userId: owner.id, live: true, key: { $exists: true } };
      const rows = await inBatches(ids, (batch) =>
        notes.find({ _id: { $in: batch }, ...withKey }, { projection: { key: 1 } }).toArray(),
      );
      return new Map(rows.map(({ _id, key }) => [_id, key!]));
    },
    async countDeleted(sub, { after, upTo }) {
      const owner = await owners.find(sub);
      if (owner === null) return 0;
      const inTrash = { userId: owner.id, live: false, purging: { $exists: false } };
      return await notes.countDocuments({ ...inTrash, deletedAt: { $gt: after, $lte: upTo } });
    },
  };
}

/** Filters what follows a place; `updated_at` alone also bounds the index. */
function beyond({ updated_at, id }: { readonly updated_at: string; readonly id: string }): mongo.Filter<NoteDocument> {
  return { updated_at: { $gte: updated_at }, $or: [{ updated_at: { $gt: updated_at } }, { _id: { $gt: id } }] };
}
