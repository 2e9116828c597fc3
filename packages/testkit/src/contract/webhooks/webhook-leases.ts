import { expect, it } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { delivered, failed, givenReceiver, LATER, LEASE_END, standing } from "./given-receiver.ts";

export function webhookLeases(open: OpenStorage): void {
  it("leases a webhook with something due to one caller, until it is given back or the lease ends", async () => {
    await using storage = await open();
    const { userId, id, add, lease } = await givenReceiver(storage);
    expect(await lease()).toBeNull();
    const [message] = await add(1);
    const leasedWebhook = await lease();
    expect(leasedWebhook).toMatchObject({ userId, until: LEASE_END, webhook: { id, waiting: 1 } });
    expect(await lease()).toBeNull();
    expect(await lease(LEASE_END - 1)).toBeNull();
    const again = await lease(LEASE_END, LEASE_END + 1_000);
    expect(again?.lease).not.toBe(leasedWebhook!.lease);
    expect(await storage.webhooks.renew([leasedWebhook!], LEASE_END + 9_000)).toEqual([]);
    expect(await storage.webhooks.renew([again!], LEASE_END + 9_000)).toMatchObject([{ until: LEASE_END + 9_000 }]);
    expect(await lease(LEASE_END + 8_999)).toBeNull();
    // An outcome is true whoever brings it, but only the holder says how the webhook stands.
    const late = standing(leasedWebhook!, { failures: 7 });
    expect(await storage.webhooks.settle(leasedWebhook!, [failed(message!)], late)).toBeNull();
    expect(await storage.webhooks.delivery(userId, id, message!.id)).toMatchObject({ delivery: { result: "failed" } });
    expect(await storage.webhooks.get(userId, id)).toMatchObject({ waiting: 0, standing: { failures: 0 } });
    expect(await storage.webhooks.release(again!)).toBeNull();
  });

  it("gives a webhook to one of several callers at once", async () => {
    await using storage = await open();
    const { id, add } = await givenReceiver(storage);
    await add(1);
    const leases = await Promise.all(Array.from({ length: 4 }, () => storage.webhooks.lease(100, LATER, LEASE_END)));
    expect(leases.flat().filter(({ webhook }) => webhook.id === id)).toHaveLength(1);
  });

  it("stays leased when something came meanwhile", async () => {
    await using storage = await open();
    const { userId, id, add, lease } = await givenReceiver(storage);
    await add(1);
    const leasedWebhook = (await lease())!;
    await add(1);
    const present = await storage.webhooks.release(leasedWebhook);
    expect(present).toMatchObject({ lease: leasedWebhook.lease, webhook: { waiting: 2 } });
    await storage.webhooks.change(userId, id, { url: "https://example.com/new", updatedAt: LATER });
    expect(await storage.webhooks.release(present!)).toMatchObject({ webhook: { url: "https://example.com/new" } });
    const [renewedWebhook] = await storage.webhooks.renew([present!], LEASE_END);
    expect(await storage.webhooks.release(renewedWebhook!)).toBeNull();
    expect(await lease()).not.toBeNull();
  });

  it("leases what is due and not before its time, and nothing of a stopped webhook", async () => {
    await using storage = await open();
    const { userId, id, add, lease } = await givenReceiver(storage);
    const [first] = await add(1);
    expect(await lease(Date.parse("2020-01-01"))).toBeNull();
    const leasedWebhook = (await lease())!;
    const retry = { ...failed(first!), next: { result: "waiting", dueAt: LATER + 5_000 } } as const;
    const settledWebhook = (await storage.webhooks.settle(
      leasedWebhook,
      [retry],
      standing(leasedWebhook, { notBefore: LATER + 9_000 }),
    ))!;
    expect(await storage.webhooks.release(settledWebhook)).toBeNull();
    expect(await lease(LATER + 8_999)).toBeNull();
    const next = (await lease(LATER + 9_000, LEASE_END))!;
    await storage.webhooks.release(next);
    await storage.webhooks.change(userId, id, { stopped: "owner", updatedAt: LATER });
    await add(1);
    expect(await lease(LATER + 9_000)).toBeNull();
    await storage.webhooks.change(userId, id, { stopped: null, updatedAt: LATER });
    expect(await lease(LATER + 5_000)).toMatchObject({ webhook: { waiting: 1, standing: { notBefore: 0 } } });
  });

  it("returns what is due, longest first, or what was never attempted first", async () => {
    await using storage = await open();
    const { add, lease } = await givenReceiver(storage);
    const messages = await add(4);
    const [first, second, third, fourth] = messages.map((message) => message.id);
    const leasedWebhook = (await lease())!;
    const due = async (now: number, page: { limit: number; untriedFirst?: boolean }) =>
      (await storage.webhooks.due(leasedWebhook, now, page)).map(({ message }) => message.id);
    expect(await due(LATER, { limit: 10 })).toEqual([first, second, third, fourth]);
    expect(await due(LATER, { limit: 2 })).toEqual([first, second]);
    const again = (index: number, dueAt: number) =>
      ({ ...failed(messages[index]!), next: { result: "waiting", dueAt } }) as const;
    const outcomes = [again(0, 1_000), again(1, LATER + 10)];
    await storage.webhooks.settle(leasedWebhook, outcomes, standing(leasedWebhook));
    expect(await due(LATER, { limit: 10 })).toEqual([first, third, fourth]);
    expect(await due(LATER + 10, { limit: 10 })).toEqual([first, third, fourth, second]);
    expect(await due(LATER + 10, { limit: 3, untriedFirst: true })).toEqual([third, fourth, first]);
    const [retriedDelivery] = await storage.webhooks.due(leasedWebhook, LATER, { limit: 1 });
    expect(retriedDelivery).toMatchObject({
      message: messages[0],
      attempts: 1,
      step: 1,
      isResent: false,
      dueAt: 1_000,
    });
  });

  it("keeps outcomes and standing, and stops the webhook if they say so", async () => {
    await using storage = await open();
    const { userId, id, add, lease, read } = await givenReceiver(storage);
    const [one, two] = await add(2);
    const leasedWebhook = (await lease())!;
    const { stops: _, ...next } = standing(leasedWebhook, {
      ...{ failures: 3, failingSince: LATER, isNotified: true, notBefore: LATER, window: 4, isQuick: false },
      lastDeliveredAt: LATER - 1,
    });
    const settledWebhook = await storage.webhooks.settle(leasedWebhook, [delivered(one!), failed(two!)], {
      ...next,
      stops: "failing",
    });
    expect(settledWebhook?.webhook).toMatchObject({ standing: next, stopped: "failing", waiting: 0 });
    expect(await read()).toEqual(settledWebhook!.webhook);
    const detail = await storage.webhooks.delivery(userId, id, one!.id);
    const endedAt = new Date(LATER).toISOString();
    expect(detail).toMatchObject({
      delivery: { result: "delivered", attempts: 1, next_attempt_at: null, ended_at: endedAt },
      log: [{ number: 1, status: 204 }],
    });
    // Ended deliveries do not change any more.
    await storage.webhooks.settle(settledWebhook!, [failed(one!)], standing(settledWebhook!));
    expect(await storage.webhooks.delivery(userId, id, one!.id)).toEqual(detail);
  });

  it("fails what waits for a receiver that is gone", async () => {
    await using storage = await open();
    const { add, lease, deliveries, read } = await givenReceiver(storage);
    const [first] = await add(3);
    const leasedWebhook = (await lease())!;
    await storage.webhooks.settle(leasedWebhook, [failed(first!)], standing(leasedWebhook, { stops: "gone" }));
    expect((await deliveries()).map(({ result }) => result)).toEqual(["failed", "failed", "failed"]);
    expect(await read()).toMatchObject({ stopped: "gone", waiting: 0 });
  });

  it("leaves the standing out when the owner changed the webhook meanwhile, and settles nothing that is gone", async () => {
    await using storage = await open();
    const { userId, id, add, lease, read } = await givenReceiver(storage);
    const messages = await add(2);
    const leasedWebhook = (await lease())!;
    await storage.webhooks.change(userId, id, { stopped: "owner", updatedAt: LATER });
    await storage.webhooks.change(userId, id, { stopped: null, updatedAt: LATER });
    const late = standing(leasedWebhook, { failures: 9, stops: "failing" });
    const present = await storage.webhooks.settle(leasedWebhook, [failed(messages[0]!)], late);
    expect(present?.webhook).toMatchObject({ stopped: null, waiting: 1, standing: { failures: 0 } });
    expect(await read()).toEqual(present!.webhook);
    expect((await storage.webhooks.settle(present!, [], standing(present!, { failures: 1 })))?.webhook).toMatchObject({
      standing: { failures: 1 },
    });
    await storage.webhooks.delete(userId, id);
    expect(await storage.webhooks.settle(present!, [delivered(messages[1]!)], standing(present!))).toBeNull();
    expect(await storage.webhooks.release(present!)).toBeNull();
    expect(await storage.webhooks.get(userId, id)).toBeNull();
  });

  it("says when the next delivery is due, and counts what waits", async () => {
    await using storage = await open();
    const before = await storage.webhooks.figures();
    const { userId, id, add, lease } = await givenReceiver(storage);
    await add(2);
    expect(await storage.webhooks.nextDue()).toBeLessThanOrEqual(Date.now());
    const figures = await storage.webhooks.figures();
    expect(figures.waiting).toBe(before.waiting + 2);
    expect(figures.byStanding).toEqual({ ...before.byStanding, active: before.byStanding.active + 1 });
    expect(figures.oldestDue).toBeLessThanOrEqual(Date.now());
    const leasedWebhook = (await lease())!;
    await storage.webhooks.settle(leasedWebhook, [], standing(leasedWebhook, { failures: 5 }));
    expect((await storage.webhooks.figures()).byStanding.failing).toBe(before.byStanding.failing + 1);
    await storage.webhooks.change(userId, id, { stopped: "owner", updatedAt: LATER });
    expect((await storage.webhooks.figures()).byStanding.stopped).toBe(before.byStanding.stopped + 1);
  });
}
