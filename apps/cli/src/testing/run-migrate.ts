import { once } from "node:events";
import { type Outcome, startKnote } from "./start-knote.ts";

export interface RunningMigrate {
  readonly outcome: Promise<Outcome>;
  /** Resolves with the first line of progress, or at the end. */
  readonly firstProgress: Promise<unknown>;
  /** Ends the process like a power cut. */
  kill(): void;
}

export function startMigrate(
  from: string,
  to: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): RunningMigrate {
  const { child, outcome } = startKnote(["migrate", "--from", from, "--to", to, ...flags], { env });
  const firstProgress = Promise.race([once(child.stderr, "data"), outcome]);
  return { outcome, firstProgress, kill: () => void child.kill("SIGKILL") };
}

export function runMigrate(...input: Parameters<typeof startMigrate>): Promise<Outcome> {
  return startMigrate(...input).outcome;
}
