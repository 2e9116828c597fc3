import { idBatches } from "../batches.ts";
import { insertNew } from "../connection/duplicate-keys.ts";
import type { Collections } from "../collections/collections.ts";

const NOTES_AT_ONCE = 300;

/** Lists purged notes until their vectors are removed. */
export interface Removals {
  add(noteIds: readonly string[]): Promise<void>;
  /** Adds all notes of an owner. */
  addAllOf(userId: string): Promise<void>;
  list(limit: number): Promise<string[]>;
  confirmRemoved(noteIds: readonly string[]): Promise<void>;
}

export function createRemovals({ removals, notes }: Pick<Collections, "removals" | "notes">): Removals {
  async function add(noteIds: readonly string[]): Promise<void> {
    // Some may be listed already.
    const documents = noteIds.map((_id) => ({ _id }));
    await insertNew(removals, documents);
  }

  return {
    add,
    async addAllOf(userId) {
      let batch: string[] = [];
      for await (const { _id } of notes.find({ userId }, { projection: { _id: 1 } })) {
        batch.push(_id);
        if (batch.length < NOTES_AT_ONCE) continue;
        await add(batch);
        batch = [];
      }
      await add(batch);
    },
    async list(limit) {
      const rows = await removals.find({}).sort({ _id: 1 }).limit(limit).toArray();
      return rows.map(({ _id }) => _id);
    },
    async confirmRemoved(noteIds) {
      for (const batch of idBatches(noteIds)) await removals.deleteMany({ _id: { $in: batch } });
    },
  };
}
