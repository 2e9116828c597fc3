import { describe, it } from "vitest";

/** Reports suites that cannot run here as skipped; throws in CI. */
export function notRun(what: string, env = process.env): void {
  const reason = `not run, as ${what}: see tooling/services/README.md`;
  if (env["CI"]) throw new Error(reason);
  // oxlint-disable-next-line vitest/no-disabled-tests, vitest/valid-title -- this line is the note
  describe.skip(reason, () => {
    it("waits for a server", () => {});
  });
}
