import type {
  DueNote,
  EmbeddedWindow,
  NearestOptions,
  SimilarityOptions,
  VectorHit,
  VectorIndex,
  VectorModels,
} from "@knote/api";
import { wholeSimilarity } from "@knote/api/kit/whole-similarity";
import { liveNote, liveNotes, type KeptNote, type KeptVectors, type Shelf } from "./shelf.ts";

type HitOptions = Omit<NearestOptions, "limit"> & SimilarityOptions;

/** Creates the index, which serves the model `serving` from the start. */
export function createMemoryVectors(shelf: Shelf, serving: string): VectorIndex {
  let models: VectorModels = { serving, next: null };
  const isKept = (model: string) => model === models.serving || model === models.next;
  const keep = (newModels: VectorModels) => {
    models = newModels;
    for (const { vectors } of shelf.notes.values())
      for (const model of vectors.keys()) if (!isKept(model)) vectors.delete(model);
  };
  return {
    async models() {
      return models;
    },
    async serve(model) {
      keep({ serving: model, next: null });
    },
    async prepare(model) {
      keep({ ...models, next: model === models.serving ? null : model });
    },
    async renew(model) {
      for (const { vectors, postponements } of shelf.notes.values()) {
        const noteVectors = vectors.get(model);
        if (noteVectors) vectors.set(model, { ...noteVectors, complete: false });
        postponements.delete(model);
      }
    },
    async put(userId, noteId, { model, ...embedded }) {
      const entry = liveNote(shelf, userId, noteId);
      if (entry === null || entry.textRevision > embedded.revision || !isKept(model)) return false;
      if ((entry.vectors.get(model)?.revision ?? 0) > embedded.revision) return false;
      entry.vectors.set(model, { ...embedded, windows: embedded.windows.map(copyOf) });
      entry.postponements.delete(model);
      return true;
    },
    async postpone(userId, noteId, { model, revision, forMs }) {
      const entry = liveNote(shelf, userId, noteId);
      if (entry === null || entry.textRevision > revision || !isKept(model) || !isUnembedded(entry, model)) return;
      entry.postponements.set(model, { textRevision: entry.textRevision, until: Date.now() + forMs });
    },
    async countPostponed(model) {
      const live = [...shelf.notes.values()].filter((entry) => isUnembedded(entry, model));
      return isKept(model) ? live.filter((entry) => isPostponed(entry, model)).length : 0;
    },
    async nearest(userId, model, vector, { limit, ...options }) {
      return hits(liveNotes(shelf, userId), model, vector, options).slice(0, limit);
    },
    async similarities(userId, model, vector, ids, options = {}) {
      const wantedIds = new Set(ids);
      return hits(
        liveNotes(shelf, userId).filter((entry) => wantedIds.has(entry.write.note.id)),
        model,
        vector,
        options,
      );
    },
    async heads(userId, model, ids) {
      const wantedIds = new Set(ids);
      return new Map(
        liveNotes(shelf, userId).flatMap((entry) => {
          const { id } = entry.write.note;
          const head = wantedIds.has(id) ? currentVectors(entry, model)?.windows[0] : undefined;
          return head === undefined ? [] : [[id, head.vector.slice()] as const];
        }),
      );
    },
    async sampleHeads(userId, model, limit) {
      const heads = liveNotes(shelf, userId)
        .toSorted(oldestFirst)
        .flatMap((entry) => currentVectors(entry, model)?.windows[0] ?? []);
      const step = Math.max(1, heads.length / limit);
      return Array.from({ length: Math.min(limit, heads.length) }, (_, index) =>
        heads[Math.floor(index * step)]!.vector.slice(),
      );
    },
    async due(model, limit, after = "") {
      return (isKept(model) ? dueNotes(shelf, model) : [])
        .map(dueNoteOf)
        .filter(({ position }) => position > after)
        .toSorted((one, other) => (one.position < other.position ? -1 : 1))
        .slice(0, limit);
    },
    async dueSince(model) {
      const times = (isKept(model) ? dueNotes(shelf, model) : []).map(({ dueSince }) => dueSince);
      return times.length === 0 ? null : Math.min(...times);
    },
    async pending(model, userId) {
      const due = isKept(model) ? dueNotes(shelf, model) : [];
      return due.filter((entry) => userId === undefined || entry.userId === userId).length;
    },
  };
}

function hits(notes: readonly KeptNote[], model: string, vector: Float32Array, options: HitOptions): VectorHit[] {
  return notes
    .filter(({ write: { note } }) => options.withArchived === true || !note.archived)
    .filter(({ write: { note } }) => options.createdUpTo === undefined || note.created_at <= options.createdUpTo)
    .flatMap((entry) => bestWindow(entry, model, vector, options) ?? [])
    .toSorted((one, other) => other.similarity - one.similarity);
}

function bestWindow(entry: KeptNote, model: string, vector: Float32Array, { headsOnly }: HitOptions): VectorHit | null {
  const windows = (currentVectors(entry, model)?.windows ?? []).slice(0, headsOnly ? 1 : undefined);
  const cosines = windows.map((window) => dot(window.vector, vector));
  const similarity = Math.max(...cosines);
  const best = windows[cosines.indexOf(similarity)];
  return best
    ? {
        id: entry.write.note.id,
        similarity,
        wholeSimilarity: wholeSimilarity(cosines),
        window: { start: best.start, end: best.end },
      }
    : null;
}

function currentVectors(entry: KeptNote, model: string): KeptVectors | null {
  const vectors = entry.vectors.get(model);
  return vectors && vectors.revision >= entry.textRevision ? vectors : null;
}

function dueNotes(shelf: Shelf, model: string): KeptNote[] {
  return [...shelf.notes.values()].filter((entry) => isUnembedded(entry, model) && !isPostponed(entry, model));
}

function isUnembedded(entry: KeptNote, model: string): boolean {
  return entry.deletedAt === null && currentVectors(entry, model)?.complete !== true;
}

function isPostponed({ postponements, textRevision }: KeptNote, model: string): boolean {
  const postponement = postponements.get(model);
  return postponement?.textRevision === textRevision && postponement.until > Date.now();
}

function dueNoteOf({ userId, dueSince, write: { note } }: KeptNote): DueNote {
  const position = `${userId} ${String(dueSince).padStart(16, "0")} ${note.id}`;
  return { userId, noteId: note.id, since: dueSince, position, userPosition: `${userId} ~` };
}

/** Returns the cosine: both vectors are normalised. */
function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0);
}

function copyOf({ start, end, vector }: EmbeddedWindow): EmbeddedWindow {
  return { start, end, vector: vector.slice() };
}

function oldestFirst(one: KeptNote, other: KeptNote): number {
  return positionOf(one) < positionOf(other) ? -1 : 1;
}

function positionOf({ write: { note } }: KeptNote): string {
  return `${note.created_at} ${note.id}`;
}
