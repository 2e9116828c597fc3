import { existsSync } from "node:fs";
import type { Config } from "@knote/config";
import { createSqliteStorage, type SqliteStorage } from "@knote/storage-sqlite";
import { CliError } from "./cli-error.ts";

/** The data folder's storage, beside the server that may be running on it. */
export async function openData({ storage: { dataDir } }: Config): Promise<SqliteStorage> {
  if (!existsSync(dataDir))
    throw new CliError(`There is no data folder ${dataDir}: start the server once, or set DATA_DIR.`);
  const warn = (message: string) => void process.stderr.write(`${message}\n`);
  return createSqliteStorage({ dataDir, exclusive: false, warn });
}
