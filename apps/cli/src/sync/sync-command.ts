import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { initFolder, openSyncFolder, type SyncResult } from "@knote/sync";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { type CommandContext, connectService, type ServiceOptions, withServiceOptions } from "../service-client.ts";
import { httpSyncServer } from "./http-sync-server.ts";
import { machineId } from "./machine-id.ts";
import { nodeFileSystem } from "./node-file-system.ts";

interface SyncCommandOptions extends ServiceOptions {
  readonly init: boolean;
  readonly allowDeletes: boolean;
  readonly adopt: boolean;
}

/** A file that is gone this long is deleted. */
const DELETE_AFTER_MS = 1_000;

export function syncCommand(context: CommandContext): Command {
  const command = new Command("sync")
    .description("Make a folder of Markdown and the notes alike.")
    .argument("<folder>", "the folder")
    .option("--init", "begin to sync a folder", false)
    .option("--allow-deletes", "delete on one side what is gone on the other, however much it is", false)
    .option("--adopt", "make new notes of files that say they are notes of elsewhere", false);
  return withServiceOptions(command).action((folder: string, options: SyncCommandOptions) =>
    runSync(context, folder, options),
  );
}

async function runSync(
  context: CommandContext,
  path: string,
  { init, allowDeletes, adopt, ...options }: SyncCommandOptions,
): Promise<void> {
  const root = resolve(path);
  const entry = await stat(root).catch(() => null);
  if (!entry?.isDirectory()) throw new CliError(`There is no folder ${path}.`);
  const files = nodeFileSystem(root);
  const service = await connectService(context, options);
  if (init) await initFolder(files);
  const folder = await openSyncFolder(
    {
      files,
      server: httpSyncServer(service),
      clock: { now: () => Date.now(), wait: (milliseconds) => setTimeout(milliseconds) },
      newId: randomUUID,
    },
    {
      ...{ folderName: basename(root), machine: await machineId(context.environment), allowDeletes, adopt },
      ...{ deleteAfterMs: DELETE_AFTER_MS, labelAfterMs: 0, isPatient: true },
    },
  );
  try {
    const result = await folder.sync();
    process.stdout.write(resultText(result));
    if (!result.isAlike || result.holds.length > 0 || result.conflicts.length > 0) process.exitCode = 1;
  } finally {
    await folder.close();
  }
}

function resultText({ acts, holds, guards, failures, conflicts }: SyncResult): string {
  const done = [...acts].map(([act, count]) => `${act} ${count}`).join(", ");
  return [
    done === "" ? "Nothing to do." : `Done: ${done}.`,
    ...conflicts.map((title) => `Could not be merged, and is a note of its own: ${title}`),
    ...holds.map(({ path, detail }) => `Left alone: ${path}: ${detail}`),
    ...failures.map(({ place, detail }) => `Failed: ${place}: ${detail}`),
    ...guards.map(
      ({ kind, count }) =>
        `Left undone: ${count} ${kind === "unknown-ids" ? "files say they are notes that the server does not know; --adopt makes notes of them" : "deletions; --allow-deletes carries them out"}.`,
    ),
    "",
  ].join("\n");
}
