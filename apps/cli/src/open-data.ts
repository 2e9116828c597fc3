import { existsSync } from "node:fs";
import type { Storage } from "@knote/api";
import type { Config } from "@knote/config";
import { createSqliteStorage, type SqliteStorage } from "@knote/storage-sqlite";
import { CliError } from "./cli-error.ts";

/** Opens the configured storage, which servers can be using at the same time. */
export async function openData(config: Config): Promise<Storage> {
  if (config.storage.kind === "sqlite") return await openFolder(config.storage.dataDir);
  const { createClusterStorage } = await import("@knote/storage-mongo");
  return await createClusterStorage({ ...config.storage, warn });
}

/** Opens the storage of a data folder. */
export async function openFolder(dataDir: string): Promise<SqliteStorage> {
  if (!existsSync(dataDir))
    throw new CliError(`There is no data folder ${dataDir}: start the server once, or set DATA_DIR.`);
  return await createSqliteStorage({ dataDir, exclusive: false, warn });
}

/** Returns the data folder; on a cluster throws an error that names what to do `instead`. */
export function dataFolder({ storage }: Config, instead: string): string {
  if (storage.kind === "sqlite") return storage.dataDir;
  throw new CliError(`The data is in MongoDB, not in a folder: ${instead}.`);
}

/** Prints a warning on stderr. */
export function warn(message: string, cause?: unknown): void {
  const reason = cause instanceof Error ? cause.message : cause;
  process.stderr.write(typeof reason === "string" ? `${message} (${reason})\n` : `${message}\n`);
}
