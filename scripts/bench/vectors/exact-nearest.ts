import type { EmbeddedWindow } from "../../../packages/api/src/index.ts";
import { dot } from "../../../packages/api/src/suggestions/link-threshold.ts";

/** Compares all vectors one by one: the reference for the engines. */
export interface ExactNearest {
  add(noteId: string, windows: readonly EmbeddedWindow[]): void;
  /** Returns the ids of the notes whose best windows are nearest. */
  nearest(vector: Float32Array, limit: number): string[];
}

export function createExactNearest(): ExactNearest {
  const notes: { readonly id: string; readonly vectors: readonly Float32Array[] }[] = [];
  return {
    add: (id, windows) => void notes.push({ id, vectors: windows.map(({ vector }) => vector.slice()) }),
    nearest(vector, limit) {
      const scoredNotes = notes.map(({ id, vectors }) => ({
        id,
        score: Math.max(...vectors.map((own) => dot(own, vector))),
      }));
      const best = scoredNotes.toSorted((one, other) => other.score - one.score);
      return best.slice(0, limit).map(({ id }) => id);
    },
  };
}
