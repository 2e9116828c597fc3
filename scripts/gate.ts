// The gate, `npm test`: runs the checks in order until one fails. The last line on stdout counts the tests.
import { spawn } from "node:child_process";
import type { StdioOptions } from "node:child_process";
import { rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { supervise } from "../tooling/bootstrap/supervise.mjs";
import { addCounts, readNotRun, readTestCounts, resultLine } from "./gate-results.ts";
import type { TestCounts } from "./gate-results.ts";
import { startTestServers } from "./gate-services.ts";

interface Step {
  readonly name: string;
  readonly command: readonly [tool: string, ...args: string[]];
  readonly advice: string;
  readonly env?: NodeJS.ProcessEnv;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const testReport = join(root, "node_modules/.cache/gate/tests.json");
const fuzzReport = join(root, "node_modules/.cache/gate/fuzzing.json");
/** Tests start hundreds of servers: from a bundle each takes less than half of the processor time. */
const bundle = join(root, "node_modules/.cache/gate/bundle");

const CHECKS: readonly Step[] = [
  { name: "format", command: ["oxfmt", "--check"], advice: "`npm run format` fixes it." },
  { name: "lint", command: ["oxlint"], advice: "`npm run lint -- --fix` fixes some of it." },
  {
    name: "types",
    command: ["turbo", "run", "typecheck", "typecheck:root", "--output-logs=errors-only"],
    advice: "`npm run typecheck` checks again.",
    env: { TURBO_TELEMETRY_DISABLED: "1" },
  },
  { name: "unused code", command: ["knip"], advice: "Remove it, or explain in knip.json why it stays." },
  {
    name: "bundle",
    command: ["node", "scripts/bundle.ts", bundle],
    advice: "`npm run bundle -- <empty folder>` builds it again.",
  },
];

const JSON_REPORT = ["--reporter=default", "--reporter=json", `--outputFile.json=${testReport}`];

const filters = process.argv.slice(2);
for (const remains of [testReport, fuzzReport, bundle]) await rm(remains, { force: true, recursive: true });
const result = filters.length > 0 ? await runSomeTests(filters) : await runEverything();
const notRun = await readNotRun(testReport);
if (notRun !== null) process.stdout.write(`not run      ${notRun}\n`);
process.stdout.write(`${resultLine(result)}\n`);
process.exitCode = result.failures > 0 ? 1 : 0;

/** Runs only the requested tests, with vitest's own output, for use while writing them. */
async function runSomeTests(args: readonly string[]): Promise<TestCounts> {
  const { ok } = await runTool({ command: ["vitest", "run", ...JSON_REPORT, ...args] }, "inherit");
  return readTestCounts(testReport, ok);
}

async function runEverything(): Promise<TestCounts> {
  for (const check of CHECKS) {
    if (!(await runStep(check)).ok) return { passes: 0, failures: 1, skips: 0 };
  }
  // The tests wait for servers, disks and browsers, so that there is room for the fuzzer beside them.
  const [tests, fuzzing] = await Promise.all([runTests(), fuzz()]);
  return addCounts(tests, fuzzing);
}

async function runTests(): Promise<TestCounts> {
  using servers = startTestServers(join(root, "tooling/services/compose.yaml"), process.env);
  const { ok } = await runStep({
    name: "tests",
    command: ["vitest", "run", ...JSON_REPORT],
    advice: "`npm test -- path/of/a.test.ts` runs one file.",
    env: { ...servers.urls, KNOTE_TEST_BUNDLE: bundle },
  });
  return readTestCounts(testReport, ok);
}

/** Fuzzes the documented API with schemathesis, a Python tool. */
async function fuzz(): Promise<TestCounts> {
  const { ok, output } = await runStep({
    name: "fuzzing",
    command: ["node", "scripts/schemathesis.ts", fuzzReport],
    advice: "`node bootstrap.mjs node scripts/schemathesis.ts` runs it again.",
  });
  if (ok) process.stdout.write(`             ${output.trim()}\n`);
  return readTestCounts(fuzzReport, ok);
}

async function runStep(step: Step): Promise<{ readonly ok: boolean; readonly output: string }> {
  const { name, advice } = step;
  const startedAt = performance.now();
  const { ok, output } = await runTool(step, "pipe");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${name.padEnd(13)}${seconds} s${ok ? "" : ", failed"}\n`);
  if (!ok) process.stdout.write(`\n${output.trimEnd()}\n\n${advice}\n`);
  return { ok, output };
}

async function runTool(
  { command, env: own = {} }: Pick<Step, "command" | "env">,
  stdout: "inherit" | "pipe",
): Promise<{ ok: boolean; output: string }> {
  const [tool, ...args] = command;
  const stdio: StdioOptions = ["ignore", stdout, stdout];
  const PATH = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { ...process.env, ...own, PATH };
  const child = spawn(tool, args, { cwd: root, stdio, env, shell: process.platform === "win32" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const { code } = await supervise(child);
  // Some tools colour their output in CI despite all settings.
  return { ok: code === 0, output: stripVTControlCharacters(output) };
}
