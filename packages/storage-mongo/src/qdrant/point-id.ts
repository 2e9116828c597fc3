import { createHash } from "node:crypto";

/** Namespace of Knote's points; must never change. */
const NAMESPACE = Buffer.from("6f9f2d4e6c0b5c0e9d1e6b6e6f746531", "hex");

/**
 * Returns the UUIDv5 of a note's window at a revision. As it includes the revision, a late indexer never overwrites
 * newer vectors; the documents decide which ones count.
 */
export function pointId(noteId: string, window: number, revision: number): string {
  const bytes = createHash("sha1").update(NAMESPACE).update(`${noteId} ${window} ${revision}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
