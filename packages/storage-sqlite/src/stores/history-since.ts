import type { DatabaseSync } from "node:sqlite";

/** Returns since when the database keeps removed links and archive flags of revisions. */
export function historySince(db: DatabaseSync): string {
  // The migration that creates the table writes its only row.
  return db.prepare("SELECT since FROM history").get()!["since"] as string;
}
