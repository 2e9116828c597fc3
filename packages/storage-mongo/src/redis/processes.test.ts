import { DAY_MS } from "@knote/contract";
import { anEvent, eventually, freshUserId, testClock, withService } from "@knote/testkit";
import type { LoggedEvent } from "@knote/api";
import { expect, it } from "vitest";
import { openRedis } from "../testing/open-redis.ts";

withService("TEST_REDIS_URL", (url) => {
  it("delivers events of any process to the listeners of all, once each and in one order", async () => {
    await using one = await openRedis(url);
    await using two = await openRedis(url, { prefix: one.prefix });
    await using three = await openRedis(url, { prefix: one.prefix });
    const userId = freshUserId();
    const processes = [one, two, three];
    const heardByProcess = processes.map(({ log }) => listen(log.subscribe, userId));
    const foreign = listen(two.log.subscribe, freshUserId());
    // Commands are sent in the order of the calls: after this answer, each listener has its place.
    await Promise.all(processes.map(({ log }) => log.latest(userId, 1)));
    const appends = processes.flatMap(({ log }) =>
      Array.from({ length: 40 }, () => log.append(userId, [anEvent(), anEvent()])),
    );
    await Promise.all(appends);
    const loggedEvents = await one.log.replay(userId, null);
    expect(loggedEvents).toHaveLength(240);
    await eventually(() => expect(heardByProcess.map((events) => events.length)).toEqual([240, 240, 240]));
    for (const events of heardByProcess) expect(events).toEqual(loggedEvents);
    expect(foreign).toEqual([]);
  });

  it("replays to a client that comes back to another process", async () => {
    await using one = await openRedis(url);
    await using two = await openRedis(url, { prefix: one.prefix });
    const userId = freshUserId();
    await one.log.append(userId, [anEvent("seen"), anEvent("missed")]);
    const [seenEvent] = await one.log.replay(userId, null);
    await one.log.append(userId, [anEvent("missed too")]);
    expect(await two.log.replay(userId, seenEvent!.id)).toEqual((await one.log.replay(userId, null)).slice(1));
  });

  it("treats another user's id as unknown", async () => {
    await using redis = await openRedis(url);
    const [ada, grace] = [freshUserId(), freshUserId()];
    await Promise.all([redis.log.append(ada, [anEvent()]), redis.log.append(grace, [anEvent(), anEvent()])]);
    const [hers] = await redis.log.replay(ada, null);
    expect(await redis.log.replay(grace, hers!.id)).toHaveLength(2);
  });

  it("drops events after seven days, and the whole log when no more events come", async () => {
    const clock = testClock(Date.now());
    await using redis = await openRedis(url, { clock });
    const userId = freshUserId();
    await redis.log.append(userId, [anEvent()]);
    const [event] = await redis.log.replay(userId, null);
    clock.advance(6 * DAY_MS);
    expect(await redis.log.latest(userId, 10)).toHaveLength(1);
    clock.advance(2 * DAY_MS);
    expect(await redis.log.latest(userId, 10)).toEqual([]);
    expect(await redis.log.replay(userId, event!.id)).toEqual([]);
    const ttl = await redis.line.call((client) =>
      client.pTTL(`${redis.prefix}:events:{${encodeURIComponent(userId)}}`),
    );
    expect(ttl).toBeGreaterThan(6 * DAY_MS);
    expect(ttl).toBeLessThanOrEqual(7 * DAY_MS);
  });

  it("logs an event only once when it is sent again under its key", async () => {
    await using redis = await openRedis(url);
    const userId = freshUserId();
    const [one, two] = [
      { key: "one", event: anEvent("one") },
      { key: "two", event: anEvent("two") },
    ];
    await redis.appendOnce(userId, [one]);
    await redis.appendOnce(userId, [one, two]);
    await redis.appendOnce(freshUserId(), [one]);
    expect((await redis.log.replay(userId, null)).map(({ event }) => event)).toEqual([one.event, two.event]);
  });

  it("leaves nothing of an erased user, who can begin again", async () => {
    await using redis = await openRedis(url);
    const userId = freshUserId();
    await redis.appendOnce(userId, [{ key: "one", event: anEvent("before") }]);
    await redis.erase(userId);
    expect(
      await redis.line.call((client) =>
        client.exists([`${redis.prefix}:events:{${encodeURIComponent(userId)}}:known`]),
      ),
    ).toBe(0);
    expect(await redis.log.replay(userId, null)).toEqual([]);
    await redis.log.append(userId, [anEvent("again")]);
    expect(await redis.log.replay(userId, null)).toHaveLength(1);
  });
});

function listen(
  subscribe: (userId: string, listener: (loggedEvent: LoggedEvent) => void) => () => void,
  userId: string,
): LoggedEvent[] {
  const heardEvents: LoggedEvent[] = [];
  subscribe(userId, (loggedEvent) => heardEvents.push(loggedEvent));
  return heardEvents;
}
