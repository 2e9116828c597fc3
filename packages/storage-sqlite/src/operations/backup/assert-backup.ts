import { statSync } from "node:fs";
import { DomainError } from "@knote/api";
import { needsMigration } from "../../database/migrate.ts";
import { openDatabase, schemaVersion } from "../../database/open-database.ts";
import { integrityProblems } from "./integrity.ts";
import { readSeal } from "./seal.ts";

/** SQLite's files consist of whole pages, and this is the smallest page. */
const LEAST_PAGE_BYTES = 512;

/** Throws, with a clear message, unless the file is a sound Knote database of this or an earlier version. */
export async function assertBackup(file: string): Promise<void> {
  try {
    const size = sizeOf(file);
    const seal = await readSeal(file);
    if (seal?.isSound === false) throw damageError(file, "it is not what was written");
    assertSchema(file);
    if (seal === null && size % LEAST_PAGE_BYTES !== 0) throw damageError(file, "its end is missing or changed");
    const [problem] = await integrityProblems(file);
    if (problem !== undefined) throw damageError(file, problem);
  } catch (error) {
    if (DomainError.is(error)) throw error;
    throw isSystemError(error)
      ? new DomainError("INVALID", `The file ${file} cannot be read (${error.code}).`, { cause: error })
      : damageError(file, error instanceof Error ? error.message : String(error), error);
  }
}

function sizeOf(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new DomainError("NOT_FOUND", `There is no file ${file}.`);
  if (!stat.isFile()) throw new DomainError("INVALID", `${file} is not a file.`);
  return stat.size;
}

function assertSchema(file: string): void {
  const db = openDatabase(file, { readOnly: true });
  try {
    if (schemaVersion(db, file) === 0)
      throw new DomainError("INVALID", `The file ${file} is not a Knote backup: it is empty.`);
    needsMigration(db, file);
  } finally {
    db.close();
  }
}

function damageError(file: string, why: string, cause?: unknown): DomainError {
  return new DomainError("INVALID", `The backup ${file} is damaged: ${why.split("\n", 1)[0]}.`, { cause });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
