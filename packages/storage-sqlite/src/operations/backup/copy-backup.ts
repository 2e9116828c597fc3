import { closeSync, constants, copyFileSync, existsSync, fsyncSync, ftruncateSync, openSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DomainError } from "@knote/api";
import { assertBackup } from "./assert-backup.ts";
import { readSeal } from "./seal.ts";

/**
 * Copies a backup for use as data: checked, without its seal, with its log written into it, without sessions and
 * stored tokens, with webhooks stopped. Returns how many tokens it leaves out; a failure leaves no file at the target.
 */
export async function copyBackup(file: string, target: string): Promise<number> {
  removeDatabase(target);
  try {
    copyPrivately(file, target);
    // A copy of a data folder has its last writes in its log.
    if (existsSync(`${file}-wal`)) copyPrivately(`${file}-wal`, `${target}-wal`);
    const seal = await readSeal(target);
    if (seal?.isSound === false)
      throw new DomainError("INVALID", `The backup ${file} changed while it was read, or its copy is damaged.`);
    truncateAndSync(target, seal?.contentBytes);
    const endedTokens = endSessions(target);
    stopWebhooks(target);
    await assertBackup(target);
    // Reading creates an index of the log, which must not meet other data.
    removeSideFiles(target);
    return endedTokens;
  } catch (error) {
    removeDatabase(target);
    throw error;
  }
}

function removeDatabase(path: string): void {
  rmSync(path, { force: true });
  removeSideFiles(path);
}

function removeSideFiles(path: string): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
}

function copyPrivately(file: string, target: string): void {
  closeSync(openSync(target, "wx", 0o600));
  copyFileSync(file, target);
}

function truncateAndSync(path: string, bytes: number | undefined): void {
  const handle = openSync(path, constants.O_RDWR);
  if (bytes !== undefined) ftruncateSync(handle, bytes);
  fsyncSync(handle);
  closeSync(handle);
}

/** Stops all webhooks and drops what waits for them: a copy on another machine must tell nobody anything. */
function stopWebhooks(database: string): void {
  using db = new DatabaseSync(database);
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'webhooks'").get() === undefined) return;
  db.exec(`BEGIN;
    DELETE FROM webhook_deliveries WHERE result = 'waiting';
    DELETE FROM webhook_messages WHERE message NOT IN (SELECT message FROM webhook_deliveries);
    UPDATE webhooks SET stopped = coalesce(stopped, 'restored'), is_unseen = 0, waiting = 0, due_at = NULL;
    COMMIT;
    PRAGMA wal_checkpoint(TRUNCATE);`);
}

/**
 * Ends all sessions and tokens: a restore must not let anyone in who has signed out, or whose token was revoked, since
 * the backup. Returns how many tokens there were.
 */
function endSessions(database: string): number {
  using db = new DatabaseSync(database);
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE name IN ('sessions', 'sign_in_codes', 'tokens')")
    .all();
  let endedTokens = 0;
  for (const { name } of tables) {
    const { changes } = db.prepare(`DELETE FROM ${String(name)}`).run();
    if (name === "tokens") endedTokens = Number(changes);
  }
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  return endedTokens;
}
