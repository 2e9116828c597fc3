import type { LoggedEvent } from "@knote/api";
import { anEvent, eventually, freshUserId, startCutProxy, withService } from "@knote/testkit";
import { expect, it } from "vitest";
import { createOutbox } from "../testing/create-outbox.ts";
import { openRedis } from "../testing/open-redis.ts";

withService("TEST_REDIS_URL", (url) => {
  it("delivers events of an outage once, in order, when the connection is back", async () => {
    await using proxy = await startCutProxy(url);
    await using near = await openRedis(url);
    await using far = await openRedis(proxy.url, { prefix: near.prefix });
    const userId = freshUserId();
    const heardEvents: LoggedEvent[] = [];
    far.log.subscribe(userId, (loggedEvent) => heardEvents.push(loggedEvent));
    await far.log.append(userId, [anEvent("before")]);
    await eventually(() => expect(heardEvents).toHaveLength(1));
    for (let round = 1; round <= 3; round++) {
      await proxy.disconnect();
      await near.log.append(userId, [anEvent("meanwhile"), anEvent("and this")]);
      expect(heardEvents).toHaveLength(1 + (round - 1) * 3);
      await proxy.mend();
      await near.log.append(userId, [anEvent("after")]);
      await eventually(() => expect(heardEvents).toHaveLength(1 + round * 3));
    }
    expect(heardEvents).toEqual(await near.log.replay(userId, null));
  });

  it("keeps events in the outbox while Redis is away, and then logs each once, in order, by itself", async () => {
    await using proxy = await startCutProxy(url);
    const outbox = createOutbox();
    await using redis = await openRedis(proxy.url, { outbox });
    const userId = freshUserId();
    const heardEvents: LoggedEvent[] = [];
    redis.log.subscribe(userId, (loggedEvent) => heardEvents.push(loggedEvent));
    const sentEvents = Array.from({ length: 60 }, (_, index) => anEvent(`${index}`));
    for (const [index, event] of sentEvents.entries()) {
      if (index === 20) await proxy.disconnect();
      if (index === 40) await proxy.mend();
      await redis.log.append(userId, [event]);
    }
    await eventually(() => expect(heardEvents.map(({ event }) => event)).toEqual(sentEvents));
    await eventually(() => expect(outbox.keptEvents).toEqual([]));
    expect((await redis.log.replay(userId, null)).map(({ event }) => event)).toEqual(sentEvents);
    expect(redis.warnings).toEqual(["Redis cannot be reached; events wait until it is back."]);
  });

  it("logs an event only once when its acknowledgement was lost", { timeout: 30_000 }, async () => {
    await using proxy = await startCutProxy(url);
    const outbox = createOutbox();
    await using near = await openRedis(url);
    await using redis = await openRedis(proxy.url, { outbox, prefix: near.prefix });
    const userId = freshUserId();
    proxy.deafen();
    const sending = redis.log.append(userId, [anEvent("once")]);
    await eventually(async () => expect(await near.log.latest(userId, 1)).toHaveLength(1));
    await proxy.disconnect();
    await sending;
    expect(outbox.keptEvents).toHaveLength(1);
    await proxy.mend();
    await eventually(() => expect(outbox.keptEvents).toEqual([]));
    expect(await near.log.replay(userId, null)).toHaveLength(1);
  });

  it("logs what a process that is gone left in the outbox", async () => {
    const outbox = createOutbox();
    const userId = freshUserId();
    await outbox.keep(userId, [{ key: "left", event: anEvent("left") }]);
    await using redis = await openRedis(url, { outbox });
    await eventually(async () => expect(await redis.log.latest(userId, 1)).toHaveLength(1));
    await eventually(() => expect(outbox.keptEvents).toEqual([]));
  });

  it("refuses events at once without an outbox", async () => {
    await using proxy = await startCutProxy(url);
    await using redis = await openRedis(proxy.url);
    await proxy.disconnect();
    await eventually(() => expect(redis.line.status()).toBe("down"));
    const began = performance.now();
    for (let index = 0; index < 20; index++)
      await expect(redis.log.append(freshUserId(), [anEvent()])).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(redis.log.replay(freshUserId(), null)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
