import type { LoggedEvent } from "@knote/api";
import { anEvent, eventually, freshUserId, startOwnRedis, withOwnServices } from "@knote/testkit";
import { expect, it } from "vitest";
import { createOutbox } from "../testing/create-outbox.ts";
import { openRedis, type OpenRedis } from "../testing/open-redis.ts";
import { createRedisRateLimits } from "./rate-limits.ts";

/** Limits the server's memory, in bytes; 0 for no limit. */
async function limitMemory({ line }: OpenRedis, bytes: number): Promise<void> {
  await line.call((client) => client.configSet({ maxmemory: String(bytes), "maxmemory-policy": "noeviction" }));
}

withOwnServices(() => {
  it("reports a full server in the check and once in the log, and delivers its events in order later", async () => {
    await using server = await startOwnRedis();
    const outbox = createOutbox();
    await using redis = await openRedis(server.url, { outbox });
    const userId = freshUserId();
    const heardEvents: LoggedEvent[] = [];
    redis.log.subscribe(userId, (loggedEvent) => heardEvents.push(loggedEvent));
    const before = anEvent("before");
    await redis.log.append(userId, [before]);
    await redis.check();
    await limitMemory(redis, 1);
    const sentEvents = Array.from({ length: 5 }, (_, index) => anEvent(`${index}`));
    for (const event of sentEvents) await redis.log.append(userId, [event]);
    await expect(redis.check()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(redis.trouble()).toEqual({
      part: "activity",
      reason: expect.stringMatching(/^Redis refuses writes: OOM /),
    });
    expect(outbox.keptEvents).toHaveLength(5);
    expect((await redis.log.replay(userId, null)).map(({ event }) => event)).toEqual([before]);
    expect(redis.warnings).toEqual([
      expect.stringMatching(/^Redis refuses writes \(OOM .*; events wait until it accepts them\.$/),
    ]);
    await limitMemory(redis, 0);
    await eventually(() => expect(heardEvents.map(({ event }) => event)).toEqual([before, ...sentEvents]));
    await eventually(() => expect(outbox.keptEvents).toEqual([]));
    await redis.check();
    expect(redis.trouble()).toBeNull();
    expect(redis.warnings).toHaveLength(1);
  });

  it("counts limits in the process while the server is full, and refuses nobody for that", async () => {
    await using server = await startOwnRedis();
    await using redis = await openRedis(server.url);
    await limitMemory(redis, 1);
    const limits = createRedisRateLimits({ line: redis.line });
    const limit = { name: "demo", points: 1, seconds: 60 };
    expect(await limits.take(limit, "address", 1)).toBeNull();
    expect(await limits.take(limit, "address", 1)).toBeGreaterThan(0);
  });

  it("forgets a user even when it is full", async () => {
    await using server = await startOwnRedis();
    await using redis = await openRedis(server.url);
    const userId = freshUserId();
    await redis.log.append(userId, [anEvent()]);
    await limitMemory(redis, 1);
    await redis.erase(userId);
    expect(await redis.log.replay(userId, null)).toEqual([]);
  });
});
