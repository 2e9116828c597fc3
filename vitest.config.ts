import { defineConfig } from "vitest/config";

/** What each project tests; the web app, when it needs a browser-like environment, is one of its own. */
const PROJECTS = {
  // Pure code keeps nothing between files, so its files share what they import.
  domain: ["packages/{api,contract}/src/**/*.test.ts"],
  packages: ["packages/!(api|contract)/src/**/*.test.ts"],
  apps: ["apps/*/src/**/*.test.ts", "examples/**/*.test.ts"],
  tooling: ["scripts/**/*.test.ts", "tooling/**/*.test.ts"],
};

export default defineConfig({
  test: {
    projects: Object.entries(PROJECTS).map(([name, include]) => ({
      extends: true,
      test: { name, include, isolate: name !== "domain" },
    })),
    setupFiles: ["tooling/vitest-setup.ts"],
    testTimeout: 20_000,
    coverage: {
      include: ["{apps,packages}/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
    },
  },
});
