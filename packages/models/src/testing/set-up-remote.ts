import type { DomainError } from "@knote/api";
import type { ProviderServer } from "@knote/testkit";
import type { RemoteOptions } from "../remote/remote-options.ts";

export const TEST_KEY = "sk-test-7f3a9c";

/** Retries at once; a test that needs a timeout overrides one. */
export const QUICK = { firstRetryMs: 1, longestRetryMs: 50, silenceMs: 60_000, totalMs: 60_000, coolDownMs: 60_000 };

/** For tests: returns options for a model at the test's provider, and the failures that would be logged. */
export function setUpRemote(server: Pick<ProviderServer, "url">, options: Partial<RemoteOptions> = {}) {
  const failures: DomainError[] = [];
  const remote: RemoteOptions = {
    apiKey: TEST_KEY,
    baseUrl: server.url,
    model: "test-model",
    timing: QUICK,
    now: () => Date.UTC(2026, 3, 5, 12),
    onFailure: (error) => void failures.push(error),
    ...options,
  };
  return { remote, failures };
}
