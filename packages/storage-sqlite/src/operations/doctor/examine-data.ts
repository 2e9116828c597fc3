import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { conflict, createSystemClock, DomainError, type Clock } from "@knote/api";
import { assertReadable, needsMigration } from "../../database/migrate.ts";
import { enableWriteAheadLog, openDatabase } from "../../database/open-database.ts";
import { assertLogHasDatabase } from "../../files/assert-log-has-database.ts";
import { dataFiles, prepareDataFiles, type DataFiles, type DataLocation } from "../../files/data-files.ts";
import { isServed, lockDataFolder } from "../../files/data-lock.ts";
import type { Check, Patient, Problem } from "./check.ts";
import { CHECKS } from "./checks.ts";

export interface FoundProblem extends Omit<Problem, "mend" | "isLoss"> {
  /** Whether the rows can be derived again. */
  readonly canBeMended: boolean;
}

export interface Finding {
  readonly check: string;
  /** States what holds when there are no problems. */
  readonly sound: string;
  readonly problems: readonly FoundProblem[];
  /** Problems that were mended. */
  readonly mended: readonly FoundProblem[];
  /** Lost rows: the rest agrees without them now, so no later run reports them. */
  readonly lost: readonly FoundProblem[];
}

/**
 * Checks whether everything derived from the notes agrees with them. Only reads, also while a server runs. Throws
 * NOT_FOUND without data, CONFLICT for data of another schema, UNAVAILABLE when the file cannot be read.
 */
export function examineData(location: DataLocation, clock: Clock = createSystemClock()): Finding[] {
  const files = existing(location);
  const hasServer = isServed(location);
  using db = openDatabase(files.database, { readOnly: true });
  assertSchema(db, files);
  // All checks see the same snapshot.
  db.exec("BEGIN");
  const patient = { db, now: clock.now(), isServed: hasServer };
  const [file, ...others] = CHECKS.map((check) => finding(check, problemsOf(check, patient)));
  return [file!, ...(isFit(file!) ? others : others.map(beyondMending))];
}

/** Examines the data and mends what can be derived, in transactions. Throws CONFLICT while a server uses the folder. */
export function mendData(location: DataLocation, clock: Clock = createSystemClock()): Finding[] {
  const files = existing(location);
  prepareDataFiles(files);
  const lock = lockDataFolder(files);
  try {
    assertReadable(files.database);
    using db = openDatabase(files.database);
    assertSchema(db, files);
    enableWriteAheadLog(db, files.database);
    const patient = { db, now: clock.now(), isServed: false };
    const [checkFile, ...others] = CHECKS;
    const file = mendProblems(checkFile!, patient);
    if (isFit(file)) return [file, ...others.map((check) => mendProblems(check, patient))];
    return [file, ...others.map((check) => beyondMending(finding(check, problemsOf(check, patient))))];
  } finally {
    lock.release();
  }
}

/** Returns whether the file itself is sound; nothing is derived from a damaged file or written into it. */
function isFit({ problems }: Finding): boolean {
  return problems.every(({ canBeMended }) => canBeMended);
}

function beyondMending(original: Finding): Finding {
  return { ...original, problems: original.problems.map((problem) => ({ ...problem, canBeMended: false })) };
}

function existing(location: DataLocation): DataFiles {
  const files = dataFiles(location);
  assertLogHasDatabase(files);
  if (!existsSync(files.database)) throw new DomainError("NOT_FOUND", `There is no database ${files.database}.`);
  return files;
}

function assertSchema(db: DatabaseSync, { database }: DataFiles): void {
  if (needsMigration(db, database))
    throw conflict(
      `The data in ${database} is of an earlier version: start the server once, which brings it up to date.`,
    );
}

function mendProblems(check: Check, patient: Patient): Finding {
  const before = problemsOf(check, patient);
  const mendable = before.filter(({ mend }) => mend !== null);
  if (mendable.length === 0) return finding(check, before);
  for (const { mend } of mendable) attempt(() => mend!(patient.db));
  const after = problemsOf(check, patient);
  const isLeft = ({ what }: Problem) => after.some((problem) => problem.what === what);
  return finding(
    check,
    after,
    mendable.filter((problem) => !isLeft(problem)),
  );
}

/** Runs a check; a failure to read the data counts as a problem too. */
function problemsOf(check: Check, patient: Patient): Problem[] {
  try {
    return check.find(patient);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return [{ what: `failure to read the data (${error.message})`, count: 1, example: null, mend: null }];
  }
}

/** Ignores SQLite's errors: the transaction undoes the work, and the next check reports the problem again. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isSqliteError(error)) throw error;
  }
}

function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error;
}

function finding({ name, sound }: Check, problems: readonly Problem[], repairs: readonly Problem[] = []): Finding {
  const toFoundProblem = ({ mend, isLoss, ...problem }: Problem): FoundProblem => ({
    ...problem,
    canBeMended: mend !== null && isLoss !== true,
  });
  return {
    check: name,
    sound,
    problems: problems.map(toFoundProblem),
    mended: repairs.filter(({ isLoss }) => isLoss !== true).map(toFoundProblem),
    lost: repairs.filter(({ isLoss }) => isLoss === true).map(toFoundProblem),
  };
}
