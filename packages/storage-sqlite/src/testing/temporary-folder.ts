import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStorage, type SqliteOptions, type SqliteStorage } from "../create-sqlite-storage.ts";

export interface TemporaryFolder extends Disposable {
  readonly path: string;
  file(name: string): string;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), "knote-"));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

export type TemporaryStorage = SqliteStorage & AsyncDisposable;

/** Opens a storage in this folder, closed when it leaves its scope. */
export async function openIn(folder: TemporaryFolder, options: Partial<SqliteOptions> = {}): Promise<TemporaryStorage> {
  const storage = await createSqliteStorage({ dataDir: folder.path, ...options });
  return { ...storage, [Symbol.asyncDispose]: () => storage.close() };
}
