import type { DatabaseSync } from "node:sqlite";
import { DomainError } from "@knote/api";
import { inTransaction } from "./in-transaction.ts";
import { firstSchema } from "./migrations/001-first-schema.ts";
import { keptModels } from "./migrations/002-kept-models.ts";
import { senderKeys } from "./migrations/003-sender-keys.ts";
import { sessions } from "./migrations/004-sessions.ts";
import { waitingAndMarks } from "./migrations/005-waiting-and-marks.ts";
import { dueByUser } from "./migrations/006-due-by-user.ts";
import { titleBeginnings } from "./migrations/007-title-beginnings.ts";
import { countedRows } from "./migrations/008-counted-rows.ts";
import { analysis } from "./migrations/009-analysis.ts";
import { history } from "./migrations/010-history.ts";
import { looks } from "./migrations/011-looks.ts";
import { stances } from "./migrations/012-stances.ts";
import { operations } from "./migrations/013-operations.ts";
import { tokens } from "./migrations/014-tokens.ts";
import { webhooks } from "./migrations/015-webhooks.ts";
import { APPLICATION_ID, openDatabase, schemaVersion } from "./open-database.ts";

/** The migrations in order: the n-th leads to schema version n. Released ones never change. */
export const MIGRATIONS: readonly string[] = [
  firstSchema,
  keptModels,
  senderKeys,
  sessions,
  waitingAndMarks,
  dueByUser,
  titleBeginnings,
  countedRows,
  analysis,
  history,
  looks,
  stances,
  operations,
  tokens,
  webhooks,
];

/** Returns whether the database is older than this program; throws for a newer one. */
export function needsMigration(db: DatabaseSync, path: string, migrations: readonly string[] = MIGRATIONS): boolean {
  const version = schemaVersion(db, path);
  if (version > migrations.length) {
    const versionHint = `schema ${version}, this version of Knote knows up to ${migrations.length}`;
    throw new DomainError(
      "CONFLICT",
      `The data in ${path} was written by a newer version of Knote (${versionHint}). Nothing was changed.`,
    );
  }
  return version < migrations.length;
}

/**
 * Throws for a foreign or newer database without writing: a writable handle would merge another program's log
 * into the file when it closes.
 */
export function assertReadable(path: string): void {
  const db = openDatabase(path, { readOnly: true });
  try {
    needsMigration(db, path);
  } finally {
    db.close();
  }
}

/** Brings the database to the latest schema, each step in a transaction of its own. */
export function migrate(db: DatabaseSync, path: string, migrations: readonly string[] = MIGRATIONS): void {
  if (!needsMigration(db, path, migrations)) return;
  for (let version = schemaVersion(db, path); version < migrations.length; version++) {
    inTransaction(db, () => {
      db.exec(migrations[version]!);
      db.exec(`PRAGMA user_version = ${version + 1}; PRAGMA application_id = ${APPLICATION_ID};`);
    });
  }
}
