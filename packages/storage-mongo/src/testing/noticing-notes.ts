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
export function noticing(store: NoteStore, notices: NoteNotices): NoteStore {
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
      const updated = await store.update(userId, write, events);
      if (updated) notices.revise(write);
      return updated;
    },
    async delete(userId, id, deletedAt, events) {
      const deleted = await store.delete(userId, id, deletedAt, events);
      if (deleted) notices.hide(id);
      return deleted;
    },
    async restore(userId, id, eventsOf) {
      const restored = await store.restore(userId, id, eventsOf);
      if (restored) notices.restore(id);
      return restored;
    },
    async purge(userId, id, events) {
      const purged = await store.purge(userId, id, events);
      if (purged) notices.drop(id);
      return purged;
    },
  };
}
