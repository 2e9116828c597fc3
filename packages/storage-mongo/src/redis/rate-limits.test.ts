import { freshUserId, startCutProxy, withService } from "@knote/testkit";
import { expect, it } from "vitest";
import { createRedisRateLimits } from "./rate-limits.ts";
import { openRedis } from "../testing/open-redis.ts";

const LIMIT = { name: "demo", points: 3, seconds: 60 };

withService("TEST_REDIS_URL", (url) => {
  it("counts what all processes take together, separately for each key and limit", async () => {
    await using one = await openRedis(url);
    await using two = await openRedis(url, { prefix: one.prefix });
    const [here, there] = [one, two].map((redis) => createRedisRateLimits(redis));
    const key = freshUserId();
    expect(await here!.take(LIMIT, key, 1)).toBeNull();
    expect(await there!.take(LIMIT, key, 2)).toBeNull();
    const wait = await here!.take(LIMIT, key, 1);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect(await there!.take(LIMIT, freshUserId(), 3)).toBeNull();
    expect(await there!.take({ ...LIMIT, name: "sign-in" }, key, 3)).toBeNull();
  });

  it("lets exactly as many through as there are points, however many ask at once", async () => {
    await using one = await openRedis(url);
    await using two = await openRedis(url, { prefix: one.prefix });
    const limits = [one, two].map((redis) => createRedisRateLimits(redis));
    const key = freshUserId();
    const waits = await Promise.all(
      Array.from({ length: 60 }, (_, index) => limits[index % 2]!.take({ ...LIMIT, points: 10 }, key, 1)),
    );
    expect(waits.filter((wait) => wait === null)).toHaveLength(10);
  });

  it("counts in this process alone while Redis is away", async () => {
    await using proxy = await startCutProxy(url);
    await using redis = await openRedis(proxy.url);
    const limits = createRedisRateLimits(redis);
    await proxy.disconnect();
    const key = freshUserId();
    expect(await limits.take(LIMIT, key, 3)).toBeNull();
    expect(await limits.take(LIMIT, key, 1)).toBeGreaterThan(0);
  });
});
