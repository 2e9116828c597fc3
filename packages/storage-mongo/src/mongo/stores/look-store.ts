import { notesOfLook, type Look, type LookStore } from "@knote/api";
import { idBatches, inBatches } from "../batches.ts";
import type { LookDocument } from "../collections/looks.ts";
import { insertNew } from "../connection/duplicate-keys.ts";
import type { StoreDeps } from "./store-deps.ts";

export function createLookStore({ collections, owners, record }: StoreDeps): LookStore {
  const { looks, notes } = collections;

  /** Returns the ids of the user's notes among those that the documents name; notes being purged are gone. */
  async function ownIds(userId: string, documents: readonly LookDocument[]): Promise<Set<string>> {
    const ids = documents.flatMap(({ noteIds }) => noteIds);
    const rows = await inBatches(ids, (batch) =>
      notes.find({ _id: { $in: batch }, userId, purging: { $exists: false } }, { projection: { _id: 1 } }).toArray(),
    );
    return new Set(rows.map(({ _id }) => _id));
  }

  async function withoutNotes(userId: string, documents: readonly LookDocument[]): Promise<LookDocument[]> {
    const known = await ownIds(userId, documents);
    return documents.filter(({ noteIds }) => !noteIds.every((id) => known.has(id)));
  }

  async function store(userId: string, documents: readonly LookDocument[]): Promise<void> {
    const inserted = new Set(await insertNew(looks, documents));
    for (const { _id, basis, verdict, reason, details, at } of documents.filter((one) => !inserted.has(one)))
      await looks.updateOne({ _id, userId }, { $set: { basis, verdict, reason, details, at } });
  }

  return {
    async put(sub, givenLooks) {
      const owner = await owners.find(sub);
      if (owner === null) return 0;
      const documents = lastOfEachKey(givenLooks.map((look) => lookDocument(owner.id, look)));
      const unknown = new Set(await withoutNotes(owner.id, documents));
      const storable = documents.filter((document) => !unknown.has(document));
      await store(owner.id, storable);
      // A note may have been purged with its looks before these were stored.
      const orphans = await withoutNotes(owner.id, storable);
      for (const ids of idBatches(orphans.map(({ _id }) => _id)))
        await looks.deleteMany({ _id: { $in: ids }, userId: owner.id });
      await record(owner, { notices: [], movesRests: storable.length > 0 });
      return storable.length - orphans.length;
    },
    async remove(sub, keys) {
      const owner = await owners.find(sub);
      if (owner === null) return 0;
      let removedCount = 0;
      for (const batch of idBatches(keys.map((key) => lookId(owner.id, key))))
        removedCount += (await looks.deleteMany({ _id: { $in: batch }, userId: owner.id })).deletedCount;
      await record(owner, { notices: [], movesRests: removedCount > 0 });
      return removedCount;
    },
    async get(sub, keys) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const ids = [...new Set(keys)].map((key) => lookId(owner.id, key));
      const documents = await inBatches(ids, (batch) =>
        looks.find({ _id: { $in: batch }, userId: owner.id }).toArray(),
      );
      return documents.map(lookOf);
    },
    async list(sub, kind, { limit, after = "" }) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const page = looks.find({ userId: owner.id, kind, key: { $gt: after } }).sort({ key: 1 });
      return (await page.limit(limit).toArray()).map(lookOf);
    },
  };
}

function lookId(userId: string, key: string): string {
  return `${userId} ${key}`;
}

function lookDocument(userId: string, { key, basis, verdict, reason, details, at }: Look): LookDocument {
  const noteIds = notesOfLook(key).filter((id) => id !== null);
  const [kind = ""] = key.split(" ");
  return { _id: lookId(userId, key), userId, kind, key, noteIds, basis, verdict, reason, details, at };
}

function lastOfEachKey(documents: readonly LookDocument[]): LookDocument[] {
  return [...new Map(documents.map((document) => [document._id, document])).values()];
}

export function lookOf({ key, basis, verdict, reason, details, at }: LookDocument): Look {
  return { key, basis, verdict, reason, details, at };
}
