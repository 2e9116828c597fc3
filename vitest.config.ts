import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** What each project tests. They begin in the order of their names, so what takes long should not come last. */
const PROJECTS = {
  // Pure code keeps nothing between files, so its files share what they import.
  domain: ["packages/{api,contract}/src/**/*.test.ts"],
  packages: ["packages/!(api|contract)/src/**/*.test.ts"],
  apps: ["apps/*/src/**/!(cluster)/*.test.{ts,tsx}", "apps/*/src/*.test.{ts,tsx}", "examples/**/*.test.ts"],
  cluster: ["apps/*/src/cluster/**/*.test.ts"],
  browser: ["apps/web/e2e/**/*.test.ts"],
  crash: ["scripts/crash/*.test.ts"],
  tooling: ["scripts/*.test.ts", "scripts/!(crash)/**/*.test.ts", "tooling/**/*.test.ts"],
};

/** The dashboard as people use it: it is built first, and Chromium takes its time on a busy machine. */
const BROWSER = {
  globalSetup: "apps/web/e2e/support/ensure-built.ts",
  maxWorkers: availableParallelism(),
  sequence: { groupOrder: 1 },
};

/** Several servers and databases at a time: beside other tests they would be too slow for the driver's heartbeats. */
const CLUSTER = { maxWorkers: 1, fileParallelism: false, sequence: { groupOrder: 2 } };

export default defineConfig({
  test: {
    projects: Object.entries(PROJECTS).map(([name, include]) => ({
      extends: true,
      test: {
        name,
        include,
        isolate: name !== "domain",
        ...(name === "browser" && BROWSER),
        ...(name === "cluster" && CLUSTER),
      },
    })),
    setupFiles: ["tooling/vitest-setup.ts"],
    // They end what hangs, and nothing that a busy machine makes slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Most tests wait, for servers, disks and browsers: with one worker a core, half of the machine had nothing to do.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    coverage: {
      include: ["{apps,packages}/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
    },
  },
});
