import { notRun } from "./not-run.ts";

/** The variables that name servers to test against. */
export type TestService = "TEST_MONGODB_URL" | "TEST_QDRANT_URL" | "TEST_REDIS_URL";

/**
 * Runs suites against the server that the variable names. Without one, they are reported as skipped; in CI this throws.
 */
export function withService(variable: TestService, suites: (url: string) => void, env = process.env): void {
  const url = env[variable];
  if (url) return suites(url);
  notRun(`${variable} names no server`, env);
}
