import type { NoteStore, NoteWrite } from "@knote/api";

/** Called after each successful write. */
export interface NoteNotices {
  begin(userId: string, write: NoteWrite): void;
  revise(write: NoteWrite): void;
  hide(id: string): void;
  restore(id: string): void;
  drop(id: string): void;
}

/** Returns the note store with a notice after each write. */
export function withNotices(store: NoteStore, notices: NoteNotices): NoteStore {
  return {
    ...store,
    async insert(userId, write, events) {
      await store.insert(userId, write, events);
      notices.begin(userId, write);
    },
    async insertMany(userId, writes) {
      const outcomes = await store.insertMany(userId, writes);
      for (const [index, write] of writes.entries()) if (outcomes[index]!.created) notices.begin(userId, write);
      return outcomes;
    },
    async update(userId, write, events) {
      const wasUpdated = await store.update(userId, write, events);
      if (wasUpdated) notices.revise(write);
      return wasUpdated;
    },
    async delete(userId, id, deletedAt, events, revision) {
      const wasDeleted = await store.delete(userId, id, deletedAt, events, revision);
      if (wasDeleted) notices.hide(id);
      return wasDeleted;
    },
    async restore(userId, id, eventsOf) {
      const wasRestored = await store.restore(userId, id, eventsOf);
      if (wasRestored) notices.restore(id);
      return wasRestored;
    },
    async purge(userId, id, events) {
      const wasPurged = await store.purge(userId, id, events);
      if (wasPurged) notices.drop(id);
      return wasPurged;
    },
  };
}
