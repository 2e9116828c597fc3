import type { FieldIssue, ImportLine, ImportResult } from "@knote/contract";

/** Why a line was refused. */
export interface Refusal {
  readonly detail: string;
  readonly issues?: readonly FieldIssue[];
}

export const INVALID_LINE = "The line has invalid fields.";

/** A parsed line of an import. */
export interface ImportEntry {
  /** Counts from 1. */
  readonly line: number;
  readonly read: ImportLine | { readonly refusal: Refusal };
}

/** Results by line number. */
export type ResultsByLine = ReadonlyMap<number, ImportResult>;

export function refusedLine(line: number, { detail, issues }: Refusal): ImportResult {
  return { line, status: "error", detail, ...(issues && { issues: [...issues] }) };
}
