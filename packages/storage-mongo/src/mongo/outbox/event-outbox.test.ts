import type { KeyedEvent } from "../../ports/event-outbox.ts";
import { anEvent, freshUserId, testClock, withService } from "@knote/testkit";
import { expect, it } from "vitest";
import { createDatabase } from "../../testing/open-database.ts";
import type { UserDocument } from "../collections/users.ts";
import type { WaitingEventDocument } from "../collections/installation.ts";
import { createOwners } from "../stores/owners.ts";
import { createEventOutbox } from "./event-outbox.ts";

const OUTBOX_LIMITS = { most: 20, trimEvery: 8 };

withService("TEST_MONGODB_URL", (url) => {
  async function setUp() {
    const database = await createDatabase(url);
    const owners = createOwners({ users: database.raw.collection<UserDocument>("users") });
    const events = database.raw.collection<WaitingEventDocument>("events");
    const clock = testClock();
    const outbox = createEventOutbox({ collections: { events }, owners, clock, limits: OUTBOX_LIMITS });
    const waitingOf = async (user: string) =>
      (await outbox.waiting(1_000)).find(({ userId }) => userId === user)?.events.map(({ key }) => key);
    return { outbox, clock, waitingOf, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  }

  function keyedEvents(count: number, first = 0): KeyedEvent[] {
    return Array.from({ length: count }, (_, index) => ({ key: `event ${first + index}`, event: anEvent() }));
  }

  it("keeps about as many of a user's newest events as the log holds, and all events of others", async () => {
    await using parts = await setUp();
    const { outbox, clock, waitingOf } = parts;
    const [busy, quiet] = [freshUserId(), freshUserId()];
    await outbox.keep(quiet, [{ key: "quiet", event: anEvent() }]);
    for (let first = 0; first < 60; first += 3) {
      clock.advance(1);
      await outbox.keep(busy, keyedEvents(3, first));
      const keptKeys = (await waitingOf(busy))!;
      expect(keptKeys.length).toBeGreaterThanOrEqual(Math.min(first + 3, OUTBOX_LIMITS.most));
      expect(keptKeys.length).toBeLessThan(OUTBOX_LIMITS.most + OUTBOX_LIMITS.trimEvery + 3);
      expect(keptKeys).toEqual(keyedEvents(keptKeys.length, first + 3 - keptKeys.length).map(({ key }) => key));
    }
    expect(await waitingOf(quiet)).toEqual(["quiet"]);
    expect(await outbox.count()).toBe((await waitingOf(busy))!.length + 1);
  });

  it("drops the oldest event only above what the log holds, also when all come at once", async () => {
    await using parts = await setUp();
    const { outbox, waitingOf } = parts;
    const [one, other] = [freshUserId(), freshUserId()];
    await outbox.keep(one, keyedEvents(OUTBOX_LIMITS.most));
    expect(await waitingOf(one)).toHaveLength(OUTBOX_LIMITS.most);
    await outbox.keep(other, keyedEvents(OUTBOX_LIMITS.most + 1, 100));
    expect(await waitingOf(other)).toEqual(keyedEvents(OUTBOX_LIMITS.most, 101).map(({ key }) => key));
  });
});
