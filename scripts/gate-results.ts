import { readFile } from "node:fs/promises";

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What is read of a run, named as in vitest's JSON report. */
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

/** What `notRun` of the testkit says in place of suites that lack something. */
const WAITING = /^not run, as (.+): see /;

interface CoverageSummary {
  readonly total: Record<"lines" | "branches", { readonly pct: number }>;
}

/**
 * A run that failed has a failure to count, even when no test did: a file that does not load,
 * an unhandled rejection, a run that was cut off before its report.
 */
export async function readTestCounts(reportFile: string, ok: boolean): Promise<TestCounts> {
  const report = await readJson<TestReport>(reportFile);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, ok ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** One line on the files with suites that lacked something; null when there are none. */
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
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

export async function readCoverage(summaryFile: string): Promise<string> {
  const summary = await readJson<CoverageSummary>(summaryFile);
  return summary ? `${summary.total.lines.pct} % of lines, ${summary.total.branches.pct} % of branches` : "unknown";
}

export function resultLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

async function readJson<T>(file: string): Promise<T | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : JSON.parse(text);
}
