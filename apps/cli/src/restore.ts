import { resolve } from "node:path";
import type { Config } from "@knote/config";
import { restoreBackup } from "@knote/storage-sqlite";
import { Command } from "commander";
import { dataFolder } from "./open-data.ts";

export function restoreCommand(readConfig: () => Config): Command {
  return new Command("restore")
    .description("Replace the data with a backup; the server must be stopped.")
    .argument("<file>", "a file written by knote backup")
    .action((file: string) => restore(readConfig(), resolve(file)));
}

async function restore(config: Config, file: string): Promise<void> {
  const dataDir = dataFolder(config, "restore it with mongorestore or a snapshot (docs/operations.md)");
  const { previous } = await restoreBackup(file, { dataDir });
  const previousSentence = previous ? ` The previous data is kept in ${previous}.` : "";
  process.stdout.write(`Restored ${file} to ${dataDir}.${previousSentence}\n`);
}
