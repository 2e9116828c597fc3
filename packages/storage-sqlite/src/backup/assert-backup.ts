import { existsSync } from "node:fs";
import { DomainError } from "@knote/api";
import { needsMigration } from "../database/migrate.ts";
import { openDatabase, schemaVersion } from "../database/open-database.ts";
import { integrityProblems } from "./integrity.ts";

/** Refuses a file that is no sound Knote database of this version or an earlier one. */
export async function assertBackup(file: string): Promise<void> {
  if (!existsSync(file)) throw new DomainError("NOT_FOUND", `There is no file ${file}.`);
  const db = openDatabase(file, { readOnly: true });
  try {
    if (schemaVersion(db, file) === 0)
      throw new DomainError("INVALID", `The file ${file} is not a Knote backup: it is empty.`);
    needsMigration(db, file);
  } finally {
    db.close();
  }
  const problems = await integrityProblems(file);
  if (problems.length > 0) throw new DomainError("INVALID", `The backup ${file} is damaged: ${problems[0]}`);
}
