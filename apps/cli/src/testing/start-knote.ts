import { spawn } from "node:child_process";
import { once } from "node:events";
import { entryPoint } from "@knote/testkit";

export interface Outcome {
  /** Null for a killed process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts `knote` as a process with only these settings. */
export function startKnote(args: readonly string[], { env = {}, cwd }: StartOptions = {}) {
  const child = spawn(process.execPath, [entryPoint("knote.js"), ...args], {
    env,
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
  const outcome: Promise<Outcome> = once(child, "close").then(([code]) => ({ code, ...output }));
  return { child, outcome };
}
