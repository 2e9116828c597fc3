import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Outcome, startKnote } from "./start-knote.ts";

export interface TempFolder extends AsyncDisposable {
  readonly path: string;
  /** Runs `knote` in the folder with only these settings. */
  knote(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>;
}

/** Creates an empty folder that is removed on disposal. */
export async function tempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), "knote-cli-"));
  return {
    path,
    knote: (args, env = {}) => startKnote(args, { cwd: path, env }).outcome,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, maxRetries: 5 }),
  };
}
