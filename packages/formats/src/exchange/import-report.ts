import type { Problem } from "../graph/found-note.ts";
import type { SendingState } from "./send-graph.ts";

const FORMAT = "knote-import-2";

/** What an import did, so that it can be undone. */
export interface ImportReport {
  readonly format: typeof FORMAT;
  /** When it began, ISO 8601. */
  readonly at: string;
  /** Address of the service. */
  readonly service: string;
  readonly reader: string;
  /** Null until the first answer. */
  readonly result: SendingState | null;
  readonly problems: readonly Problem[];
}

export function newReport(fields: Omit<ImportReport, "format">): ImportReport {
  return { format: FORMAT, ...fields };
}

export function writeReport(report: ImportReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Reads a report; null when the text is none. */
export function parseReport(text: string): ImportReport | null {
  try {
    const report = JSON.parse(text) as ImportReport | null;
    return report?.format === FORMAT ? report : null;
  } catch {
    return null;
  }
}
