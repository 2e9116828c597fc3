import { createNoteTable, type NoteTable } from "./note-table.ts";
import type { SnapshotReader } from "./snapshot.ts";
import type { VectorMemory } from "./vector-memory.ts";
import { createVectorSet, type VectorSet } from "./vector-set.ts";

/** What is held in memory of one user. */
export interface UserCache {
  readonly table: NoteTable;
  vectors(model: number): VectorSet;
}

/**
 * Memory by user, with the vectors of one model: after a change of the embedder nobody asks for the other.
 * Who was asked for longest ago goes first when there is more than the budget.
 */
export interface UserCaches {
  /** Works with a user's memory, which stays as long as the work takes. */
  use<T>(user: number, work: (cache: UserCache) => T | Promise<T>): Promise<T>;
  /** Drops a user's memory, as soon as no work is done with it. */
  forget(user: number): void;
  /** How many users are held. */
  size(): number;
}

interface Entry {
  readonly table: NoteTable;
  readonly sets: Map<number, VectorSet>;
  /** The model that was asked for last. */
  model: number | null;
  /** Work under way. */
  uses: number;
  /** To be dropped after it. */
  forgotten: boolean;
  /** As counted when it was used last, without the vectors. */
  bytes: number;
}

interface Parts {
  readonly reader: SnapshotReader;
  readonly memory: VectorMemory;
  readonly budgetBytes: number;
}

export function createUserCaches({ reader, memory, budgetBytes }: Parts): UserCaches {
  const entries = new Map<number, Entry>();

  let columnBytes = 0;

  function latest(user: number): Entry {
    const entry = entries.get(user) ?? {
      table: createNoteTable(user),
      sets: new Map(),
      model: null,
      uses: 0,
      forgotten: false,
      bytes: 0,
    };
    // Taken out and put back: the map is in the order of use.
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
        if (entry.forgotten && entry.uses === 0) drop(user, entry);
      }
    },
    forget(user) {
      const entry = entries.get(user);
      if (entry === undefined) return;
      entry.forgotten = true;
      if (entry.uses === 0) drop(user, entry);
    },
    size: () => entries.size,
  };
}

function bytesOf({ table, sets }: Entry): number {
  return [...sets.values()].reduce((bytes, set) => bytes + set.bytes(), table.bytes());
}
