import { createInterface } from "node:readline/promises";
import { CliError } from "./cli-error.ts";

/** Asks at the terminal; without one throws a `CliError` that says which option stands for a yes. */
export async function isConfirmed(question: string, withoutTerminal: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CliError(withoutTerminal);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
