import type { DueNote, EmbeddedWindow, NearestOptions, VectorHit, VectorIndex, VectorModels } from "@knote/api";
import { liveNote, liveNotes, type KeptNote, type KeptVectors, type Shelf } from "./shelf.ts";

type HitOptions = Pick<NearestOptions, "headsOnly">;

/** Creates the index, which serves the model `serving` from the start. */
export function createMemoryVectors(shelf: Shelf, serving: string): VectorIndex {
  let models: VectorModels = { serving, next: null };
  const isKept = (model: string) => model === models.serving || model === models.next;
  const keep = (kept: VectorModels) => {
    models = kept;
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
      for (const { vectors, postponed } of shelf.notes.values()) {
        const known = vectors.get(model);
        if (known) vectors.set(model, { ...known, complete: false });
        postponed.delete(model);
      }
    },
    async put(userId, noteId, { model, ...embedded }) {
      const kept = liveNote(shelf, userId, noteId);
      if (kept === null || kept.textRevision > embedded.revision || !isKept(model)) return false;
      if ((kept.vectors.get(model)?.revision ?? 0) > embedded.revision) return false;
      kept.vectors.set(model, { ...embedded, windows: embedded.windows.map(copyOf) });
      kept.postponed.delete(model);
      return true;
    },
    async postpone(userId, noteId, { model, revision, forMs }) {
      const kept = liveNote(shelf, userId, noteId);
      if (kept === null || kept.textRevision > revision || !isKept(model) || !isUnembedded(kept, model)) return;
      kept.postponed.set(model, { textRevision: kept.textRevision, until: Date.now() + forMs });
    },
    async postponed(model) {
      const live = [...shelf.notes.values()].filter((kept) => isUnembedded(kept, model));
      return isKept(model) ? live.filter((kept) => isPostponed(kept, model)).length : 0;
    },
    async nearest(userId, model, vector, { limit, ...options }) {
      return hits(liveNotes(shelf, userId), model, vector, options).slice(0, limit);
    },
    async similarities(userId, model, vector, ids, options = {}) {
      const wanted = new Set(ids);
      return hits(
        liveNotes(shelf, userId).filter((kept) => wanted.has(kept.write.note.id)),
        model,
        vector,
        options,
      );
    },
    async sampleHeads(userId, model, limit) {
      const heads = liveNotes(shelf, userId)
        .toSorted(oldestFirst)
        .flatMap((kept) => currentVectors(kept, model)?.windows[0] ?? []);
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
      return due.filter((kept) => userId === undefined || kept.userId === userId).length;
    },
  };
}

function hits(notes: readonly KeptNote[], model: string, vector: Float32Array, options: HitOptions): VectorHit[] {
  return notes
    .filter((kept) => !kept.write.note.archived)
    .flatMap((kept) => bestWindow(kept, model, vector, options) ?? [])
    .toSorted((one, other) => other.similarity - one.similarity);
}

function bestWindow(kept: KeptNote, model: string, vector: Float32Array, { headsOnly }: HitOptions): VectorHit | null {
  const windows = currentVectors(kept, model)?.windows ?? [];
  const headSimilarity = windows[0] ? dot(windows[0].vector, vector) : 0;
  let best: VectorHit | null = null;
  for (const { start, end, vector: own } of windows.slice(0, headsOnly ? 1 : undefined)) {
    const similarity = dot(own, vector);
    if (best === null || similarity > best.similarity)
      best = { id: kept.write.note.id, similarity, headSimilarity, window: { start, end } };
  }
  return best;
}

function currentVectors(kept: KeptNote, model: string): KeptVectors | null {
  const vectors = kept.vectors.get(model);
  return vectors && vectors.revision >= kept.textRevision ? vectors : null;
}

function dueNotes(shelf: Shelf, model: string): KeptNote[] {
  return [...shelf.notes.values()].filter((kept) => isUnembedded(kept, model) && !isPostponed(kept, model));
}

function isUnembedded(kept: KeptNote, model: string): boolean {
  return kept.deletedAt === null && currentVectors(kept, model)?.complete !== true;
}

function isPostponed({ postponed, textRevision }: KeptNote, model: string): boolean {
  const known = postponed.get(model);
  return known?.textRevision === textRevision && known.until > Date.now();
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
