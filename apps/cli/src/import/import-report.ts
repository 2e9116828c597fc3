import { readFile, writeFile } from "node:fs/promises";
import type { Problem } from "@knote/formats";
import { CliError } from "../cli-error.ts";
import type { SendingState } from "./send-graph.ts";

const FORMAT = "knote-import-1";

/** What an import did, so that it can be undone. */
export interface ImportReport {
  readonly format: typeof FORMAT;
  readonly at: string;
  /** Address of the service. */
  readonly service: string;
  readonly reader: string;
  readonly result: SendingState | null;
  readonly problems: readonly Problem[];
}

export function newReport(fields: Omit<ImportReport, "format">): ImportReport {
  return { format: FORMAT, ...fields };
}

/** Returns the path of a report: beside the source, with the time, so that no report replaces another. */
export function reportPath(source: string, at: string): string {
  return `${source.replace(/[/\\]+$/, "")}.import-${at.replace(/[:.]/g, "-")}.json`;
}

export async function writeReport(path: string, report: ImportReport): Promise<void> {
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}

export async function readReport(path: string): Promise<ImportReport> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) throw new CliError(`There is no report ${path}.`);
  const report = parseReport(text);
  if (report?.format !== FORMAT) throw new CliError(`${path} is no report of an import.`);
  return report;
}

function parseReport(text: string): ImportReport | null {
  try {
    return JSON.parse(text) as ImportReport | null;
  } catch {
    return null;
  }
}
