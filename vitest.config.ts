import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tooling/longest-first.ts";

/** What each project tests. */
const PROJECTS = {
  apps: [
    "apps/{cli,eval}/src/**/*.test.ts",
    "apps/server/src/!(cluster)/**/*.test.ts",
    "apps/server/src/!(hostile-user).test.ts",
    "examples/**/*.test.ts",
  ],
  browser: ["apps/web/e2e/**/*.test.ts"],
  servers: ["apps/server/src/cluster/**/*.test.ts"],
  hostile: ["apps/server/src/hostile-user.test.ts"],
  crash: ["scripts/crash/*.test.ts"],
  packages: ["packages/!(api|auth|config|contract)/src/**/*.test.ts"],
  tooling: ["scripts/*.test.ts", "scripts/!(crash)/**/*.test.ts", "tooling/**/*.test.ts"],
  // Pure code keeps nothing between files, so its files share what they import.
  units: ["packages/{api,auth,config,contract}/src/**/*.test.ts", "apps/web/src/**/*.test.{ts,tsx}"],
};

/** The dashboard as people use it: it is built first, and Chromium takes its time on a busy machine. */
const BROWSER = {
  globalSetup: "apps/web/e2e/support/ensure-built.ts",
  maxWorkers: availableParallelism(),
  sequence: { groupOrder: 1 },
};

/** Several servers at a time: beside all other tests they would be too slow for the driver's heartbeats. */
const SERVERS = { maxWorkers: availableParallelism(), sequence: { groupOrder: 2 } };

/** It compares times of one server, so it has the machine to itself. */
const HOSTILE = { sequence: { groupOrder: 3 } };

export default defineConfig({
  test: {
    projects: Object.entries(PROJECTS).map(([name, include]) => ({
      extends: true,
      test: {
        name,
        include,
        isolate: name !== "units",
        ...(name === "browser" && BROWSER),
        ...(name === "servers" && SERVERS),
        ...(name === "hostile" && HOSTILE),
      },
    })),
    setupFiles: ["tooling/vitest-setup.ts"],
    // They end what hangs, and nothing that a busy machine makes slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Most tests wait, for servers, disks and browsers: with one worker a core, half of the machine had nothing to do.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    coverage: {
      include: ["{apps,packages}/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
    },
  },
});
