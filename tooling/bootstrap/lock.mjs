import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** @typedef {{ addOwner: (pid: number | undefined) => void }} Lock */

const POLL_MS = 200;
const FORGOTTEN_AFTER_MS = 30 * 60_000;

/**
 * Runs the work in one process at a time. The lock is a folder with an empty file for each process that holds it, named
 * by its id: ours, and the installers that we start, which can outlive us. It is free when none of them runs.
 * @template T @param {string} folder @param {(lock: Lock) => Promise<T>} work @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  const path = join(folder, "lock");
  const claim = join(folder, `lock-${process.pid}`);
  mkdirSync(claim, { recursive: true });
  writeFileSync(join(claim, `${process.pid}`), "");
  try {
    await acquire(path, claim);
    return await work({ addOwner: (pid) => writeFileSync(join(path, `${pid}`), "") });
  } finally {
    rmSync(claim, { recursive: true, force: true });
    if (owners(path).includes(`${process.pid}`)) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Waits for the lock. Renaming a folder onto another is atomic and succeeds only if that is absent or empty.
 * @param {string} path @param {string} claim
 */
async function acquire(path, claim) {
  let waiting = false;
  for (;;) {
    clearStale(path);
    try {
      return renameSync(claim, path);
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    if (!waiting) process.stderr.write("Another start is preparing this folder; waiting for it…\n");
    waiting = true;
    await sleep(POLL_MS);
  }
}

/** Removes dead owners from the lock, by name, so that a successor's file stays. @param {string} path */
function clearStale(path) {
  const names = owners(path);
  if (names.some((name) => isRunning(Number(name))) && !isForgotten(path)) return;
  for (const name of names) rmSync(join(path, name), { force: true });
  try {
    rmdirSync(path);
  } catch {
    // Already gone, or taken by another process: the rename decides.
  }
}

/** @param {string} path @returns {string[]} */
function owners(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** After half an hour the id probably belongs to another process. @param {string} path */
function isForgotten(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > FORGOTTEN_AFTER_MS;
}

/** @param {unknown} error */
function isTaken(error) {
  return ["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? "");
}
