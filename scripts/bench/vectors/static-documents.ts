import type { VectorDocuments } from "../../../packages/storage-mongo/src/ports/vector-documents.ts";

const CREATED_AT = new Date(0).toISOString();

/** Creates documents that never change: nothing is revised, archived or removed during a measurement. */
export function createStaticDocuments(model: string, key: string): VectorDocuments {
  const revisionByNote = new Map<string, number>();
  let isMade = false;
  return {
    keptModels: () => Promise.resolve({ serving: { name: model, key, wasCreated: isMade }, next: null }),
    keep: () => Promise.resolve(),
    async markCreating() {
      isMade = true;
    },
    admit: (_user, note) => Promise.resolve(revisionByNote.get(note) ?? 0),
    async settle(_user, note, { revision }) {
      revisionByNote.set(note, revision);
      return true;
    },
    async standing(_user, _key, notes) {
      const knownNotes = notes.filter((note) => revisionByNote.has(note));
      return new Map(
        knownNotes.map((note) => [
          note,
          { leastRevision: revisionByNote.get(note)!, archived: false, createdAt: CREATED_AT },
        ]),
      );
    },
    renew: () => Promise.resolve(),
    due: () => Promise.resolve([]),
    postpone: () => Promise.resolve(),
    countPostponed: () => Promise.resolve(0),
    dueSince: () => Promise.resolve(null),
    pending: () => Promise.resolve(0),
    removals: () => Promise.resolve([]),
    confirmRemoved: () => Promise.resolve(),
  };
}
