import { resolve } from "node:path";
import type { Config } from "@knote/config";
import { restoreBackup } from "@knote/storage-sqlite";
import { Command } from "commander";
import { dataFolder } from "./open-data.ts";

export function restoreCommand(readConfig: () => Config): Command {
  return new Command("restore")
    .description("Put a backup in the place of the data; the server must be stopped.")
    .argument("<file>", "a file that knote backup wrote")
    .action((file: string) => restore(readConfig(), resolve(file)));
}

async function restore(config: Config, file: string): Promise<void> {
  const dataDir = dataFolder(config, "restore it with mongorestore or a snapshot (docs/operations.md)");
  const { previous } = await restoreBackup(file, { dataDir });
  const kept = previous ? ` The data before is kept in ${previous}.` : "";
  process.stdout.write(`The data of ${file} is in ${dataDir} now.${kept}\n`);
}
