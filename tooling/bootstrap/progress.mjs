import { performance } from "node:perf_hooks";
import { supervise } from "./supervise.mjs";

/** An error that tells the user what to do; shown without a stack. */
export class BootstrapError extends Error {}

/** A signal ended a step: the launcher ends by the same signal, without a message. */
export class InterruptedError extends Error {
  /** @param {import("./supervise.mjs").Outcome} outcome */
  constructor(outcome) {
    super("Interrupted.");
    this.outcome = outcome;
  }
}

const TAIL_LINES = 20;

/**
 * Waits for one step of the preparation. Prints to stderr, because stdout is the target's: a line with the time on
 * success, the end of the step's output on failure.
 * @param {string} title @param {import("node:child_process").ChildProcess} child @param {string} advice
 */
export async function showProgress(title, child, advice) {
  const startedAt = performance.now();
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  process.stderr.write(`${title}… `);
  const outcome = await supervise(child).catch((error) => {
    process.stderr.write("failed\n");
    throw new BootstrapError(`${error.message}\n\n${advice}`);
  });
  if (outcome.code === 0) {
    process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    return;
  }
  process.stderr.write("failed\n");
  if (outcome.signal) throw new InterruptedError(outcome);
  throw new BootstrapError(`${output.trimEnd().split("\n").slice(-TAIL_LINES).join("\n")}\n\n${advice}`);
}
