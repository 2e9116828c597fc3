import { createNoteTable, type NoteTable } from "./note-table.ts";
import type { SnapshotReader } from "./snapshot.ts";
import type { VectorMemory } from "./vector-memory.ts";
import { createVectorSet, type VectorSet } from "./vector-set.ts";

/** The cached data of one user. */
export interface UserCache {
  readonly table: NoteTable;
  vectors(model: number): VectorSet;
}

/**
 * Caches per user, with the vectors of one model only, since the earlier one is unused after a change of the
 * embedder. Drops the least recently used users above the budget.
 */
export interface UserCaches {
  /** Works with a user's cache, which is kept for as long as the work takes. */
  use<T>(user: number, work: (cache: UserCache) => T | Promise<T>): Promise<T>;
  /** Drops a user's cache as soon as no work uses it. */
  forget(user: number): void;
  /** Returns the number of cached users. */
  size(): number;
}

interface Entry {
  readonly table: NoteTable;
  readonly sets: Map<number, VectorSet>;
  /** The model that was used last. */
  model: number | null;
  /** The number of uses under way. */
  uses: number;
  /** Whether to drop the entry after its uses. */
  isForgotten: boolean;
  /** Size after the last use, without the vectors themselves. */
  bytes: number;
}

interface UserCachesDeps {
  readonly reader: SnapshotReader;
  readonly memory: VectorMemory;
  readonly budgetBytes: number;
}

export function createUserCaches({ reader, memory, budgetBytes }: UserCachesDeps): UserCaches {
  const entries = new Map<number, Entry>();

  let columnBytes = 0;

  function latest(user: number): Entry {
    const entry = entries.get(user) ?? {
      table: createNoteTable(user),
      sets: new Map(),
      model: null,
      uses: 0,
      isForgotten: false,
      bytes: 0,
    };
    // Deleted and set again, to keep the map in the order of use.
    entries.delete(user);
    entries.set(user, entry);
    return entry;
  }

  function vectorsOf(entry: Entry, model: number): VectorSet {
    const { table, sets } = entry;
    entry.model = model;
    const set = sets.get(model) ?? createVectorSet({ reader, table, memory, model });
    sets.set(model, set);
    return set;
  }

  function dropOthers({ sets, model }: Entry): void {
    for (const [other, set] of sets) {
      if (other === model) continue;
      sets.delete(other);
      set.drop();
    }
  }

  function count(entry: Entry): void {
    const bytes = bytesOf(entry);
    columnBytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  function keepWithinBudget(): void {
    for (const [user, entry] of entries) {
      if (columnBytes + memory.bytes() <= budgetBytes) return;
      if (entry.uses === 0) drop(user, entry);
    }
  }

  function drop(user: number, entry: Entry): void {
    entries.delete(user);
    columnBytes -= entry.bytes;
    for (const set of entry.sets.values()) set.drop();
  }

  return {
    async use(user, work) {
      const entry = latest(user);
      entry.uses++;
      try {
        return await work({ table: entry.table, vectors: (model) => vectorsOf(entry, model) });
      } finally {
        if (entry.uses === 1) dropOthers(entry);
        count(entry);
        keepWithinBudget();
        entry.uses--;
        if (entry.isForgotten && entry.uses === 0) drop(user, entry);
      }
    },
    forget(user) {
      const entry = entries.get(user);
      if (entry === undefined) return;
      entry.isForgotten = true;
      if (entry.uses === 0) drop(user, entry);
    },
    size: () => entries.size,
  };
}

function bytesOf({ table, sets }: Entry): number {
  return [...sets.values()].reduce((bytes, set) => bytes + set.bytes(), table.bytes());
}
