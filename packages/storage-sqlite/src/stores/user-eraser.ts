import type { DatabaseSync } from "node:sqlite";
import type { Batch } from "../database/batch.ts";
import type { Writer } from "../database/writer.ts";
import { createNoteChanges } from "./note-changes.ts";
import type { TermsMerging } from "./terms-merging.ts";
import type { TermsTable } from "./terms-table.ts";
import type { TokenCuts } from "./token-cuts.ts";
import type { MessageWriter } from "./webhook-writes.ts";
import { ERASED_PREFIX, ERASING_PREFIX, type UserRows } from "./user-rows.ts";

/** Notes that one write removes; each also removes its history, links and vectors. */
const NOTES_AT_ONCE = 20;
const ROWS_AT_ONCE = 500;
/** Tables whose rows depend on no note. */
const USER_TABLES = [
  "events",
  "usage",
  "usage_warnings",
  "reservations",
  "idempotency",
  "purges",
  "vectors",
  "links",
  "past_links",
  "looks",
  "stances",
  "operation_notes",
  "operations",
  "webhook_deliveries",
  "webhook_messages",
];

export interface UserEraser {
  /** Erases a user, as in the port's `erase`. */
  erase(sub: string, notBefore: number): Promise<void>;
  /** Completes erasures that were interrupted. */
  finish(): Promise<void>;
}

interface UserEraserDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly cuts: TokenCuts;
  readonly terms: TermsTable;
  readonly messages: Pick<MessageWriter, "forgetNote">;
  readonly merging: TermsMerging;
  /** Drops everything that this process caches of the user. */
  readonly forget: (sub: string, user: number) => Promise<void>;
}

/**
 * Erases users. The first write takes the user's name off everything: from then on nobody finds the data, even if
 * the process ends before all of it is removed. The user's row stays, empty, so that its number is not reused.
 */
export function createUserEraser(deps: UserEraserDeps): UserEraser {
  const { db, users, writer, cuts, merging, forget } = deps;
  const ends = ["sessions", "tokens", "webhooks"].map((table) => db.prepare(`DELETE FROM ${table} WHERE user = ?`));
  const selectUnfinished = db.prepare("SELECT user FROM users WHERE sub >= ? AND sub < ? || '~'");
  const removeAll = createRemoval(deps);

  function markErasing(sub: string, notBefore: number): number | null {
    cuts.raiseCut(sub, notBefore);
    const user = users.find(sub);
    for (const end of ends) end.run(user);
    users.erase(sub, user);
    return user;
  }

  return {
    async erase(sub, notBefore) {
      const user = await writer
        .write(() => markErasing(sub, notBefore))
        .catch((error: unknown) => {
          users.undoErase(sub);
          throw error;
        });
      if (user === null) return;
      await forget(sub, user);
      await removeAll(user);
      await merging.rewrite();
      await forget(sub, user);
    },
    async finish() {
      const unfinishedUsers = selectUnfinished.all(ERASING_PREFIX, ERASING_PREFIX).map((row) => row["user"] as number);
      for (const user of unfinishedUsers) await removeAll(user);
      if (unfinishedUsers.length > 0) await merging.rewrite();
    },
  };
}

/** Removes a user's rows in small writes, so that other writes run in between. */
function createRemoval({ db, users, writer, terms, messages }: UserEraserDeps): (user: number) => Promise<void> {
  const changes = createNoteChanges({ db, users, terms, messages });
  const someNotes = db.prepare("SELECT id FROM notes WHERE user = ? LIMIT ?");
  const removals = USER_TABLES.map((table) => {
    const key = db.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE pk > 0`).all();
    const columns = key.map((row) => row["name"] as string).join(", ");
    return db.prepare(
      `DELETE FROM ${table} WHERE user = ?1 AND (${columns}) IN (SELECT ${columns} FROM ${table} WHERE user = ?1 LIMIT ?2)`,
    );
  });
  const empty = db.prepare(
    "UPDATE users SET sub = ?, tier = NULL, notes = 0, words = 0, links = 0, past_links = 0, looks = 0, stances = 0, event_seq = 0, event_floor = 0, idempotency_keys = 0 WHERE user = ?",
  );

  function removeNotes(batch: Batch, user: number): number {
    const rows = someNotes.all(user, NOTES_AT_ONCE);
    for (const row of rows) changes.purge({ batch, user, events: 0 }, row["id"] as string);
    return rows.length;
  }

  return async (user) => {
    while ((await writer.write((batch) => removeNotes(batch, user))) > 0);
    for (const removal of removals)
      while ((await writer.write(() => Number(removal.run(user, ROWS_AT_ONCE).changes))) > 0);
    await writer.write(() => void empty.run(`${ERASED_PREFIX}${user}`, user));
  };
}
