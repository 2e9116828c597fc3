import { expect, it } from "vitest";
import { aWebhook } from "../../builders/a-webhook.ts";
import { freshId, freshUserId } from "../../builders/fresh-id.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";
import { givenReceiver, LATER } from "./given-receiver.ts";

export function webhookKeeping(open: OpenStorage): void {
  it("returns a webhook as it was stored, and lists a user's own, oldest first", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const [first, second] = [aWebhook({ events: ["link.created"] }), aWebhook({ payload: "detailed", name: "Büro" })];
    await storage.webhooks.insert(userId, second, 5);
    await storage.webhooks.insert(userId, first, 5);
    await givenReceiver(storage);
    const standing = {
      ...{ failures: 0, failingSince: null, isNotified: false, notBefore: 0, window: 1, isQuick: true },
      lastDeliveredAt: null,
    };
    const rest = { previous: null, stopped: null, standing, waiting: 0 };
    expect(await storage.webhooks.get(userId, first.id)).toEqual({ ...first, ...rest, updatedAt: first.createdAt });
    expect((await storage.webhooks.list(userId)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await storage.webhooks.list(freshUserId())).toEqual([]);
  });

  it("stores as many as a user can have, also of those made at once, and the same one once", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const webhook = aWebhook();
    expect(await storage.webhooks.insert(userId, webhook, 3)).toBe(true);
    expect(await storage.webhooks.insert(userId, webhook, 3)).toBe(true);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => storage.webhooks.insert(userId, aWebhook(), 3)));
    expect(outcomes.filter(Boolean)).toHaveLength(2);
    expect(await storage.webhooks.list(userId)).toHaveLength(3);
    expect(await storage.webhooks.insert(freshUserId(), aWebhook(), 3)).toBe(true);
  });

  it("changes only what is given", async () => {
    await using storage = await open();
    const { userId, id, read } = await givenReceiver(storage, { name: "Old" });
    const before = await read();
    const change = { url: "https://example.com/new", events: ["recall.query"], updatedAt: LATER } as const;
    expect(await storage.webhooks.change(userId, id, change)).toEqual({ ...before, ...change });
    const previous = { sealed: "earlier", until: LATER };
    await storage.webhooks.change(userId, id, { secret: "new", previous, updatedAt: LATER + 1 });
    expect(await read()).toEqual({ ...before, ...change, secret: "new", previous, updatedAt: LATER + 1 });
    await storage.webhooks.change(userId, id, { previous: null, updatedAt: LATER + 1 });
    expect(await read()).toMatchObject({ secret: "new", previous: null });
  });

  it("keeps each user's webhooks apart", async () => {
    await using storage = await open();
    const { userId, id, add, read } = await givenReceiver(storage);
    const [message] = await add(1);
    const before = await read();
    const stranger = (await givenReceiver(storage)).userId;
    const { webhooks } = storage;
    expect(await webhooks.get(stranger, id)).toBeNull();
    expect(await webhooks.change(stranger, id, { name: "Mine", updatedAt: LATER })).toBeNull();
    expect(await webhooks.delete(stranger, id)).toBe(false);
    expect(await webhooks.deliveries(stranger, id, {}, { limit: 5 })).toEqual({ deliveries: [], next: null });
    expect(await webhooks.delivery(stranger, id, message!.id)).toBeNull();
    expect(await webhooks.resend(stranger, id, { messageId: message!.id }, LATER)).toBe(0);
    expect(await read()).toEqual(before);
    expect(await webhooks.get(userId, freshId())).toBeNull();
  });

  it("removes a webhook with its deliveries and leaves those of others", async () => {
    await using storage = await open();
    const receiver = await givenReceiver(storage);
    const other = await givenReceiver(storage, {}, receiver.userId);
    await receiver.add(2);
    expect(await storage.webhooks.delete(receiver.userId, receiver.id)).toBe(true);
    expect(await storage.webhooks.delete(receiver.userId, receiver.id)).toBe(false);
    expect(await receiver.deliveries()).toEqual([]);
    expect(await other.deliveries()).toHaveLength(2);
    expect(await receiver.lease()).toBeNull();
  });

  it("knows which events somebody wants", async () => {
    await using storage = await open();
    const { userId, id } = await givenReceiver(storage, { events: ["link.created"] });
    const { webhooks } = storage;
    expect([webhooks.wants(userId, "link.created"), webhooks.wants(userId, "note.created")]).toEqual([true, false]);
    expect(webhooks.wants(freshUserId(), "link.created")).toBe(false);
    await webhooks.change(userId, id, { stopped: "owner", updatedAt: LATER });
    expect(webhooks.wants(userId, "link.created")).toBe(false);
    await webhooks.change(userId, id, { stopped: null, updatedAt: LATER });
    expect(webhooks.wants(userId, "link.created")).toBe(true);
    await webhooks.delete(userId, id);
    expect(webhooks.wants(userId, "link.created")).toBe(false);
  });

  it("lists the webhooks of all users for the operator", async () => {
    await using storage = await open();
    const receivers = [await givenReceiver(storage), await givenReceiver(storage), await givenReceiver(storage)];
    const ids = receivers.map(({ id }) => id);
    const after = ids[0]!;
    const page = await storage.webhooks.listAll({ limit: 1_000, after });
    const own = page.filter(({ webhook }) => ids.includes(webhook.id));
    expect(own.map(({ userId, webhook }) => [userId, webhook.id])).toEqual(
      receivers.slice(1).map(({ userId, id }) => [userId, id]),
    );
    expect(await storage.webhooks.listAll({ limit: 1, after })).toHaveLength(1);
  });

  it("removes everything with the account, and refuses a webhook until it is created again", async () => {
    await using storage = await open();
    const { userId, id, add, deliveries, lease } = await givenReceiver(storage);
    await add(2);
    await storage.users.erase(userId, Date.now());
    expect(await storage.webhooks.list(userId)).toEqual([]);
    expect(storage.webhooks.wants(userId, "note.created")).toBe(false);
    expect(await lease()).toBeNull();
    await expectRefusal(storage.webhooks.insert(userId, aWebhook(), 5), "CONFLICT");
    await storage.users.ensure(userId, "free");
    expect(await storage.webhooks.get(userId, id)).toBeNull();
    expect(await deliveries()).toEqual([]);
  });
}
