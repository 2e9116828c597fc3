import type { DatabaseSync } from "node:sqlite";

/** A number that changes when another connection commits. */
export type DataVersion = () => number;

export function createDataVersion(db: DatabaseSync): DataVersion {
  const statement = db.prepare("PRAGMA data_version", { returnArrays: true });
  // Safe because the statement returns arrays.
  return () => (statement.get() as unknown as [number])[0];
}
