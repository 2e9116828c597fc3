import { eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { createSearchClient, type SearchClient } from "./search-client.ts";

interface Fixture extends AsyncDisposable {
  readonly client: SearchClient;
  readonly warnings: string[];
  /** Resolves with the id of the thread that answers. */
  thread(): Promise<unknown>;
}

function openFixture(restartMs = 10): Fixture {
  const warnings: string[] = [];
  const client = createSearchClient({
    data: { path: "", memoryBudgetBytes: 0 },
    warn: (message, cause) => warnings.push(`${message} ${(cause as Error).message}`),
    workerUrl: new URL("../testing/frail-worker.ts", import.meta.url),
    restartMs,
  });
  return {
    client,
    warnings,
    thread: () => client.call("sampleHeads", "ada", "model", 1),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

describe("search client", () => {
  it("rejects the calls under way when the worker ends, and goes on with another worker", async () => {
    await using fixture = openFixture();
    const first = await fixture.thread();
    const refusal = { code: "UNAVAILABLE", message: "Search is starting again.", retryAfterSeconds: 1 };
    const [fatal, beside] = await Promise.allSettled([fixture.client.call("counts", "ada"), fixture.thread()]);
    expect(fatal).toMatchObject({ status: "rejected", reason: refusal });
    expect(beside).toMatchObject({ status: "rejected", reason: refusal });
    expect(await eventually(() => fixture.thread())).not.toBe(first);
    expect(fixture.warnings).toEqual([
      "The search worker ended; another is started. The search worker ended with code 3.",
    ]);
  });

  it("reports what broke the worker", async () => {
    await using fixture = openFixture();
    await expect(fixture.client.call("checkpoint")).rejects.toMatchObject({
      code: "UNAVAILABLE",
      cause: { message: "The worker broke." },
    });
    expect(fixture.warnings).toEqual(["The search worker ended; another is started. The worker broke."]);
  });

  it("waits longer and longer before it restarts a worker that keeps ending", async () => {
    await using fixture = openFixture(60_000);
    for (let count = 1; count <= 2; count++) {
      await eventually(async () => {
        await expect(fixture.client.call("counts", "ada")).rejects.toThrow("Search is starting again.");
        expect(fixture.warnings).toHaveLength(count);
      });
    }
    await expect(fixture.thread()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(fixture.warnings).toHaveLength(2);
  });

  it("turns errors of SQLite into those of the ports", async () => {
    await using fixture = openFixture();
    await expect(fixture.client.call("ping")).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "Storage is damaged.",
      cause: { errcode: 11 },
    });
    await fixture.thread();
  });

  it("closes without a warning, even if it was never called", async () => {
    const fixture = openFixture();
    await fixture.client.close();
    const usedFixture = openFixture();
    await usedFixture.thread();
    await usedFixture.client.close();
    expect([...fixture.warnings, ...usedFixture.warnings]).toEqual([]);
  });
});
