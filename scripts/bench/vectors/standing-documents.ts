import type { VectorDocuments } from "../../../packages/storage-mongo/src/ports/vector-documents.ts";

/** Creates documents that never change: nothing is revised, archived or removed during a measurement. */
export function createStandingDocuments(model: string, key: string): VectorDocuments {
  const settled = new Map<string, number>();
  let made = false;
  return {
    kept: () => Promise.resolve({ serving: { name: model, key, made }, next: null }),
    keep: () => Promise.resolve(),
    async making() {
      made = true;
    },
    admit: (_user, note) => Promise.resolve(settled.get(note) ?? 0),
    async settle(_user, note, { revision }) {
      settled.set(note, revision);
      return true;
    },
    async standing(_user, _key, notes) {
      const known = notes.filter((note) => settled.has(note));
      return new Map(known.map((note) => [note, { leastRevision: settled.get(note)!, archived: false }]));
    },
    renew: () => Promise.resolve(),
    due: () => Promise.resolve([]),
    postpone: () => Promise.resolve(),
    postponed: () => Promise.resolve(0),
    dueSince: () => Promise.resolve(null),
    pending: () => Promise.resolve(0),
    removals: () => Promise.resolve([]),
    removed: () => Promise.resolve(),
  };
}
