import type { ImportResult, ImportSummary } from "@knote/contract";
import type { Answer } from "./send.ts";
import type { TestCaller } from "./start-app.ts";

export interface ImportAnswer extends Answer {
  readonly results: ImportResult[];
  /** Undefined when the response ended without one. */
  readonly summary: ImportSummary | undefined;
}

export const IMPORT = "POST /api/workspace/import";
export const NDJSON = { "Content-Type": "application/x-ndjson" };

/** Imports lines: text and bytes as they are, other values as JSON. */
export async function importLinesOf(
  caller: TestCaller,
  lines: readonly (object | string | Buffer)[],
): Promise<ImportAnswer> {
  const bytes = Buffer.concat(lines.flatMap((line) => [bytesOf(line), Buffer.from("\n")]));
  const answer = await caller.send(IMPORT, { bytes, headers: NDJSON });
  return { ...answer, ...parseImport(answer.text) };
}

/** Returns the complete lines of a response, even of one that was cut off. */
export function parseImport(text: string): Pick<ImportAnswer, "results" | "summary"> {
  const values = text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ImportResult | ImportSummary);
  return {
    results: values.filter((value): value is ImportResult => "line" in value),
    summary: values.find((value): value is ImportSummary => "done" in value),
  };
}

function bytesOf(line: object | string | Buffer): Buffer {
  return Buffer.isBuffer(line) ? line : Buffer.from(typeof line === "string" ? line : JSON.stringify(line));
}
