import { expect, it } from "vitest";
import { freshUserId } from "../../builders/fresh-id.ts";
import type { OpenStorage } from "../open-storage.ts";
import { LATER_MONTH, MONTH, NOW } from "./given-consumer.ts";

export function quotaWarning(open: OpenStorage): void {
  it("is true once for each user, month and counter", async () => {
    await using storage = await open();
    const [ada, grace] = [freshUserId(), freshUserId()];
    const { quota } = storage;
    const warn = [
      () => quota.warnOnce(ada, MONTH, "queries"),
      () => quota.warnOnce(ada, MONTH, "capableQueries"),
      () => quota.warnOnce(ada, LATER_MONTH, "queries"),
      () => quota.warnOnce(grace, MONTH, "queries"),
    ];
    for (const first of warn) expect(await first()).toBe(true);
    for (const again of warn) expect(await again()).toBe(false);
  });

  it("is true for one of many parallel calls", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => storage.quota.warnOnce(userId, MONTH, "queries")),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it("does not change the usage", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.quota.warnOnce(userId, MONTH, "queries");
    expect(await storage.quota.usage(userId, MONTH, NOW)).toEqual({ queries: 0, capableQueries: 0 });
  });
}
