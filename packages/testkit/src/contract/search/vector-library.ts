import type { EmbeddedWindow, NearestOptions, SimilarityOptions, Storage, StoredNote, VectorHit } from "@knote/api";
import { givenOwner, type Owner } from "../given.ts";

/** Two models of different dimensions; the second one's are not a multiple of 16, as with some real models. */
export const MODEL = { name: "contract-suite-model", dimensions: 64 } as const;
export const OTHER_MODEL = { name: "contract-suite-other-model", dimensions: 100 } as const;
/** A model without vectors at the start of a test. */
export const THIRD_MODEL = { name: "contract-suite-third-model", dimensions: 3 } as const;

export type SuiteModel = typeof MODEL | typeof OTHER_MODEL;

/** An owner whose notes have vectors by angle: the similarity of two is the cosine of the angle between them. */
export interface Librarian extends Owner {
  /** Stores a note with the vectors of its windows, the head first. */
  noteAt(angles: readonly number[], fields?: Partial<StoredNote>): Promise<StoredNote>;
  put(
    note: StoredNote,
    angles: readonly number[],
    options?: { readonly model?: SuiteModel; readonly complete?: boolean },
  ): Promise<boolean>;
  nearest(angle: number, options?: Partial<NearestOptions> & { readonly model?: SuiteModel }): Promise<VectorHit[]>;
  similarities(
    angle: number,
    notes: readonly StoredNote[],
    options?: SimilarityOptions & { readonly model?: SuiteModel },
  ): Promise<VectorHit[]>;
}

export function givenLibrarian(storage: Storage): Librarian {
  const owner = givenOwner(storage);
  const put: Librarian["put"] = (note, angles, { model = MODEL, complete = true } = {}) =>
    storage.vectors.put(owner.userId, note.id, {
      model: model.name,
      revision: note.revision,
      windows: windowsAt(angles, model),
      complete,
    });
  return {
    ...owner,
    put,
    async noteAt(angles, fields) {
      const note = await owner.note(fields);
      if (!(await put(note, angles))) throw new Error("The vectors of a new note were refused.");
      return note;
    },
    nearest: (angle, { model = MODEL, limit = 100, ...options } = {}) =>
      storage.vectors.nearest(owner.userId, model.name, vectorAt(angle, model), { limit, ...options }),
    similarities: (angle, notes, { model = MODEL, ...options } = {}) =>
      storage.vectors.similarities(
        owner.userId,
        model.name,
        vectorAt(angle, model),
        notes.map((note) => note.id),
        options,
      ),
  };
}

export function cosine(angle: number): number {
  return Math.cos((angle * Math.PI) / 180);
}

export function vectorAt(degrees: number, { dimensions }: SuiteModel = MODEL): Float32Array {
  const vector = new Float32Array(dimensions);
  vector[0] = cosine(degrees);
  vector[dimensions - 1] = cosine(degrees - 90);
  return vector;
}

/** Returns windows of ten code units each. */
function windowsAt(angles: readonly number[], model: SuiteModel): EmbeddedWindow[] {
  return angles.map((angle, index) => ({ start: index * 10, end: index * 10 + 10, vector: vectorAt(angle, model) }));
}
