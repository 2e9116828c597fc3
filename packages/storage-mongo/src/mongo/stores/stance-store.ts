import type { StanceEntry, StanceStore } from "@knote/api";
import { idBatches, inBatches } from "../batches.ts";
import type { StanceDocument } from "../collections/stances.ts";
import { insertNew } from "../connection/duplicate-keys.ts";
import type { StoreDeps } from "./store-deps.ts";

/** Digits of a number in an id, so that ids sort as the numbers do. */
const DIGITS = 6;
/** Sorts after every id of a note. */
const LAST = "~";

export function createStanceStore({ collections, owners }: Pick<StoreDeps, "collections" | "owners">): StanceStore {
  const { stances, notes } = collections;

  /** Leaves out the entries of notes that the user does not have; notes being purged are gone. */
  async function withNotes(userId: string, documents: readonly StanceDocument[]): Promise<StanceDocument[]> {
    const ids = documents.map(({ noteId }) => noteId);
    const rows = await inBatches(ids, (batch) =>
      notes.find({ _id: { $in: batch }, userId, purging: { $exists: false } }, { projection: { _id: 1 } }).toArray(),
    );
    const ownIds = new Set(rows.map(({ _id }) => _id));
    return documents.filter(({ noteId }) => ownIds.has(noteId));
  }

  return {
    async add(sub, entries) {
      const owner = await owners.find(sub);
      if (owner === null) return 0;
      const documents = entries.map((entry) => stanceDocument(owner.id, entry));
      const addedDocuments = await insertNew(stances, await withNotes(owner.id, documents));
      // A note may have been purged with its log before these were stored.
      const lasting = new Set(await withNotes(owner.id, addedDocuments));
      const orphans = addedDocuments.filter((document) => !lasting.has(document));
      for (const ids of idBatches(orphans.map(({ _id }) => _id)))
        await stances.deleteMany({ _id: { $in: ids }, userId: owner.id });
      return lasting.size;
    },
    async ofNote(sub, noteId) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      return (await stances.find({ userId: owner.id, noteId }).sort({ number: 1 }).toArray()).map(stanceOf);
    },
    async latest(sub, noteIds) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const batches = idBatches(noteIds).map(async (ids) => {
        const latest = new Map<string, StanceEntry>();
        const entries = stances.find({ userId: owner.id, noteId: { $in: ids } });
        for await (const entry of entries.sort({ noteId: 1, number: 1 })) latest.set(entry.noteId, stanceOf(entry));
        return [...latest.values()];
      });
      return (await Promise.all(batches)).flat();
    },
    async list(sub, { limit, after = "" }) {
      const owner = await owners.find(sub);
      if (owner === null) return { entries: [], next: null };
      const range = { $gt: `${owner.id} ${after}`, $lt: `${owner.id} ${LAST}` };
      const page = stances.find({ _id: range, userId: owner.id }).sort({ _id: 1 });
      const documents = await page.limit(limit + 1).toArray();
      const entries = documents.slice(0, limit).map(stanceOf);
      return { entries, next: documents.length > limit ? placeOf(entries.at(-1)!) : null };
    },
  };
}

function placeOf({ noteId, number }: StanceEntry): string {
  return `${noteId} ${String(number).padStart(DIGITS, "0")}`;
}

function stanceDocument(userId: string, entry: StanceEntry): StanceDocument {
  return { _id: `${userId} ${placeOf(entry)}`, userId, ...stanceOf(entry) };
}

function stanceOf(entry: StanceEntry): StanceEntry {
  const { noteId, number, at, kind, confidence, expects, review_on, outcome, text } = entry;
  return { noteId, number, at, kind, confidence, expects, review_on, outcome, text };
}
