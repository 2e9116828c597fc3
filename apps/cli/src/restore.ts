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
  const { previous, endedTokens } = await restoreBackup(file, { dataDir });
  const previousSentence = previous ? ` The previous data is kept in ${previous}.` : "";
  process.stdout.write(`Restored ${file} to ${dataDir}.${previousSentence}${tokenSentence(endedTokens)}\n`);
}

/** Says that tokens have to be made again: one of them may have been revoked since the backup. */
function tokenSentence(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? " One access token of the backup has ended."
    : ` ${count} access tokens of the backup have ended.`;
}
