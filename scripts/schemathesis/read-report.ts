import { readFile } from "node:fs/promises";
import type { TestReport } from "../gate-results.ts";

/** The fields that are read from the report of schemathesis. */
interface RunReport {
  readonly complete: boolean;
  readonly seed: number;
  readonly operations: { readonly selected: number; readonly tested: number };
  readonly test_cases: { readonly generated: number; readonly with_failures: number; readonly errored: number };
  readonly failures: readonly { readonly operations: readonly unknown[] }[];
}

/** Fewer cases mean that something prevented their generation. */
const FEWEST_CASES = 400;

/** Reads a report; an operation counts as one test, whatever the number of its cases. */
export async function readReport(file: string, ok: boolean): Promise<{ report: TestReport; summary: string }> {
  const run = JSON.parse(await readFile(file, "utf8")) as RunReport;
  const { operations, test_cases: cases, failures } = run;
  const brokenCount = new Set(failures.flatMap((failure) => failure.operations.map((name) => JSON.stringify(name))))
    .size;
  const isWhole = run.complete && operations.tested === operations.selected && cases.generated >= FEWEST_CASES;
  const failureCount = Math.max(brokenCount, ok && isWhole && cases.errored === 0 ? 0 : 1);
  return {
    report: {
      numPassedTests: Math.max(0, operations.tested - failureCount),
      numFailedTests: failureCount,
      numPendingTests: 0,
      numTodoTests: 0,
    },
    summary: `${cases.generated} cases of ${operations.tested} operations, ${cases.with_failures} failed (seed ${run.seed})`,
  };
}
