import { readFile } from "node:fs/promises";

export interface TestCounts {
  readonly passes: number;
  readonly failures: number;
  readonly skips: number;
}

/** The fields that are read from vitest's JSON report. */
export interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults?: readonly FileReport[];
}

interface FileReport {
  readonly assertionResults: readonly { readonly ancestorTitles: readonly string[] }[];
}

/** The title that the testkit's `notRun` gives to suites with missing requirements. */
const WAITING = /^not run, as (.+): see /;

/**
 * Reads the counts of a run. A failed run counts at least one failure, even when no test failed: a file did not load,
 * a rejection was unhandled, or the run ended before its report.
 */
export async function readTestCounts(reportFile: string, ok: boolean): Promise<TestCounts> {
  const report = await readJson<TestReport>(reportFile);
  if (!report) return { passes: 0, failures: 1, skips: 0 };
  return {
    passes: report.numPassedTests,
    failures: Math.max(report.numFailedTests, ok ? 0 : 1),
    skips: report.numPendingTests + report.numTodoTests,
  };
}

/** Describes in one line the suites that were not run; null when there are none. */
export async function readNotRun(reportFile: string): Promise<string | null> {
  const { testResults = [] } = (await readJson<Pick<TestReport, "testResults">>(reportFile)) ?? {};
  const reasons = new Set<string>();
  const waiting = testResults.filter(({ assertionResults }) => {
    const titles = assertionResults.flatMap(({ ancestorTitles }) => ancestorTitles);
    const missing = titles.flatMap((title) => WAITING.exec(title)?.[1] ?? []);
    for (const reason of missing) reasons.add(reason);
    return missing.length > 0;
  });
  if (waiting.length === 0) return null;
  const files = waiting.length === 1 ? "1 file" : `${waiting.length} files`;
  return `suites of ${files}, as ${[...reasons].toSorted().join("; ")}: tooling/services/README.md says how to run them`;
}

export function addCounts(one: TestCounts, other: TestCounts): TestCounts {
  return {
    passes: one.passes + other.passes,
    failures: one.failures + other.failures,
    skips: one.skips + other.skips,
  };
}

export function resultLine({ passes, failures, skips }: TestCounts): string {
  return `${passes} passed, ${failures} failed${skips > 0 ? `, ${skips} skipped` : ""}`;
}

async function readJson<T>(file: string): Promise<T | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : JSON.parse(text);
}
