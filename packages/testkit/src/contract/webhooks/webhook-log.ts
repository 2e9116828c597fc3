import { LIMITS } from "@knote/contract";
import { expect, it } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { anAttempt, delivered, failed, givenReceiver, LATER, standing, type Receiver } from "./given-receiver.ts";

const NEVER = { now: LATER, waitingSince: 0, endedBefore: 0, mostEnded: 10_000 };

export function webhookLog(open: OpenStorage): void {
  it("pages deliveries, newest first, by result, event and time", async () => {
    await using storage = await open();
    const { userId, id, add, lease } = await givenReceiver(storage);
    const [one] = await add(1, { timestamp: "2026-03-01T00:00:00.000Z" });
    const [two] = await add(1, { timestamp: "2026-03-02T00:00:00.000Z", event: "link.created" });
    const [three] = await add(1, { timestamp: "2026-03-03T00:00:00.000Z" });
    const leasedWebhook = (await lease())!;
    await storage.webhooks.settle(leasedWebhook, [failed(one!)], standing(leasedWebhook));
    const ids = async (filter: Parameters<typeof storage.webhooks.deliveries>[2]) =>
      (await storage.webhooks.deliveries(userId, id, filter, { limit: 10 })).deliveries.map((delivery) => delivery.id);
    expect(await ids({})).toEqual([three!.id, two!.id, one!.id]);
    expect(await ids({ result: "waiting" })).toEqual([three!.id, two!.id]);
    expect(await ids({ result: "delivered" })).toEqual([]);
    expect(await ids({ event: "link.created" })).toEqual([two!.id]);
    expect(await ids({ since: "2026-03-02T00:00:00.000Z" })).toEqual([three!.id, two!.id]);
    expect(await ids({ until: "2026-03-02T00:00:00.000Z", result: "failed" })).toEqual([one!.id]);
    const first = await storage.webhooks.deliveries(userId, id, {}, { limit: 2 });
    expect(first.next).toBe(two!.id);
    const second = await storage.webhooks.deliveries(userId, id, {}, { limit: 2, after: first.next! });
    expect(second).toMatchObject({ deliveries: [{ id: one!.id, timestamp: one!.timestamp }], next: null });
  });

  it("keeps the last attempts of a delivery, newest first", async () => {
    await using storage = await open();
    const { userId, id, add, lease } = await givenReceiver(storage);
    const [message] = await add(1);
    let leasedWebhook = (await lease())!;
    const response = { content_type: "text/plain", retry_after: "3", excerpt: "Nicht möglich" };
    for (let number = 1; number <= LIMITS.attemptsLogged + 1; number++) {
      const attempt = anAttempt({ number, response });
      const next = { result: "waiting", dueAt: LATER } as const;
      leasedWebhook = (await storage.webhooks.settle(
        leasedWebhook,
        [{ messageId: message!.id, attempt, next }],
        standing(leasedWebhook),
      ))!;
    }
    const detail = await storage.webhooks.delivery(userId, id, message!.id);
    expect(detail?.delivery.attempts).toBe(21);
    expect(detail?.log.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
    expect(detail?.log[0]).toEqual(anAttempt({ number: 21, response }));
    expect(await storage.webhooks.delivery(userId, id, "msg_0")).toBeNull();
  });

  it("sends one delivery again once it has ended, with its schedule anew", async () => {
    await using storage = await open();
    const receiver = await givenReceiver(storage);
    const { userId, id, add, lease, read } = receiver;
    const [message] = await add(1);
    const which = { messageId: message!.id };
    expect(await storage.webhooks.resend(userId, id, which, LATER)).toBe("waiting");
    await settleAll(storage, receiver, [failed(message!)]);
    expect(await storage.webhooks.resend(userId, id, { messageId: "msg_0" }, LATER)).toBe(0);
    expect(await storage.webhooks.resend(userId, id, which, LATER + 7)).toBe(1);
    expect(await read()).toMatchObject({ waiting: 1 });
    expect(await lease(LATER + 6)).toBeNull();
    const leasedWebhook = (await lease(LATER + 7))!;
    expect(await storage.webhooks.due(leasedWebhook, LATER + 7, { limit: 1 })).toEqual([
      { message, attempts: 1, step: 0, isResent: true, dueAt: LATER + 7, waitsSince: LATER + 7 },
    ]);
  });

  it("sends a range again: what failed, or all that ended, oldest first", async () => {
    await using storage = await open();
    const receiver = await givenReceiver(storage);
    const { userId, id, lease } = receiver;
    const days = ["01", "02", "03", "04"];
    const messages = [];
    for (const day of days) messages.push(...(await receiver.add(1, { timestamp: `2026-03-${day}T00:00:00.000Z` })));
    const [one, two, three, four] = messages;
    await settleAll(storage, receiver, [failed(one!), failed(two!), delivered(three!)]);
    const range = { since: "2026-03-02T00:00:00.000Z", until: "2026-03-05T00:00:00.000Z" };
    expect(await storage.webhooks.resend(userId, id, { ...range, result: "failed" }, LATER)).toBe(1);
    expect(await storage.webhooks.resend(userId, id, { ...range, result: "all" }, LATER)).toBe(1);
    expect(await storage.webhooks.resend(userId, id, { ...range, result: "all" }, LATER)).toBe(0);
    const leasedWebhook = (await lease())!;
    const due = await storage.webhooks.due(leasedWebhook, LATER, { limit: 10 });
    expect(due.map(({ message }) => message.id)).toEqual([four!.id, two!.id, three!.id]);
  });

  it("fails what has waited too long, and removes what ended long ago", async () => {
    await using storage = await open();
    const receiver = await givenReceiver(storage);
    const { userId, id, add, whenThere, read } = receiver;
    const [one, two, three] = await add(3);
    await settleAll(storage, receiver, [failed(one!, LATER), delivered(two!, LATER + 1)]);
    await storage.webhooks.tidy(NEVER);
    expect(await whenThere(3)).toHaveLength(3);
    await storage.webhooks.tidy({ ...NEVER, endedBefore: LATER + 1 });
    expect(await whenThere(2)).toEqual([two!.id, three!.id]);
    const { waitsSince } = (await storage.webhooks.due((await receiver.lease())!, LATER, { limit: 1 }))[0]!;
    await storage.webhooks.tidy({ ...NEVER, waitingSince: waitsSince });
    expect((await read()).waiting).toBe(1);
    expect(await storage.webhooks.tidy({ ...NEVER, now: LATER + 9, waitingSince: waitsSince + 1 })).toBe(true);
    const at = new Date(LATER + 9).toISOString();
    expect(await storage.webhooks.delivery(userId, id, three!.id)).toMatchObject({
      delivery: { result: "failed", attempts: 0, next_attempt_at: null, ended_at: at },
      log: [{ number: 1, at, by: "schedule", ms: 0, status: null, error: "expired", response: null }],
    });
    expect((await read()).waiting).toBe(0);
  });

  it("keeps the last ended deliveries of each webhook and all that wait", async () => {
    await using storage = await open();
    const receiver = await givenReceiver(storage);
    const [one, two, three, four] = await receiver.add(4);
    const outcomes = [failed(one!, LATER + 2), failed(two!, LATER), delivered(three!, LATER + 1)];
    await settleAll(storage, receiver, outcomes);
    await storage.webhooks.tidy({ ...NEVER, mostEnded: 3 });
    expect(await receiver.whenThere(4)).toHaveLength(4);
    await storage.webhooks.tidy({ ...NEVER, mostEnded: 2 });
    expect(await receiver.whenThere(3)).toEqual([one!.id, three!.id, four!.id]);
  });
}

async function settleAll(
  { webhooks }: Awaited<ReturnType<OpenStorage>>,
  { lease }: Receiver,
  outcomes: Parameters<typeof webhooks.settle>[1],
): Promise<void> {
  const leasedWebhook = (await lease())!;
  const settledWebhook = (await webhooks.settle(leasedWebhook, outcomes, standing(leasedWebhook)))!;
  await webhooks.release(settledWebhook);
}
