import { setFlagsFromString } from "node:v8";
import { Command } from "commander";
import { createProgressLine } from "../progress-line.ts";
import { type CommandContext, withServiceOptions } from "../service-client.ts";
import { type RunDeps, type RunOptions, showStatus, syncFolder, watchVault } from "./run-sync.ts";
import { systemClock } from "./system-clock.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** The sync could not begin or go on. */
const FAILURE_CODE = 2;

interface SyncOptions extends RunOptions {
  readonly watch: boolean;
}

export function syncCommand(context: CommandContext): Command {
  const command = new Command("sync")
    .description("Keep a folder of Markdown files and the notes alike, whichever side is edited.")
    .argument("<folder>", "the folder")
    .enablePositionalOptions()
    .option("--watch", "go on until stopped", false)
    .option("--init", "sync a folder that was not synced before", false)
    .option("--allow-deletes", "delete on one side what is gone on the other, however much it is", false)
    .option("--adopt", "make new notes of files whose notes the server does not know, however many they are", false)
    .option("--yes", "begin a first sync without a question", false)
    .option("--json", "print the result as JSON", false);
  withServiceOptions(command).action((folder: string, options: SyncOptions) =>
    run(context, (deps) => (options.watch ? watchVault(folder, options, deps) : syncFolder(folder, options, deps))),
  );
  const status = new Command("status")
    .description("Show what a sync would do, and what is held and why.")
    .argument("<folder>", "the folder")
    .option("--json", "print it as JSON", false);
  withServiceOptions(status).action((folder: string, options: Pick<RunOptions, "json" | "url" | "token">) =>
    run(context, (deps) => showStatus(folder, { ...NOTHING_ALLOWED, ...options }, deps)),
  );
  return command.addCommand(status);
}

const NOTHING_ALLOWED = { init: false, allowDeletes: false, adopt: false, yes: false };

/**
 * A sync makes much that lives for one look, and a watch runs all day beside other programs: a small space for what is new
 * takes a quarter less memory and no more of the processor (docs/benchmarks.md). V8 reads the flag at each collection, so
 * it can be set while the program runs.
 */
const SMALL_NEW_SPACE = "--semi-space-growth-factor=1";

async function run(context: CommandContext, work: (deps: RunDeps) => Promise<number>): Promise<void> {
  setFlagsFromString(SMALL_NEW_SPACE);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of SIGNALS) process.once(signal, onSignal);
  const progress = createProgressLine(process.stderr);
  const { signal } = stop;
  let progressCount = 0;
  process.exitCode = FAILURE_CODE;
  try {
    process.exitCode = await work({
      ...{ ...context, signal, clock: systemClock(signal) },
      onProgress(count) {
        progressCount += count;
        progress.line(`Written notes and files: ${progressCount}`);
      },
      print(text) {
        progress.end();
        process.stdout.write(text);
      },
      warn(text) {
        progress.end();
        process.stderr.write(text);
      },
    });
  } finally {
    progress.end();
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
