import { defineConfig } from "vitest/config";

/** What each project tests. */
const PROJECTS = {
  // Pure code keeps nothing between files, so its files share what they import.
  domain: ["packages/{api,contract}/src/**/*.test.ts"],
  packages: ["packages/!(api|contract)/src/**/*.test.ts"],
  apps: ["apps/*/src/**/*.test.{ts,tsx}", "examples/**/*.test.ts"],
  browser: ["apps/web/e2e/**/*.test.ts"],
  tooling: ["scripts/**/*.test.ts", "tooling/**/*.test.ts"],
};

/** The dashboard as people use it: it is built first, and Chromium takes its time on a busy machine. */
const BROWSER = { globalSetup: "apps/web/e2e/support/ensure-built.ts", testTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: Object.entries(PROJECTS).map(([name, include]) => ({
      extends: true,
      test: { name, include, isolate: name !== "domain", ...(name === "browser" && BROWSER) },
    })),
    setupFiles: ["tooling/vitest-setup.ts"],
    testTimeout: 20_000,
    coverage: {
      include: ["{apps,packages}/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
    },
  },
});
