import { readFileSync } from "node:fs";

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Outcome */

const PARENT_POLL_MS = 1000;
const GRACE_MS = 30_000;
const SHELLS = new Set(["sh", "dash", "bash", "ash", "busybox", "zsh"]);

/**
 * Supervises a child on behalf of npm: passes signals on, and ends the child when our own parent is gone, so that
 * nothing outlives `npm start`.
 *
 * A long-running child must do this:
 * - Begin a graceful shutdown at SIGINT, SIGTERM and SIGHUP. The same signal can arrive twice within a moment (from us,
 *   and from the terminal or another sender to the whole group) and counts once.
 * - When `process.send` exists, shut down at `disconnect` on `process`, which means that we were killed. A listener for
 *   it keeps the process alive, hence `process.channel.unref()`.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<Outcome>}
 */
export function supervise(child) {
  return new Promise((resolve, reject) => {
    let wasSignalled = false;
    const stopForwarding = forwardSignals(child, () => (wasSignalled = true));
    // A signal to the whole group ends npm too: a child that is already stopping gets no second signal.
    const stopWatching = onceOrphaned(() => stop(child, wasSignalled));
    const settle = () => {
      stopForwarding();
      stopWatching();
    };
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", (code, signal) => {
      settle();
      resolve({ code, signal });
    });
  });
}

/** @param {import("node:child_process").ChildProcess} child @param {() => void} onSignal */
function forwardSignals(child, onSignal) {
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    onSignal();
    // A terminal sends Ctrl-C to the whole foreground group, including the child.
    if (signal !== "SIGINT" || !onTerminal) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

/**
 * Calls back when npm, or the process at the other end of our IPC channel, is gone.
 * @param {() => void} callback
 */
function onceOrphaned(callback) {
  process.once("disconnect", callback);
  process.channel?.unref();
  if (process.channel === null) callback();
  // Without npm the parent is a shell, which may exit first (`node bootstrap.mjs start &`).
  const ancestors = process.env.npm_lifecycle_event ? readAncestors() : undefined;
  const timer = setInterval(() => {
    if (ancestors === undefined || readAncestors() === ancestors) return;
    clearInterval(timer);
    callback();
  }, PARENT_POLL_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    process.off("disconnect", callback);
  };
}

/** Returns our parent's id and, if npm's `sh -c` did not `exec` us, also that of the shell's parent, which is npm. */
function readAncestors() {
  const parent = process.ppid;
  if (process.platform !== "linux") return `${parent}`;
  try {
    const [, name = "", grandparent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, "utf8")) ?? [];
    return SHELLS.has(name) ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/** @param {import("node:child_process").ChildProcess} child @param {boolean} wasSignalled */
function stop(child, wasSignalled) {
  if (!wasSignalled) child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
}
