// The entry point of every command. With any Node ≥ 18 and npm on the machine, it fetches the Node and the
// pnpm that Knote runs on, installs the dependencies when they changed, and runs the command with both.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDashboard, isDashboardBuilt } from "./tooling/bootstrap/dashboard.mjs";
import { installDependencies, isInstalled } from "./tooling/bootstrap/install.mjs";
import { withLock } from "./tooling/bootstrap/lock.mjs";
import { BootstrapError, InterruptedError } from "./tooling/bootstrap/progress.mjs";
import { supervise } from "./tooling/bootstrap/supervise.mjs";
import { fetchMissingTools, findTools } from "./tooling/bootstrap/tools.mjs";

const ENTRIES = {
  start: "apps/server/src/main.ts",
  knote: "apps/cli/src/main.ts",
  test: "scripts/gate.ts",
  "test:providers": "scripts/test-providers.ts",
  bench: "scripts/bench.ts",
  "bench:web": "apps/web/bench/web.ts",
  bundle: "scripts/bundle.ts",
  crash: "scripts/crash.ts",
  overload: "scripts/overload.ts",
  eval: "apps/eval/src/main.ts",
  "calibrate-links": "scripts/calibrate-links.ts",
  screenshots: "apps/web/screenshots/take.ts",
};

const USAGE = `Usage: node bootstrap.mjs <command> [arguments]

  start            run the server, with its dashboard
  build            build the dashboard, if it changed
  knote            run the command line tool
  test             run the gate: format, lint, types, unused code, tests
  test:providers   test the remote models with real requests, where keys are set
  bench            run the benchmarks
  bench:web        measure the dashboard's responsiveness in Chromium
  bundle           build server, dashboard and command line as one folder, as in the image
  crash            kill the server at random moments, and check that nothing is lost
  overload         send ten times more requests than can be served, and check the outcome
  eval             measure recall on questions whose answers are known
  calibrate-links  measure suggested links by links that people made
  screenshots      take pictures of every page, for README and docs/screenshots
  pnpm             run the pnpm of this project
  node             run the Node of this project
`;

// Collects the garbage of requests sooner: 46 MB less under load, no path slower (docs/adr/0016).
const SERVER_FLAGS = ["--max-semi-space-size=8"];

/** Commands that build the dashboard first, unless the build is up to date. */
const WITH_DASHBOARD = ["start", "build", "bundle", "test", "bench:web", "screenshots"];

const root = dirname(fileURLToPath(import.meta.url));

try {
  await main(process.argv[2] ?? "", process.argv.slice(3));
} catch (error) {
  if (error instanceof InterruptedError) endLike(error.outcome);
  else if (error instanceof BootstrapError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}

/** @param {string} command @param {string[]} args */
async function main(command, args) {
  if (!(command in ENTRIES) && !["build", "pnpm", "node"].includes(command)) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const tools = await prepare(command !== "pnpm", WITH_DASHBOARD.includes(command));
  if (command === "build") return;
  const path = [dirname(tools.node), dirname(tools.pnpm), process.env.PATH].join(delimiter);
  const env = {
    // Makes glibc return freed memory: 234 MB idle instead of 262 MB.
    MALLOC_TRIM_THRESHOLD_: "65536",
    ...process.env,
    PATH: path,
    // No tool sends telemetry.
    DO_NOT_TRACK: "1",
  };
  endLike(await run(command, args, tools, env));
}

/**
 * Provides the tools and, if wanted, the dependencies and the dashboard. Takes the lock only if something is missing.
 * @param {boolean} dependencies @param {boolean} dashboard
 */
async function prepare(dependencies, dashboard) {
  const foundTools = findTools(root);
  const hasDependencies = foundTools && (!dependencies || isInstalled(root, foundTools));
  if (foundTools && hasDependencies && (!dashboard || isDashboardBuilt(root))) return foundTools;
  return withLock(join(root, ".knote"), async (lock) => {
    const tools = findTools(root) ?? (await fetchMissingTools(root, lock));
    if (dependencies && !isInstalled(root, tools)) await installDependencies(root, tools, lock);
    if (dashboard && !isDashboardBuilt(root)) await buildDashboard(root, tools.node, lock);
    return tools;
  });
}

/**
 * @param {string} command @param {string[]} args
 * @param {import("./tooling/bootstrap/tools.mjs").Tools} tools @param {NodeJS.ProcessEnv} env
 */
function run(command, args, tools, env) {
  const entry = ENTRIES[/** @type {keyof typeof ENTRIES} */ (command)];
  if (!entry) return supervise(spawn(command === "pnpm" ? tools.pnpm : tools.node, args, { stdio: "inherit", env }));
  // Our own entries get an IPC channel (see supervise.mjs); other programs would leak it to their children.
  const stdio = /** @type {import("node:child_process").StdioOptions} */ (["inherit", "inherit", "inherit", "ipc"]);
  const flags = command === "start" ? SERVER_FLAGS : [];
  return supervise(spawn(tools.node, [...flags, join(root, entry), ...args], { stdio, env }));
}

/** @param {import("./tooling/bootstrap/supervise.mjs").Outcome} outcome */
function endLike({ code, signal }) {
  if (!signal) process.exitCode = code ?? 1;
  else if (signal === "SIGINT" || signal === "SIGTERM" || signal === "SIGHUP") process.kill(process.pid, signal);
  else process.exitCode = 128 + constants.signals[signal];
}
