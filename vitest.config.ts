import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./tooling/longest-first.ts";

/** Files of the projects that cannot run beside all others. */
const BROWSER = ["apps/web/e2e/**/*.test.ts"];
const SERVERS = ["apps/server/src/cluster/**/*.test.ts"];
const TIMINGS = ["apps/server/src/{hostile-user,event-loop}.test.ts"];
const OTHERS = ["{apps,packages}/*/src/**/*.test.{ts,tsx}", "{examples,scripts,tooling}/**/*.test.ts"];

/** End-to-end tests of the dashboard. It is built first, and Chromium is slow on a busy machine. */
const IN_CHROMIUM = {
  globalSetup: "apps/web/e2e/support/ensure-built.ts",
  maxWorkers: availableParallelism(),
  sequence: { groupOrder: 1 },
};

/** Tests with several servers: beside all others they would be too slow for the driver's heartbeats. */
const OF_CLUSTERS = { maxWorkers: availableParallelism(), sequence: { groupOrder: 2 } };

/** They measure times of one server, so each has the machine to itself. */
const ALONE = { maxWorkers: 1, sequence: { groupOrder: 3 } };

export default defineConfig({
  test: {
    projects: [
      { name: "others", include: OTHERS, exclude: [...configDefaults.exclude, ...SERVERS, ...TIMINGS] },
      { name: "browser", include: BROWSER, ...IN_CHROMIUM },
      { name: "servers", include: SERVERS, ...OF_CLUSTERS },
      { name: "timings", include: TIMINGS, ...ALONE },
    ].map((test) => ({ extends: true, test })),
    // Files share no state, so they share a process and what it has imported, in any order.
    isolate: false,
    setupFiles: ["tooling/vitest-setup.ts"],
    // Long enough for a busy machine: only tests that hang run into them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Most tests wait for servers, disks and browsers: with one worker per core, half of the machine was idle.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    coverage: {
      include: ["{apps,packages}/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
    },
  },
});
