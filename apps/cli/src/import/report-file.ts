import { readFile } from "node:fs/promises";
import { type ImportReport, parseReport } from "@knote/formats";
import { CliError } from "../cli-error.ts";

/** Returns the path of a report: beside the source, with the time, so that no report replaces another. */
export function reportPath(source: string, at: string): string {
  return `${source.replace(/[/\\]+$/, "")}.import-${at.replace(/[:.]/g, "-")}.json`;
}

export async function readReport(path: string): Promise<ImportReport> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) throw new CliError(`There is no report ${path}.`);
  const report = parseReport(text);
  if (report === null) throw new CliError(`${path} is no report of an import.`);
  return report;
}
