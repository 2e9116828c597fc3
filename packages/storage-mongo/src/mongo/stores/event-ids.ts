import { hash } from "node:crypto";

/** Ids sort by number; a mark of the owner makes ids of other users, or of an earlier life of the account, unknown. */
export function eventId(owner: string, seq: number): string {
  return `${seq}-${hash("sha256", owner, "hex").slice(0, 8)}`;
}

/** Returns the number in one of the owner's ids; null for any other text. */
export function seqIn(owner: string, id: string | null): number | null {
  const seq = id === null ? Number.NaN : Number.parseInt(id, 10);
  return id === eventId(owner, seq) ? seq : null;
}
