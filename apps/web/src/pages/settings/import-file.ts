import type { ImportCounts, ImportResult, ImportSummary } from "@knote/contract";
import type { Session } from "../../session/session.ts";
import type { FileLine } from "./read-import.ts";

/** Lines per request: few enough that progress shows, and that a closed page stops soon. */
const LINES = 200;
const MOST_REFUSED = 100;
const COUNTED_AS = { created: "created", exists: "exists", linked: "linked", error: "failed" } as const;

export interface ImportState extends ImportCounts {
  readonly sentLines: number;
  readonly total: number;
  /** The first hundred lines of the file that were refused. */
  readonly refusedLines: readonly { readonly line: number; readonly detail: string }[];
}

/** Sends one part of a file; resolves with a result for each line, and the summary. */
export type SendLines = (body: string) => Promise<readonly (ImportResult | ImportSummary)[]>;

/** Imports a file part by part and reports its progress. */
export async function importFile(
  lines: readonly FileLine[],
  options: { readonly send: SendLines; readonly onProgress: (state: ImportState) => void },
): Promise<ImportState> {
  const { send, onProgress } = options;
  let state: ImportState = {
    created: 0,
    exists: 0,
    linked: 0,
    failed: 0,
    sentLines: 0,
    total: lines.length,
    refusedLines: [],
  };
  for (let start = 0; start < lines.length; start += LINES) {
    const part = lines.slice(start, start + LINES);
    const answer = await send(part.map(({ text }) => `${text}\n`).join(""));
    const results = answer.filter((result): result is ImportResult => "line" in result);
    for (const result of results) state = countResult(state, result, part[result.line - 1]!);
    const summary = answer.find((result): result is ImportSummary => "done" in result);
    if (!summary?.done) throw new Error(summary?.detail ?? "The import was interrupted. Import the file again.");
    state = { ...state, sentLines: start + part.length };
    onProgress(state);
  }
  return state;
}

function countResult(state: ImportState, { status, detail, issues }: ImportResult, { line }: FileLine): ImportState {
  const name = COUNTED_AS[status];
  const next = { ...state, [name]: state[name] + 1 };
  if (status !== "error" || state.refusedLines.length >= MOST_REFUSED) return next;
  const why = issues?.map(({ message }) => message).join(" ") || detail || "Not imported.";
  return { ...next, refusedLines: [...state.refusedLines, { line, detail: why }] };
}

/** Returns a function that sends lines to this server as the signed-in user. */
export function createSendLines(session: Session): SendLines {
  return async (body) => {
    const { value } = await session.token();
    const response = await fetch("/api/workspace/import", {
      method: "POST",
      headers: { "Content-Type": "application/x-ndjson", Authorization: `Bearer ${value}` },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error((JSON.parse(text) as { detail: string }).detail);
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ImportResult | ImportSummary);
  };
}
