import { describe, it } from "vitest";

/** Runs suites against the server that the environment variable names; without one, a line says that they were not run. */
export function withService(variable: string, suites: (url: string) => void): void {
  const url = process.env[variable];
  if (url) return suites(url);
  // oxlint-disable-next-line vitest/no-disabled-tests -- this line is the note
  describe.skip(`not run, as ${variable} names no server: see tooling/services/README.md`, () => {
    it("waits for a server", () => {});
  });
}
