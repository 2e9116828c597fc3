import type { FieldIssue, ImportLine, ImportResult } from "@knote/contract";

/** Why a line was not taken. */
export interface Refusal {
  readonly detail: string;
  readonly issues?: readonly FieldIssue[];
}

export const INVALID_LINE = "The line has invalid fields.";

/** A line of an import as it was read. */
export interface ImportEntry {
  /** Counts from 1. */
  readonly line: number;
  readonly read: ImportLine | { readonly refused: Refusal };
}

/** What became of lines, by their numbers. */
export type ResultsByLine = ReadonlyMap<number, ImportResult>;

export function refusedLine(line: number, { detail, issues }: Refusal): ImportResult {
  return { line, status: "error", detail, ...(issues && { issues: [...issues] }) };
}
