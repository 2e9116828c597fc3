import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tooling/longest-first.ts";

/** The test files of each project. */
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
  // Pure code keeps no state between files, so these files share their imports.
  units: ["packages/{api,auth,config,contract}/src/**/*.test.ts", "apps/web/src/**/*.test.{ts,tsx}"],
};

/** End-to-end tests of the dashboard. It is built first, and Chromium is slow on a busy machine. */
const BROWSER = {
  globalSetup: "apps/web/e2e/support/ensure-built.ts",
  maxWorkers: availableParallelism(),
  sequence: { groupOrder: 1 },
};

/** Tests with several servers: beside all others they would be too slow for the driver's heartbeats. */
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
    // Long enough for a busy machine: only tests that hang run into them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Most tests wait for servers, disks and browsers: with one worker per core, half of the machine was idle.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    coverage: {
      include: ["{apps,packages}/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
    },
  },
});
