import { existsSync } from "node:fs";
import type { Storage } from "@knote/api";
import type { Config } from "@knote/config";
import { createSqliteStorage, type SqliteStorage } from "@knote/storage-sqlite";
import { CliError } from "./cli-error.ts";

/** The configured storage, beside the servers that may be running on it. */
export async function openData(config: Config): Promise<Storage> {
  if (config.storage.kind === "sqlite") return await openFolder(config.storage.dataDir);
  const { createClusterStorage } = await import("@knote/storage-mongo");
  return await createClusterStorage({ ...config.storage, warn });
}

/** The storage of a data folder. */
export async function openFolder(dataDir: string): Promise<SqliteStorage> {
  if (!existsSync(dataDir))
    throw new CliError(`There is no data folder ${dataDir}: start the server once, or set DATA_DIR.`);
  return await createSqliteStorage({ dataDir, exclusive: false, warn });
}

/** For what works on a folder alone; `instead` says what does its work where databases keep the data. */
export function dataFolder({ storage }: Config, instead: string): string {
  if (storage.kind === "sqlite") return storage.dataDir;
  throw new CliError(`The data is in MongoDB, not in a folder: ${instead}.`);
}

/** Where people look for what went wrong on the way. */
export function warn(message: string, cause?: unknown): void {
  const reason = cause instanceof Error ? cause.message : cause;
  process.stderr.write(typeof reason === "string" ? `${message} (${reason})\n` : `${message}\n`);
}
