import { resolve } from "node:path";
import type { Config } from "@knote/config";
import { Command } from "commander";
import { dataFolder, openFolder } from "./open-data.ts";

export function backupCommand(readConfig: () => Config): Command {
  return new Command("backup")
    .description("Copy all data to a new file, even while the server runs. The token secret is not copied.")
    .argument("<file>", "the file to write; must not exist")
    .action((file: string) => backUp(readConfig(), resolve(file)));
}

async function backUp(config: Config, file: string): Promise<void> {
  const storage = await openFolder(dataFolder(config, "back it up with mongodump or snapshots (docs/operations.md)"));
  try {
    await storage.backup(file);
  } finally {
    await storage.close();
  }
  process.stdout.write(`All data was copied to ${file}.\n`);
}
