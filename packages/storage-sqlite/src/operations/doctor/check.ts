import type { DatabaseSync } from "node:sqlite";
import type { Row } from "../../stores/note-row.ts";

/** A defect that some rows share. */
export interface Problem {
  /** What the rows have in common, worded to follow their number. */
  readonly what: string;
  readonly count: number;
  /** The id of one of the rows: never a text of its owner. */
  readonly example: string | null;
  /** Derives the rows again; null where nothing is left to derive them from. */
  readonly mend: ((db: DatabaseSync) => void) | null;
  /** Rows are gone: mending makes the rest agree, and restores nothing. */
  readonly isLoss?: true;
}

export interface Patient {
  readonly db: DatabaseSync;
  readonly now: number;
  /** Whether a server uses the data now. */
  readonly isServed: boolean;
}

/** Checks whether one kind of derived data agrees with the rest. */
export interface Check {
  readonly name: string;
  /** States what holds when no problem is found. */
  readonly sound: string;
  find(patient: Patient): Problem[];
}

/** Returns the rows of a query as one problem, none without rows. Their `example` column names each row. */
export function problemOf(
  what: string,
  rows: readonly Row[],
  mend: ((db: DatabaseSync, rows: readonly Row[]) => void) | null = null,
): Problem[] {
  if (rows.length === 0) return [];
  // Safe because an example is an id or, without an id, a row's number.
  const example = (rows[0]!["example"] ?? null) as string | number | null;
  return [
    {
      what,
      count: rows.length,
      example: example === null ? null : String(example),
      mend: mend && ((db) => mend(db, rows)),
    },
  ];
}

/** Like `problemOf`, for rows that show a loss. */
export function lossOf(...input: Parameters<typeof problemOf>): Problem[] {
  return problemOf(...input).map((problem) => ({ ...problem, isLoss: true }));
}
