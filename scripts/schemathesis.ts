/**
 * Fuzzes every documented operation with schemathesis, from `/openapi.json`: no response may be a server error or have
 * an undocumented status or shape, no invalid input may be accepted and no valid one refused.
 *   node scripts/schemathesis.ts [report.json] [--cases 10] [--seed 1]
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { startServerProcess } from "../packages/testkit/src/http/start-server-process.ts";
import type { TestReport } from "./gate-results.ts";
import { NoPython, run, schemathesisTool } from "./schemathesis/python-tools.ts";
import { readReport } from "./schemathesis/read-report.ts";

const root = dirname(import.meta.dirname);
/**
 * One never ends, one takes JSON lines, which schemathesis cannot generate, one is unavailable without a model, and one
 * where nothing is sent: schemathesis makes up hosts, which nobody should call. All have their own tests.
 */
const EXCLUDED_PATHS = [
  "/api/activity/stream",
  "/api/workspace/import",
  "/api/graph/proposals/run",
  "/api/webhooks/{id}/test",
];
const METRICS_TOKEN = "figures";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
});
const outcome = await fuzz();
process.stdout.write(`${outcome.words}\n`);
if (positionals[0]) await writeReport(positionals[0], outcome.report);
process.exitCode = outcome.report.numFailedTests > 0 ? 1 : 0;

async function fuzz(): Promise<{ report: TestReport; words: string }> {
  try {
    return await fuzzWith(await schemathesisTool(join(root, ".knote")));
  } catch (error) {
    if (!(error instanceof NoPython)) throw error;
    const report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 };
    return { report, words: `skipped: ${error.message.split("\n")[0]}` };
  }
}

async function fuzzWith(tool: string): Promise<{ report: TestReport; words: string }> {
  const folder = await mkdtemp(join(tmpdir(), "knote-schemathesis-"));
  await using server = await startServerProcess({
    env: { LOG_LEVEL: "warn", DEFAULT_TIER: "agent", METRICS_TOKEN, WEBHOOK_AT_ONCE: "0" },
  });
  try {
    const reportFile = join(folder, "run.json");
    const { ok, output } = await run(tool, await options(server, reportFile), {
      env: { ...process.env, METRICS_TOKEN },
      // It leaves a folder in its working directory.
      cwd: folder,
    });
    const { report, summary } = await readReport(reportFile, ok).catch((cause: unknown) => {
      throw new Error(`schemathesis left no report:\n${output}`, { cause });
    });
    const logText = report.numFailedTests > 0 ? `\n${output}\n${server.output()}` : "";
    return { report, words: `${summary}${logText}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function options(server: { readonly url: string; token(sub: string): Promise<string> }, reportFile: string) {
  return [
    ["--config-file", join(root, "scripts/schemathesis/config.toml")],
    ["run", `${server.url}/openapi.json`],
    ["--header", `Authorization: Bearer ${await server.token("github:1")}`],
    ["--checks", "all", ...EXCLUDED_PATHS.flatMap((path) => ["--exclude-path", path])],
    ["--seed", values.seed, "--max-examples", values.cases, "--generation-database", "none"],
    ["--report", "json", "--report-json-path", reportFile, "--no-color"],
  ].flat();
}

async function writeReport(file: string, report: TestReport): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(report));
}
