import { hash } from "node:crypto";

/** The names of events sort by their number; a mark makes those of another user, or of an earlier life, unknown ones. */
export function eventId(owner: string, seq: number): string {
  return `${seq}-${hash("sha256", owner, "hex").slice(0, 8)}`;
}

/** The number in an id of this owner's; null for every other text. */
export function seqIn(owner: string, id: string | null): number | null {
  const seq = id === null ? Number.NaN : Number.parseInt(id, 10);
  return id === eventId(owner, seq) ? seq : null;
}
