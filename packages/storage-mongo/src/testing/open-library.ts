import type { NoteStore, StoredNote } from "@knote/api";
import { aNoteWrite, aRevision, createMemoryStorage, freshUserId } from "@knote/testkit";
import type { QdrantOptions } from "../qdrant/create-qdrant-vectors.ts";
import type { VectorDocuments } from "../ports/vector-documents.ts";
import { followDocuments } from "./follow-documents.ts";
import { openQdrant, type OpenQdrant } from "./open-qdrant.ts";

export const MODEL = "library-model";

export interface Library extends AsyncDisposable {
  readonly userId: string;
  readonly notes: NoteStore;
  readonly documents: VectorDocuments;
  readonly qdrant: OpenQdrant;
  /** Stores a note. */
  note(fields?: Partial<StoredNote>): Promise<StoredNote>;
  revise(note: StoredNote, changes: Partial<StoredNote>): Promise<StoredNote>;
  /** Puts windows of these angles for this revision of the note. */
  put(note: StoredNote, angles: readonly number[], model?: string): Promise<boolean>;
  /** Returns the ids of the notes nearest to the angle. */
  nearest(angle: number, options?: { readonly limit?: number; readonly model?: string }): Promise<string[]>;
  /** Counts the model's points on the server, whether they count or not. */
  points(model?: string): Promise<number>;
}

/** Opens documents in memory and vectors in Qdrant, with one model served. `change` wraps the documents. */
export async function openLibrary(
  url: string,
  options: Partial<QdrantOptions> & { readonly change?: (documents: VectorDocuments) => VectorDocuments } = {},
): Promise<Library> {
  const { change = (documents) => documents, ...others } = options;
  const followedDocuments = followDocuments(createMemoryStorage().notes);
  const { notes } = followedDocuments;
  const documents = change(followedDocuments.documents);
  const qdrant = openQdrant(url, documents, others);
  const userId = freshUserId();
  await qdrant.index.serve(MODEL);
  return {
    ...{ userId, notes, documents, qdrant },
    async note(fields) {
      const write = aNoteWrite(fields);
      await notes.insert(userId, write, []);
      return write.note;
    },
    async revise(note, changes) {
      const write = aRevision(note, changes);
      await notes.update(userId, write, []);
      return write.note;
    },
    put: ({ id, revision }, angles, model = MODEL) =>
      qdrant.index.put(userId, id, { model, revision, windows: windowsAt(angles), complete: true }),
    async nearest(angle, { limit = 10, model = MODEL } = {}) {
      return (await qdrant.index.nearest(userId, model, vectorAt(angle), { limit })).map(({ id }) => id);
    },
    async points(model = MODEL) {
      const { serving, next } = await documents.keptModels();
      const { key } = [serving, next].find((one) => one?.name === model)!;
      return (await qdrant.client.count(`${qdrant.prefix}-vectors-${key}`, { exact: true })).count;
    },
    [Symbol.asyncDispose]: () => qdrant[Symbol.asyncDispose](),
  };
}

function windowsAt(angles: readonly number[]) {
  return angles.map((angle, index) => ({ start: index * 10, end: index * 10 + 10, vector: vectorAt(angle) }));
}

function vectorAt(degrees: number): Float32Array {
  const radians = (degrees * Math.PI) / 180;
  return Float32Array.of(Math.cos(radians), Math.sin(radians));
}
