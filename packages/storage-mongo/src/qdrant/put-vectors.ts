import { DomainError, type EmbeddedWindow, type VectorIndex } from "@knote/api";
import type { Schemas } from "@qdrant/js-client-rest";
import type { ModelCollection, ModelCollections } from "./model-collections.ts";
import { pointId } from "./point-id.ts";
import type { Point, PointWriter } from "./point-writer.ts";
import { isMissing } from "./qdrant-errors.ts";
import type { VectorDocuments } from "../ports/vector-documents.ts";

/** Qdrant's limit. */
const MAX_DIMENSIONS = 65_536;

type EmbeddedNote = Parameters<VectorIndex["put"]>[2];

interface Note {
  readonly userId: string;
  readonly noteId: string;
}

interface PutDeps {
  readonly documents: VectorDocuments;
  readonly collections: ModelCollections;
  readonly writer: PointWriter;
}

/**
 * Stores the points first, then settles them in the document: a process that dies between the two leaves a due
 * note, and points that are hits only while their text is the present one.
 */
export function createPut({ documents, collections, writer }: PutDeps): VectorIndex["put"] {
  async function store(
    modelCollection: ModelCollection,
    note: Note,
    { revision, windows, complete }: EmbeddedNote,
    earlier: number,
  ) {
    const points = windows.map((window, index) => pointOf(note, revision, window, index));
    // Only a note with vectors has points to replace; a complete put removes them in the same request.
    const stale = complete && earlier > 0 ? olderThan(note, revision, points) : null;
    await writer.write(modelCollection.collection, { points, stale });
    const isSettled = await documents.settle(note.userId, note.noteId, {
      key: modelCollection.key,
      revision,
      complete,
    });
    if (!isSettled) await clear(modelCollection, note, revision);
    return isSettled;
  }

  /** Removes the points of a put that came too late; those of a deleted note are removed when it is purged. */
  async function clear({ collection, key }: ModelCollection, { userId, noteId }: Note, revision: number) {
    const standing = (await documents.standing(userId, key, [noteId])).get(noteId);
    if (standing && standing.leastRevision > revision)
      await writer.write(collection, { points: [], stale: olderThan({ userId, noteId }, revision, []) });
  }

  return async (userId, noteId, embeddedNote) => {
    const dimensions = assertWindows(embeddedNote.windows);
    // A copy, as the caller may change its vectors before they are sent.
    const windows = embeddedNote.windows.map((window) => ({ ...window, vector: window.vector.slice() }));
    const model = await collections.model(embeddedNote.model);
    if (model === null) return false;
    const earlier = await documents.admit(userId, noteId, { key: model.key, revision: embeddedNote.revision });
    if (earlier === null) return false;
    const modelCollection = await collections.ensure(model, dimensions);
    if (modelCollection.dimensions !== dimensions)
      throw new DomainError(
        "INVALID",
        `Vectors of ${model.name} have ${modelCollection.dimensions} dimensions, not ${dimensions}.`,
      );
    try {
      return await store(modelCollection, { userId, noteId }, { ...embeddedNote, windows }, earlier);
    } catch (error) {
      // The model was dropped meanwhile or its collection lost; the next put creates it again.
      if (!isMissing(error)) throw error;
      collections.forget(model);
      return false;
    }
  };
}

function pointOf({ userId, noteId }: Note, revision: number, window: EmbeddedWindow, index: number): Point {
  const { start, end, vector } = window;
  const payload = { user: userId, note: noteId, revision, head: index === 0, start, end };
  return { id: pointId(noteId, index, revision), vector, payload };
}

/** Matches the note's points up to the revision, except these. */
function olderThan({ userId, noteId }: Note, revision: number, points: readonly Point[]): Schemas["Filter"] {
  return {
    must: [
      { key: "user", match: { value: userId } },
      { key: "note", match: { value: noteId } },
      { key: "revision", range: { lte: revision } },
    ],
    must_not: [{ has_id: points.map(({ id }) => id) }],
  };
}

/** Checks the vectors and returns their length. */
function assertWindows(windows: readonly EmbeddedWindow[]): number {
  const dimensions = windows[0]?.vector.length ?? 0;
  const alike = windows.every(({ vector }) => vector.length === dimensions);
  if (dimensions === 0 || dimensions > MAX_DIMENSIONS || !alike)
    throw new DomainError("INVALID", `A note needs one or more vectors of one length, 1 to ${MAX_DIMENSIONS}.`);
  return dimensions;
}
