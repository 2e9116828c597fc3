import { DAY_MS } from "@knote/contract";
import { eventually, refusal } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startTestSender } from "./testing/start-test-sender.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

describe("a message", () => {
  it("is sent once, signed for its webhook, and kept as delivered", async () => {
    await using world = startTestSender();
    const webhook = await world.webhook();
    const [id] = await webhook.messages(1);
    await eventually(async () => expect(await webhook.results()).toEqual(["delivered"]));
    world.pass(MINUTE_MS);
    const { delivery, log } = await webhook.delivery(id!);
    expect(delivery).toMatchObject({ result: "delivered", attempts: 1, next_attempt_at: null });
    expect(log).toEqual([
      {
        number: 1,
        at: "2026-03-01T12:00:00.000Z",
        by: "schedule",
        ms: 20,
        status: 204,
        error: null,
        response: null,
      },
    ]);
    expect(world.transport.attempts).toEqual([
      {
        webhookId: webhook.id,
        url: `https://${webhook.id}.example.com/hook`,
        message: { id, event: "note.created", unsignedBody: expect.stringMatching(/^\{"event":"note\.created".*\}$/) },
        secrets: { current: "a secret of tests", previous: null },
        number: 1,
        isTest: false,
        signal: expect.any(AbortSignal),
      },
    ]);
    expect(await webhook.standing()).toMatchObject({ window: 2, lastDeliveredAt: world.clock.now() - MINUTE_MS });
    expect(world.report.attempts).toEqual([
      { outcome: "delivered", ms: 20, delayMs: 0, webhookId: webhook.id, host: `${webhook.id}.example.com` },
    ]);
  });

  it("goes to every webhook of its owner that wants it, and to nobody else's", async () => {
    await using world = startTestSender();
    const one = await world.webhook();
    const two = await world.webhook({ userId: one.userId, payload: "detailed" });
    const deaf = await world.webhook({ userId: one.userId, events: ["quota.warning"] });
    const foreign = await world.webhook();
    await one.messages(1);
    await eventually(async () =>
      expect([await one.results(), await two.results()]).toEqual([["delivered"], ["delivered"]]),
    );
    expect([deaf.attempted(), foreign.attempted()]).toEqual([[], []]);
    const bodies = world.transport.attempts.map(({ message }) => message.unsignedBody.includes('"detail":{"state"'));
    expect(bodies.toSorted()).toEqual([false, true]);
  });

  it("is attempted on schedule, with the same id and body, until it is delivered", async () => {
    await using world = startTestSender();
    world.transport.follow(({ number }) => (number < 3 ? refusal(500) : {}));
    const webhook = await world.webhook();
    const [id] = await webhook.messages(1);
    await eventually(async () => expect((await webhook.delivery(id!)).delivery.attempts).toBe(1));
    world.pass(5 * SECOND_MS - 1);
    expect((await webhook.delivery(id!)).delivery.next_attempt_at).toBe("2026-03-01T12:00:05.000Z");
    world.pass(1);
    await eventually(async () => expect((await webhook.delivery(id!)).delivery.attempts).toBe(2));
    world.pass(5 * MINUTE_MS);
    await eventually(async () => expect(await webhook.results()).toEqual(["delivered"]));
    const { log } = await webhook.delivery(id!);
    expect(log.map(({ number, at, status }) => [number, at, status])).toEqual([
      [3, "2026-03-01T12:05:05.000Z", 204],
      [2, "2026-03-01T12:00:05.000Z", 500],
      [1, "2026-03-01T12:00:00.000Z", 500],
    ]);
    expect(new Set(world.transport.attempts.map(({ message }) => JSON.stringify(message))).size).toBe(1);
  });

  it("has failed after ten attempts", async () => {
    await using world = startTestSender();
    world.transport.follow(() => refusal(500));
    const webhook = await world.webhook();
    const [id] = await webhook.messages(1);
    for (let attempts = 1; attempts <= 10; attempts++) {
      await eventually(async () => expect((await webhook.delivery(id!)).delivery.attempts).toBe(attempts));
      world.pass(DAY_MS);
    }
    expect((await webhook.delivery(id!)).delivery).toMatchObject({ result: "failed", next_attempt_at: null });
    expect(world.transport.attempts).toHaveLength(10);
  });

  it("is not attempted any more when it has waited for 14 days", async () => {
    await using world = startTestSender();
    const webhook = await world.webhook();
    world.transport.follow(() => refusal(500, "86400"));
    const [old] = await webhook.messages(1);
    await eventually(async () => expect((await webhook.delivery(old!)).delivery.attempts).toBe(1));
    await world.storage.webhooks.change(webhook.userId, webhook.id, { stopped: "owner", updatedAt: 0 });
    world.pass(14 * DAY_MS - 1);
    await world.storage.webhooks.change(webhook.userId, webhook.id, { stopped: null, updatedAt: 0 });
    const [young] = await webhook.messages(1);
    await eventually(async () => expect((await webhook.delivery(young!)).delivery.attempts).toBe(1));
    await eventually(async () => expect((await webhook.delivery(old!)).delivery.attempts).toBe(2));
    world.pass(1 + DAY_MS);
    await eventually(async () => expect(await webhook.results()).toEqual(["failed", "waiting"]));
    const { delivery, log } = await webhook.delivery(old!);
    expect(delivery.attempts).toBe(2);
    expect(log.map(({ number, error, status }) => [number, error, status])).toEqual([
      [3, "expired", null],
      [2, null, 500],
      [1, null, 500],
    ]);
  });

  it("is sent again by hand with its id, behind what waits by itself", async () => {
    await using world = startTestSender();
    const webhook = await world.webhook();
    const [id] = await webhook.messages(1);
    await eventually(async () => expect(await webhook.results()).toEqual(["delivered"]));
    await world.storage.webhooks.resend(webhook.userId, webhook.id, { messageId: id! }, world.clock.now());
    world.sender.wake();
    await eventually(async () => expect((await webhook.delivery(id!)).log).toHaveLength(2));
    const { log } = await webhook.delivery(id!);
    expect(log.map(({ number, by }) => [number, by])).toEqual([
      [2, "hand"],
      [1, "schedule"],
    ]);
    expect(new Set(webhook.attempted())).toEqual(new Set([id]));
  });
});

it("begins first attempts in the order of the writes", async () => {
  await using world = startTestSender();
  const webhook = await world.webhook();
  const ids = await webhook.messages(100);
  await eventually(async () => expect(new Set(await webhook.results())).toEqual(new Set(["delivered"])));
  expect(webhook.attempted()).toEqual(ids);
});

describe("a webhook's window", () => {
  it("begins at one, grows to four, and never more are under way", async () => {
    await using world = startTestSender();
    world.transport.hold();
    const webhook = await world.webhook();
    await webhook.messages(20);
    await eventually(() => expect(world.transport.underWay).toBe(1));
    world.transport.release();
    await eventually(async () => expect(new Set(await webhook.results())).toEqual(new Set(["delivered"])));
    expect((await webhook.standing()).window).toBe(4);
    world.transport.hold();
    await webhook.messages(20);
    await eventually(() => expect(world.transport.underWay).toBe(4));
    world.transport.release();
    await eventually(async () => expect(await webhook.results()).not.toContain("waiting"));
    expect(world.transport.mostUnderWay).toBe(4);
  });

  it("takes in what is written while an attempt is under way", async () => {
    await using world = startTestSender();
    const webhook = await world.webhook();
    await webhook.messages(1);
    await eventually(async () => expect((await webhook.standing()).window).toBe(2));
    world.transport.hold();
    await webhook.messages(1);
    await eventually(() => expect(world.transport.underWay).toBe(1));
    await webhook.messages(1);
    await eventually(() => expect(world.transport.underWay).toBe(2));
  });
});

describe("a failing webhook", () => {
  it("is attempted once a minute, what was never attempted first", async () => {
    await using world = startTestSender();
    world.transport.follow(() => ({ outcome: "timeout", ms: 15_000, status: null }));
    const webhook = await world.webhook();
    const ids = await webhook.messages(8);
    await eventually(async () => expect((await webhook.standing()).failures).toBe(5));
    expect(webhook.attempted()).toEqual(ids.slice(0, 5));
    world.pass(MINUTE_MS - 1);
    await eventually(async () => expect((await webhook.stored()).waiting).toBe(8));
    expect(webhook.attempted()).toHaveLength(5);
    world.pass(1);
    await eventually(async () => expect((await webhook.standing()).failures).toBe(6));
    expect(webhook.attempted()).toEqual(ids.slice(0, 6));
    expect(world.transport.mostUnderWay).toBe(1);
  });

  it("is as others after one success", async () => {
    await using world = startTestSender();
    world.transport.follow(() => refusal(500));
    const webhook = await world.webhook();
    await webhook.messages(6);
    await eventually(async () => expect((await webhook.standing()).failures).toBe(5));
    world.transport.follow(() => ({}));
    world.pass(10 * MINUTE_MS);
    await eventually(async () => expect(await webhook.results()).toEqual(Array(6).fill("delivered")));
    expect(await webhook.standing()).toMatchObject({ failures: 0, failingSince: null, window: 4 });
  });

  it("notifies its owner after a day, once, and stops after five", async () => {
    await using world = startTestSender();
    world.transport.follow(() => refusal(500));
    const webhook = await world.webhook({ url: "https://hooks.example.com/secret?key=1" });
    await webhook.messages(30);
    for (let hour = 0; hour < 5 * 24; hour++) {
      const { failures } = await webhook.standing();
      await webhook.messages(1);
      await eventually(async () => expect((await webhook.standing()).failures).toBeGreaterThan(failures));
      const types = (await webhook.events()).map(({ type }) => type);
      // The first failure was at noon of the first day.
      expect(types).toEqual(hour < 24 ? [] : ["webhook_failing"]);
      world.pass(60 * MINUTE_MS);
    }
    await eventually(async () => expect((await webhook.stored()).stopped).toBe("failing"));
    await eventually(async () => expect(await webhook.events()).toHaveLength(2));
    expect(await webhook.events()).toEqual([
      {
        type: "webhook_failing",
        data: { id: webhook.id, title: "Nothing reaches hooks.example.com since 1 March." },
        timestamp: "2026-03-02T12:00:00.000Z",
      },
      {
        type: "webhook_stopped",
        data: {
          id: webhook.id,
          title: "Nothing has reached hooks.example.com since 1 March: its webhook is stopped.",
        },
        timestamp: "2026-03-06T12:00:00.000Z",
      },
    ]);
    expect(world.report.stopped).toEqual([
      { userId: webhook.userId, id: webhook.id, host: "hooks.example.com", reason: "failing" },
    ]);
    const attempts = world.transport.attempts.length;
    world.pass(DAY_MS);
    expect(world.transport.attempts).toHaveLength(attempts);
  });

  it("takes no place of the quick lane, so that others go on", async () => {
    await using world = startTestSender({ atOnce: 8 });
    world.transport.follow(({ url }) => (url.includes("dead") ? refusal(500) : {}));
    const dead = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.webhook({ url: `https://dead${index}.example.com/` })),
    );
    for (const webhook of dead) await webhook.messages(2);
    await eventually(async () => {
      for (const webhook of dead) expect((await webhook.standing()).isQuick).toBe(false);
    });
    world.transport.hold();
    world.pass(10 * MINUTE_MS);
    await eventually(() => expect(world.sender.lanes.underWay()).toEqual({ quick: 0, slow: 2 }));
    const alive = await world.webhook();
    await alive.messages(1);
    await eventually(() => expect(alive.attempted()).toHaveLength(1));
    expect(world.sender.lanes.underWay()).toEqual({ quick: 1, slow: 2 });
  });
});

it("a slow webhook has its turn while others have much to send", async () => {
  let writes = 0;
  await using world = startTestSender({
    wrap: (storage) => ({ ...storage, waiting: () => ({ writes, searches: 0 }) }),
  });
  world.transport.follow(({ url, number }) => (url.includes("slow") && number === 1 ? refusal(500) : {}));
  const slow = await world.webhook({ url: "https://slow.example.com/" });
  await slow.messages(1);
  await eventually(async () => expect((await slow.standing()).isQuick).toBe(false));
  // Nothing begins before all is due.
  writes = 201;
  const busy = await Promise.all(Array.from({ length: 20 }, () => world.webhook()));
  for (const webhook of busy) await webhook.messages(100);
  world.pass(MINUTE_MS);
  writes = 0;
  await eventually(async () => {
    for (const webhook of [slow, ...busy]) expect((await webhook.stored()).waiting).toBe(0);
  });
  const attempts = world.transport.attempts.map(({ webhookId }) => webhookId);
  expect(attempts.lastIndexOf(slow.id)).toBeLessThan(attempts.length / 2);
});

describe("an answer of", () => {
  it("410 stops the webhook and fails what waits", async () => {
    await using world = startTestSender();
    world.transport.follow(() => refusal(410));
    const webhook = await world.webhook({ url: "https://hooks.example.com/" });
    await webhook.messages(3);
    await eventually(async () => expect(await webhook.results()).toEqual(["failed", "failed", "failed"]));
    expect((await webhook.stored()).stopped).toBe("gone");
    expect(world.transport.attempts).toHaveLength(1);
    await eventually(async () =>
      expect((await webhook.events()).map(({ data }) => data)).toEqual([
        { id: webhook.id, title: "hooks.example.com answers that it is gone: its webhook is stopped." },
      ]),
    );
    await webhook.messages(1);
    expect(await webhook.results()).toHaveLength(3);
  });

  it.each([
    [429, "120", 120],
    [503, null, 60],
  ])("%i makes everything for the receiver wait: Retry-After %s", async (status, retryAfter, seconds) => {
    await using world = startTestSender();
    world.transport.follow(({ number }) =>
      world.transport.attempts.length === 1 && number === 1 ? refusal(status, retryAfter) : {},
    );
    const webhook = await world.webhook();
    await webhook.messages(2);
    await eventually(async () => expect((await webhook.standing()).failures).toBe(1));
    world.pass(seconds * SECOND_MS - 1);
    await webhook.messages(1);
    expect(webhook.attempted()).toHaveLength(1);
    world.pass(1);
    await eventually(async () => expect(await webhook.results()).toEqual(["delivered", "delivered", "delivered"]));
  });

  it("500 with Retry-After makes only that delivery wait longer", async () => {
    await using world = startTestSender();
    world.transport.follow(() => (world.transport.attempts.length === 1 ? refusal(500, "600") : {}));
    const webhook = await world.webhook();
    await webhook.messages(2);
    await eventually(async () => expect(await webhook.results()).toEqual(["waiting", "delivered"]));
    world.pass(600 * SECOND_MS - 1);
    expect(await webhook.results()).toEqual(["waiting", "delivered"]);
    world.pass(1);
    await eventually(async () => expect(await webhook.results()).toEqual(["delivered", "delivered"]));
  });
});

it("stops a webhook whose secret cannot be opened, and sends nothing", async () => {
  await using world = startTestSender();
  const foreign = world.secretBox.seal("a secret of tests", { userId: "another", webhookId: "another" });
  const webhook = await world.webhook({ secret: foreign, url: "https://hooks.example.com/" });
  await webhook.messages(2);
  await eventually(async () => expect((await webhook.stored()).stopped).toBe("secret"));
  expect(world.transport.attempts).toEqual([]);
  expect(await webhook.results()).toEqual(["waiting", "waiting"]);
  await eventually(async () => expect((await webhook.events()).map(({ type }) => type)).toEqual(["webhook_stopped"]));
});

it("signs with the earlier secret too while it lasts", async () => {
  await using world = startTestSender();
  const webhook = await world.webhook();
  const owner = { userId: webhook.userId, webhookId: webhook.id };
  await world.storage.webhooks.change(webhook.userId, webhook.id, {
    secret: world.secretBox.seal("a new secret", owner),
    previous: { sealed: world.secretBox.seal("a secret of tests", owner), until: world.clock.now() + MINUTE_MS },
    updatedAt: world.clock.now(),
  });
  await webhook.messages(1);
  await eventually(async () => expect(await webhook.results()).toEqual(["delivered"]));
  world.pass(MINUTE_MS);
  await webhook.messages(1);
  await eventually(async () => expect(await webhook.results()).toEqual(["delivered", "delivered"]));
  expect(world.transport.attempts.map(({ secrets }) => secrets)).toEqual([
    { current: "a new secret", previous: "a secret of tests" },
    { current: "a new secret", previous: null },
  ]);
});

it("a webhook that its owner stops gets nothing more, and all that waited when it is started again", async () => {
  await using world = startTestSender();
  world.transport.hold();
  const webhook = await world.webhook();
  await webhook.messages(3);
  await eventually(() => expect(world.transport.underWay).toBe(1));
  await world.storage.webhooks.change(webhook.userId, webhook.id, { stopped: "owner", updatedAt: 0 });
  world.sender.refresh(webhook.userId);
  world.transport.release();
  await eventually(async () => expect(await webhook.results()).toEqual(["delivered", "waiting", "waiting"]));
  expect(webhook.attempted()).toHaveLength(1);
  await world.storage.webhooks.change(webhook.userId, webhook.id, { stopped: null, updatedAt: 0 });
  await eventually(async () => expect(await webhook.results()).toEqual(["delivered", "delivered", "delivered"]));
});

it("a webhook that is deleted gets nothing more", async () => {
  await using world = startTestSender();
  world.transport.hold();
  const webhook = await world.webhook();
  await webhook.messages(3);
  await eventually(() => expect(world.transport.underWay).toBe(1));
  await world.storage.webhooks.delete(webhook.userId, webhook.id);
  world.sender.refresh(webhook.userId);
  world.transport.release();
  const other = await world.webhook();
  await other.messages(1);
  await eventually(async () => expect(await other.results()).toEqual(["delivered"]));
  expect(webhook.attempted()).toHaveLength(1);
  expect(world.report.failures).toEqual([]);
});

it("notifies the owner of a webhook that the store stopped", async () => {
  await using world = startTestSender({
    wrap: (storage) => {
      let isTaken = false;
      const takeStopped = async () => {
        const [ownedWebhook] = isTaken ? [] : await storage.webhooks.listAll({ limit: 1 });
        isTaken ||= ownedWebhook !== undefined;
        return ownedWebhook
          ? [{ ...ownedWebhook, webhook: { ...ownedWebhook.webhook, stopped: "backlog" as const } }]
          : [];
      };
      return { ...storage, webhooks: { ...storage.webhooks, takeStopped } };
    },
  });
  const webhook = await world.webhook({ url: "https://hooks.example.com/" });
  world.sender.wake();
  await eventually(async () =>
    expect((await webhook.events()).map(({ data }) => data)).toEqual([
      { id: webhook.id, title: "Too many messages wait for hooks.example.com: its webhook is stopped." },
    ]),
  );
  expect(world.report.stopped).toMatchObject([{ id: webhook.id, reason: "backlog" }]);
});

describe("bounds", () => {
  it.each([
    ["one user", "user", 16],
    ["one host", "host", 16],
    ["all", "none", 48],
  ])("of %s: so many attempts are under way", async (_, bound, most) => {
    await using world = startTestSender();
    world.transport.hold();
    const first = await world.webhook();
    const webhooks = [first];
    for (let index = 0; index < 59; index++)
      webhooks.push(
        await world.webhook({
          ...(bound === "user" && { userId: first.userId }),
          ...(bound === "host" && { url: `https://hooks.example.com/${index}` }),
        }),
      );
    const others = bound === "host" ? 1 : 0;
    for (const webhook of bound === "user" ? [first] : webhooks) await webhook.messages(1);
    await eventually(() => expect(world.transport.underWay).toBe(most + others));
    // Others still have places.
    const stranger = await world.webhook();
    await stranger.messages(1);
    const after = bound === "none" ? most : most + others + 1;
    await eventually(() => expect(world.transport.underWay).toBe(after));
    world.transport.release();
    await eventually(async () => expect(await stranger.results()).toEqual(["delivered"]));
    expect(world.transport.mostUnderWay).toBe(after);
  });

  it("however many webhooks wait for a place of one host, others begin", async () => {
    await using world = startTestSender();
    world.transport.hold();
    const busy = await Promise.all(
      Array.from({ length: 300 }, (_, index) => world.webhook({ url: `https://hooks.example.com/${index}` })),
    );
    for (const webhook of busy) await webhook.messages(1);
    await eventually(() => expect(world.transport.underWay).toBe(16));
    const other = await world.webhook();
    await other.messages(1);
    await eventually(() => expect(other.attempted()).toHaveLength(1));
    expect(world.transport.underWay).toBe(17);
  });

  it("nothing new begins while the storage is behind", async () => {
    let writes = 201;
    await using world = startTestSender({
      wrap: (storage) => ({ ...storage, waiting: () => ({ writes, searches: 0 }) }),
    });
    const webhook = await world.webhook();
    await webhook.messages(1);
    // Three looks at the storage and no attempt.
    let looks = 0;
    const unsubscribe = world.storage.webhooks.subscribe(() => undefined);
    for (; looks < 3; looks++) {
      world.sender.wake();
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    unsubscribe();
    expect(world.transport.attempts).toEqual([]);
    writes = 200;
    await eventually(async () => expect(await webhook.results()).toEqual(["delivered"]));
  });
});

describe("two processes", () => {
  it("share the work and send nothing twice", async () => {
    await using world = startTestSender({ atOnce: 4 });
    const another = world.startAnother();
    const webhooks = await Promise.all(Array.from({ length: 12 }, () => world.webhook()));
    for (const webhook of webhooks) await webhook.messages(10);
    await eventually(async () => {
      for (const webhook of webhooks) expect(await webhook.results()).toEqual(Array(10).fill("delivered"));
    });
    await another.stop(0);
    expect(world.transport.attempts).toHaveLength(120);
    expect(world.report.failures).toEqual([]);
  });

  it("a lease that was lost ends the work on a webhook, and another process goes on", async () => {
    await using world = startTestSender();
    world.transport.hold();
    const webhook = await world.webhook();
    await webhook.messages(2);
    await eventually(() => expect(world.transport.underWay).toBe(1));
    // As if this process had slept for two minutes.
    world.clock.advance(2 * MINUTE_MS);
    const [stolen] = await world.storage.webhooks.lease(1, world.clock.now(), world.clock.now() + MINUTE_MS);
    expect(stolen?.webhook.id).toBe(webhook.id);
    world.transport.release();
    world.sender.wake();
    await eventually(() => expect(world.transport.underWay).toBe(0));
    expect(webhook.attempted()).toHaveLength(1);
    await world.storage.webhooks.release(stolen!);
    world.sender.wake();
    await eventually(async () => expect(await webhook.results()).toEqual(["delivered", "delivered"]));
  });
});

describe("the end", () => {
  it("waits for attempts under way, keeps their results and gives the leases back", async () => {
    await using world = startTestSender();
    world.transport.hold();
    const webhook = await world.webhook();
    await webhook.messages(2);
    await eventually(() => expect(world.transport.underWay).toBe(1));
    const end = world.sender.stop(60_000);
    world.transport.release();
    await end;
    expect(await webhook.results()).toEqual(["delivered", "waiting"]);
    expect(await world.storage.webhooks.lease(10, world.clock.now(), world.clock.now() + 1)).toHaveLength(1);
  });

  it("ends attempts that take longer; they count not", async () => {
    await using world = startTestSender();
    world.transport.hold();
    const webhook = await world.webhook();
    const [id] = await webhook.messages(1);
    await eventually(() => expect(world.transport.underWay).toBe(1));
    await world.sender.stop(0);
    expect(world.transport.underWay).toBe(0);
    expect((await webhook.delivery(id!)).delivery).toMatchObject({ result: "waiting", attempts: 0 });
    expect(await webhook.standing()).toMatchObject({ failures: 0 });
    expect(await world.storage.webhooks.lease(10, world.clock.now(), world.clock.now() + 1)).toHaveLength(1);
  });
});

it("misses nothing that comes while it looks for what is due", async () => {
  const late = { messages: () => Promise.resolve() as Promise<unknown> };
  await using world = startTestSender({
    wrap: (storage) => ({
      ...storage,
      webhooks: {
        ...storage.webhooks,
        async nextDue() {
          const next = await storage.webhooks.nextDue();
          await late.messages();
          return next;
        },
      },
    }),
  });
  const webhook = await world.webhook();
  late.messages = () => {
    late.messages = () => Promise.resolve();
    return webhook.messages(1);
  };
  world.sender.wake();
  await eventually(async () => expect(await webhook.results()).toEqual(["delivered"]));
});

it("goes on after the storage was away", async () => {
  let isAway = true;
  await using world = startTestSender({
    wrap: (storage) => ({
      ...storage,
      webhooks: {
        ...storage.webhooks,
        settle: async (...input) => {
          if (isAway) throw new Error("away");
          return await storage.webhooks.settle(...input);
        },
      },
    }),
  });
  const webhook = await world.webhook();
  await webhook.messages(2);
  await eventually(() => expect(world.report.failures).not.toEqual([]));
  isAway = false;
  await eventually(async () => expect(await webhook.results()).toEqual(["delivered", "delivered"]));
  expect(webhook.attempted()).toHaveLength(2);
});
