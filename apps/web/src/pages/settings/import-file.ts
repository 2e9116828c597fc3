import type { ImportCounts, ImportResult, ImportSummary } from "@knote/contract";
import type { Session } from "../../session/session.ts";
import type { FileLine } from "./read-import.ts";

/** Sent at a time, so that progress shows and a page that is closed stops soon. */
const LINES = 200;
const MOST_REFUSED = 100;
const COUNTED_AS = { created: "created", exists: "exists", linked: "linked", error: "failed" } as const;

export interface ImportState extends ImportCounts {
  readonly sent: number;
  readonly total: number;
  /** What was not taken, by lines of the file; the first hundred. */
  readonly refused: readonly { readonly line: number; readonly detail: string }[];
}

/** One part of a file: the answer to it, a line each and the summary. */
export type SendLines = (body: string) => Promise<readonly (ImportResult | ImportSummary)[]>;

/** Imports a file part by part and tells how it stands. */
export async function importFile(
  lines: readonly FileLine[],
  parts: { readonly send: SendLines; readonly told: (state: ImportState) => void },
): Promise<ImportState> {
  const { send, told } = parts;
  let state: ImportState = { created: 0, exists: 0, linked: 0, failed: 0, sent: 0, total: lines.length, refused: [] };
  for (let start = 0; start < lines.length; start += LINES) {
    const part = lines.slice(start, start + LINES);
    const answer = await send(part.map(({ text }) => `${text}\n`).join(""));
    const results = answer.filter((result): result is ImportResult => "line" in result);
    for (const result of results) state = counted(state, result, part[result.line - 1]!);
    const summary = answer.find((result): result is ImportSummary => "done" in result);
    if (!summary?.done) throw new Error(summary?.detail ?? "The import broke off. Send the file again to go on.");
    state = { ...state, sent: start + part.length };
    told(state);
  }
  return state;
}

function counted(state: ImportState, { status, detail, issues }: ImportResult, { line }: FileLine): ImportState {
  const name = COUNTED_AS[status];
  const next = { ...state, [name]: state[name] + 1 };
  if (status !== "error" || state.refused.length >= MOST_REFUSED) return next;
  const why = issues?.map(({ message }) => message).join(" ") || detail || "Not taken.";
  return { ...next, refused: [...state.refused, { line, detail: why }] };
}

/** Sends lines to this server as the user who is signed in. */
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
