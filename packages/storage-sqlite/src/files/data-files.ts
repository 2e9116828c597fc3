import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { unavailable } from "../database/sqlite-errors.ts";
import { syncFolder } from "./sync-folder.ts";

/** The folder of all data (`knote.db` in it), or the database file itself. */
export type DataLocation = { readonly dataDir: string } | { readonly path: string };

export interface DataFiles {
  readonly folder: string;
  readonly database: string;
  /** Locked by the one server of this folder for as long as it runs. */
  readonly lock: string;
}

export function dataFiles(location: DataLocation): DataFiles {
  const database = resolve("path" in location ? location.path : join(location.dataDir, "knote.db"));
  return { folder: dirname(database), database, lock: `${database.replace(/\.db$/, "")}.lock` };
}

/** Creates the folder, an empty database and the lock file if missing, readable by their owner only. */
export function prepareDataFiles({ folder, database, lock }: DataFiles): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // An existing file is never opened here: closing it would drop the locks that this process holds on it.
    const [existing, missing] = [
      [database, lock].filter(existsSync),
      [database, lock].filter((file) => !existsSync(file)),
    ];
    for (const file of existing) accessSync(file, constants.R_OK | constants.W_OK);
    for (const file of missing) closeSync(openSync(file, "wx", 0o600));
    if (missing.length > 0) syncFolder(folder);
  } catch (error) {
    throw unavailable(`The data folder ${folder} cannot be written to.`, error);
  }
}
