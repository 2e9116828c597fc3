import type { DatabaseSync } from "node:sqlite";
import type { Row } from "../../stores/note-row.ts";

/** One thing that is wrong with some rows. */
export interface Problem {
  /** What the rows have in common, to be read behind their number. */
  readonly what: string;
  readonly count: number;
  /** The id of one of them: never a text of its owner. */
  readonly example: string | null;
  /** Derives what is wrong again; null where nothing tells how it was. */
  readonly mend: ((db: DatabaseSync) => void) | null;
  /** Something is gone: mending makes the rest agree, and brings nothing back. */
  readonly isLoss?: true;
}

export interface Patient {
  readonly db: DatabaseSync;
  readonly now: number;
  /** Whether a server is at work on the data. */
  readonly isServed: boolean;
}

/** Whether one kind of derived data agrees with the rest. */
export interface Check {
  readonly name: string;
  /** What holds when nothing is found. */
  readonly sound: string;
  find(patient: Patient): Problem[];
}

/** The rows that a query finds, as one problem; none if it finds none. They tell of themselves in `example`. */
export function problemOf(
  what: string,
  rows: readonly Row[],
  mend: ((db: DatabaseSync, rows: readonly Row[]) => void) | null = null,
): Problem[] {
  if (rows.length === 0) return [];
  // Safe because ids are texts, and numbers of rows where there is no id.
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

/** The same of rows that tell of something that is gone. */
export function lossOf(...found: Parameters<typeof problemOf>): Problem[] {
  return problemOf(...found).map((problem) => ({ ...problem, isLoss: true }));
}
