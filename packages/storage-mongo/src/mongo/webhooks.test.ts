import { createAlarm, type Notice } from "@knote/api";
import { LIMITS } from "@knote/contract";
import { aLink, aMessage, aNoteWrite, aRevision, aWebhook, freshUserId, testClock, withService } from "@knote/testkit";
import { createConnection, type Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mortalCollections } from "../testing/mortal-collections.ts";
import { createDatabase, type TestDatabase } from "../testing/open-database.ts";
import { collectionsOf, type Collections } from "./collections/collections.ts";
import type { MongoDocuments } from "./open-mongo.ts";
import { createActiveWebhooks } from "./stores/active-webhooks.ts";
import { createLeases } from "./outbox/leases.ts";
import { createMessageRelay, type MessageRelay } from "./stores/message-relay.ts";
import { createOwners } from "./stores/owners.ts";

const FAR = Date.now() + 3_600_000;

withService("TEST_MONGODB_URL", (url) => {
  const clock = testClock(Date.now());
  let database: TestDatabase;
  let storage: MongoDocuments;
  let connection: Connection;
  let collections: Collections;

  beforeAll(async () => {
    database = await createDatabase(url);
    storage = await database.open({ clock });
    connection = await createConnection(url, { dbName: database.name }).asPromise();
    collections = collectionsOf(connection);
  });

  afterAll(async () => {
    await connection.close();
    await storage.close();
    await database[Symbol.asyncDispose]();
  });

  async function givenWebhook() {
    const sub = freshUserId();
    const webhook = aWebhook();
    await storage.webhooks.insert(sub, webhook, 3);
    const deliveries = async () =>
      (await storage.webhooks.deliveries(sub, webhook.id, {}, { limit: 100 })).deliveries.map(({ id }) => id);
    return { sub, id: webhook.id, deliveries };
  }

  /** Hands on with these collections. */
  async function relayWith(own: Collections): Promise<MessageRelay> {
    const owners = createOwners(own);
    const warn = () => undefined;
    const active = createActiveWebhooks({ collections: own, owners, warn });
    active.stop();
    const { take: takeLease } = createLeases({ collections: own, clock });
    return createMessageRelay({ collections: own, owners, active, alarm: createAlarm(warn), clock, takeLease, warn });
  }

  const deaths = [0, 1, 2].flatMap((writes) => (["before", "after"] as const).map((when) => ({ writes, when })));

  it.each(deaths)("hands on once what a process left that died $when write $writes of its steps", async (death) => {
    const { sub, id, deliveries } = await givenWebhook();
    const owner = (await createOwners(collections).find(sub))!;
    const message = aMessage();
    const write = aNoteWrite();
    const carrier = { collection: "notes", _id: write.note.id } as const;
    await storage.notes.insert(sub, write, []);
    const outboxMessage = { ...message, noteIds: [...message.noteIds], at: clock.now() };
    await collections.notes.updateOne({ _id: write.note.id }, { $push: { told: outboxMessage } });
    const dying = await relayWith(mortalCollections(collections, death));
    dying.handOn(owner, carrier, [outboxMessage]);
    await dying.whenIdle();
    clock.advance(15_000);
    await collections.leases.deleteMany({});
    const survivor = await relayWith(collections);
    for (let sweeps = 0; sweeps < 2; sweeps++) await survivor.sweep();
    await expect.poll(deliveries, { timeout: 60_000 }).toEqual([message.id]);
    await expect
      .poll(() => collections.notes.findOne({ _id: write.note.id }), { timeout: 60_000 })
      .toMatchObject({ told: [] });
    const leasedWebhook = (await storage.webhooks.lease(100, FAR, FAR + 1)).find(({ webhook }) => webhook.id === id)!;
    expect(leasedWebhook.webhook.waiting).toBe(1);
    expect(await storage.webhooks.due(leasedWebhook, FAR, { limit: 9 })).toMatchObject([{ message }]);
  });

  it("carries the messages of notes and links in their documents", async () => {
    const { sub } = await givenWebhook();
    const [one, other] = [aNoteWrite(), aNoteWrite()];
    const notice = (): Notice[] => [{ message: aMessage({ noteIds: [] }) }];
    await storage.notes.insert(sub, one, notice());
    await storage.notes.insert(sub, other, []);
    await storage.notes.update(sub, aRevision(one.note), notice());
    const link = aLink({ source_id: one.note.id, target_id: other.note.id });
    await storage.links.insert(sub, link, notice());
    // Only documents that carried a message have the field.
    expect(await collections.notes.findOne({ _id: one.note.id })).toHaveProperty("told");
    expect(await collections.notes.findOne({ _id: other.note.id })).not.toHaveProperty("told");
    expect(await collections.links.findOne({ source_id: one.note.id })).toHaveProperty("told");
  });

  it("stores nothing more for users without webhooks", async () => {
    await givenWebhook();
    const write = aNoteWrite();
    await storage.notes.insert(freshUserId(), write, [{ message: aMessage() }]);
    expect(await collections.notes.findOne({ _id: write.note.id })).not.toHaveProperty("told");
  });

  it("gives a webhook no more when 10,000 wait, and stops it", async () => {
    const { sub, id, deliveries } = await givenWebhook();
    await collections.webhooks.updateOne({ _id: id }, { $set: { waiting: LIMITS.deliveriesWaiting - 1 } });
    const [last, beyond] = [aMessage(), aMessage()];
    await storage.webhooks.add(sub, [last]);
    expect(await storage.webhooks.get(sub, id)).toMatchObject({ stopped: null });
    await storage.webhooks.add(sub, [beyond]);
    expect(await storage.webhooks.get(sub, id)).toMatchObject({
      stopped: "backlog",
      waiting: LIMITS.deliveriesWaiting,
    });
    expect(await deliveries()).toEqual([last.id]);
    const stoppedWebhooks = await storage.webhooks.takeStopped(9);
    expect(stoppedWebhooks.map(({ webhook }) => webhook.id)).toEqual([id]);
    expect(await storage.webhooks.takeStopped(9)).toEqual([]);
  });

  /** Leases the webhook as a process does that finds it due. */
  async function leaseOf(id: string) {
    const leasedWebhooks = await storage.webhooks.lease(100, FAR, FAR + 60_000);
    return leasedWebhooks.find(({ webhook }) => webhook.id === id)!;
  }

  it.each([0, 1])("gives a webhook back with what waits, however a dead process counted: %i", async (leftCount) => {
    const { sub, id } = await givenWebhook();
    const messages = Array.from({ length: 3 }, () => aMessage());
    await storage.webhooks.add(sub, messages);
    // A process that dies between ending a delivery and counting it.
    await collections.webhooks.updateOne({ _id: id }, { $inc: { waiting: 1 } });
    const leasedWebhook = await leaseOf(id);
    const outcomes = messages.slice(leftCount).map(({ id: messageId }) => {
      return { messageId, attempt: null, next: { result: "failed", endedAt: FAR } } as const;
    });
    const { standing } = leasedWebhook.webhook;
    const settledWebhook = await storage.webhooks.settle(leasedWebhook, outcomes, { ...standing, stops: null });
    expect(await storage.webhooks.release(settledWebhook!)).toBeNull();
    expect((await storage.webhooks.get(sub, id))!.waiting).toBe(leftCount);
  });

  it("sets right what a dead process left undone while tidying, and leaves what is right", async () => {
    const [incompleteWebhook, soundWebhook] = [await givenWebhook(), await givenWebhook()];
    for (const { sub } of [incompleteWebhook, soundWebhook]) await storage.webhooks.add(sub, [aMessage(), aMessage()]);
    const before = await collections.webhooks.findOne({ _id: soundWebhook.id });
    await collections.webhooks.updateOne(
      { _id: incompleteWebhook.id },
      { $set: { waiting: 7 }, $unset: { dueAt: true } },
    );
    expect(await leaseOf(incompleteWebhook.id)).toBeUndefined();
    await collections.webhooks.updateOne({ _id: soundWebhook.id }, { $set: { leaseUntil: 0 } });
    await storage.webhooks.tidy({ now: FAR, waitingSince: 0, endedBefore: 0, mostEnded: 10_000 });
    expect(await storage.webhooks.get(incompleteWebhook.sub, incompleteWebhook.id)).toMatchObject({ waiting: 2 });
    const { lease: _lease, ...after } = (await collections.webhooks.findOne({ _id: soundWebhook.id }))!;
    expect(after).toEqual(before);
    const leasedWebhook = await leaseOf(incompleteWebhook.id);
    expect(await storage.webhooks.due(leasedWebhook, FAR, { limit: 9 })).toHaveLength(2);
  });

  it("lets another process lease what it leased once the lease has ended, and sees its webhooks", async () => {
    const other = await database.open({ clock, webhookRefreshMs: 10 });
    const { sub, id } = await givenWebhook();
    await storage.webhooks.add(sub, [aMessage()]);
    const mine = async (process: MongoDocuments, now: number) =>
      (await process.webhooks.lease(100, now, now + 1_000)).find(({ webhook }) => webhook.id === id);
    expect(await mine(storage, FAR)).toBeDefined();
    expect(await mine(other, FAR + 999)).toBeUndefined();
    expect(await mine(other, FAR + 1_000)).toBeDefined();
    await expect.poll(() => other.webhooks.wants(sub, "note.created"), { timeout: 60_000 }).toBe(true);
    await other.close();
  });
});
