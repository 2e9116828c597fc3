import type { VectorDocuments } from "../../../packages/storage-mongo/src/ports/vector-documents.ts";

const LONG_AGO = "2020-01-01T00:00:00.000Z";

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
      const stands = { archived: false, createdAt: LONG_AGO };
      return new Map(knownNotes.map((note) => [note, { ...stands, leastRevision: revisionByNote.get(note)! }]));
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
