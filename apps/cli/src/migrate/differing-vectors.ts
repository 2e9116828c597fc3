import type { EmbeddedWindow, VectorRecord } from "@knote/api";
import type { Sides } from "./sides.ts";

/** A vector database can normalise again, which changes the last digits. */
const LEAST_COSINE = 0.9999;

/** Returns the ids of the user's notes whose vectors differ between both sides. */
export async function differingVectors({ source, target, models }: Sides, userId: string): Promise<string[]> {
  const differing = new Set<string>();
  for await (const page of source.notes(userId)) {
    const ids = page.map(({ note }) => note.id);
    for (const model of models) {
      const [ours, theirs] = [await source.vectors(userId, model, ids), await target.vectors(userId, model, ids)];
      const copiesById = new Map(theirs.map((record) => [record.noteId, record]));
      for (const record of ours) if (!isSame(record, copiesById.get(record.noteId))) differing.add(record.noteId);
    }
  }
  return [...differing];
}

function isSame(one: VectorRecord, other: VectorRecord | undefined): boolean {
  return (
    other !== undefined &&
    one.revision === other.revision &&
    one.complete === other.complete &&
    one.windows.length === other.windows.length &&
    one.windows.every((window, index) => isAlike(window, other.windows[index]!))
  );
}

function isAlike(one: EmbeddedWindow, other: EmbeddedWindow): boolean {
  if (one.start !== other.start || one.end !== other.end || one.vector.length !== other.vector.length) return false;
  return one.vector.reduce((sum, value, index) => sum + value * other.vector[index]!, 0) > LEAST_COSINE;
}
