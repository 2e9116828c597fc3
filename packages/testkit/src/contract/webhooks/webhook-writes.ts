import { LIMITS } from "@knote/contract";
import { expect, it } from "vitest";
import { aLink } from "../../builders/a-link.ts";
import { aNoteWrite, aRevision } from "../../builders/a-note.ts";
import { aMessage } from "../../builders/a-webhook.ts";
import { freshUserId } from "../../builders/fresh-id.ts";
import { givenOwner, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";
import { failed, givenReceiver, LATER, LEASE_END, standing } from "./given-receiver.ts";

export function webhookWrites(open: OpenStorage): void {
  it("stores the messages of a note's writes with them, in their order", async () => {
    await using storage = await open();
    const { userId, id, whenThere } = await givenReceiver(storage);
    const { notes } = storage;
    const write = aNoteWrite();
    const messages = Array.from({ length: 5 }, () => aMessage({ noteIds: [] }));
    const notices = messages.map((message) => ({ message }));
    await notes.insert(userId, write, notices.slice(0, 2));
    await notes.update(userId, aRevision(write.note), notices.slice(2, 3));
    await notes.delete(userId, write.note.id, new Date().toISOString(), notices.slice(3, 4));
    await notes.restore(userId, write.note.id, () => notices.slice(4));
    expect(await whenThere(5)).toEqual(messages.map((message) => message.id));
    const detail = await storage.webhooks.delivery(userId, id, messages[0]!.id);
    expect(detail?.message).toEqual(messages[0]);
    expect(detail?.delivery).toMatchObject({ event: "note.created", result: "waiting", attempts: 0, ended_at: null });
  });

  it("stores the messages of a link's writes with them", async () => {
    await using storage = await open();
    const { userId, whenThere } = await givenReceiver(storage);
    const owner = givenOwner(storage, userId);
    const [one, other] = [await owner.note(), await owner.note()];
    const [from, to] = [
      aLink({ source_id: one.id, target_id: other.id, relation: "extends" }),
      aLink({ source_id: one.id, target_id: other.id, relation: "contradicts" }),
    ];
    const messages = Array.from({ length: 4 }, () => aMessage({ event: "link.created" }));
    const [first, second, third, fourth] = messages.map((message) => [{ message }]);
    await storage.links.insert(userId, from, first!);
    await storage.links.replace(userId, from, to, { at: REMOVED_AT, unlinked: [], linked: second! });
    await storage.links.delete(userId, to, REMOVED_AT, third!);
    const newLink = { ...aLink({ target_id: one.id }), relation: "derived_from" } as const;
    const write = aNoteWrite({ id: newLink.source_id });
    await storage.notes.insertLinked(userId, write, [newLink], fourth!);
    expect(await whenThere(4)).toEqual(messages.map((message) => message.id));
  });

  it("stores no message of a write that is refused", async () => {
    await using storage = await open();
    const { userId, whenThere, add } = await givenReceiver(storage);
    const owner = givenOwner(storage, userId);
    const note = await owner.note();
    const link = await owner.link(note, "extends", await owner.note());
    const notice = () => [{ message: aMessage({ noteIds: [] }) }];
    await expectRefusal(storage.notes.insert(userId, aNoteWrite({ id: note.id }), notice()), "CONFLICT");
    await storage.notes.update(userId, aRevision(note, { revision: 5 }), notice());
    await storage.notes.delete(userId, note.id, new Date().toISOString(), notice(), 7);
    await expectRefusal(storage.links.insert(userId, link, notice()), "CONFLICT");
    await expectRefusal(storage.links.insert(userId, aLink({ source_id: note.id }), notice()), "NOT_FOUND");
    await storage.links.delete(userId, { ...link, relation: "supersedes" }, REMOVED_AT, notice());
    const [sentinel] = await add(1);
    expect(await whenThere(1)).toEqual([sentinel!.id]);
  });

  it("gives messages to the active webhooks of their owner that want them, and to nobody else", async () => {
    await using storage = await open();
    const wanting = await givenReceiver(storage, { events: ["note.created", "link.created"] });
    const { userId } = wanting;
    const others = [
      await givenReceiver(storage, { events: ["note.updated"] }, userId),
      await givenReceiver(storage, {}, userId),
      await givenReceiver(storage),
    ];
    await storage.webhooks.change(userId, others[1]!.id, { stopped: "owner", updatedAt: LATER });
    const message = aMessage();
    await storage.notes.insert(userId, aNoteWrite(), [{ message }]);
    expect(await wanting.whenThere(1)).toEqual([message.id]);
    for (const other of others) expect(await other.deliveries()).toEqual([]);
    await storage.webhooks.add(freshUserId(), [aMessage()]);
    await storage.webhooks.change(userId, others[1]!.id, { stopped: null, updatedAt: LATER });
    await storage.webhooks.add(userId, [aMessage({ event: "link.created" })]);
    expect(await others[1]!.whenThere(1)).toHaveLength(1);
    expect((await wanting.read()).waiting).toBe(2);
  });

  it("removes the messages that tell of a purged note, and only these", async () => {
    await using storage = await open();
    const { userId, add, whenThere, read } = await givenReceiver(storage);
    const owner = givenOwner(storage, userId);
    const [note, other, expiredNote] = [await owner.note(), await owner.note(), await owner.note()];
    await add(1, { noteIds: [note.id] });
    await add(1, { noteIds: [other.id, note.id] });
    const [otherMessage] = await add(1, { noteIds: [other.id] });
    await add(1, { noteIds: [expiredNote.id] });
    await whenThere(4);
    await owner.purge(note);
    await storage.notes.delete(userId, expiredNote.id, "2020-01-01T00:00:00.000Z", []);
    await storage.notes.purgeDeletedBefore("2020-01-02T00:00:00.000Z", 10);
    expect(await whenThere(1)).toEqual([otherMessage!.id]);
    expect((await read()).waiting).toBe(1);
  });

  it("wakes its listeners when something is due, until they leave", async () => {
    await using storage = await open();
    const { userId, add, whenThere } = await givenReceiver(storage);
    let calls = 0;
    const leave = storage.webhooks.subscribe(() => void calls++);
    await storage.notes.insert(userId, aNoteWrite(), [{ message: aMessage() }]);
    await whenThere(1);
    expect(calls).toBeGreaterThan(0);
    leave();
    const before = calls;
    await add(1);
    expect(calls).toBe(before);
  });
}

/** Writes 10,000 messages, which takes long where each of them is a document. */
export function webhookBacklog(open: OpenStorage): void {
  it("holds 10,000 that wait and stops at the next one, which is reported once", async () => {
    await using storage = await open();
    const receiver = await givenReceiver(storage);
    const { userId, id, add, read } = receiver;
    for (let count = 0; count < LIMITS.deliveriesWaiting; count += 1_000) await add(1_000);
    expect(await read()).toMatchObject({ waiting: LIMITS.deliveriesWaiting, stopped: null });
    await add(1);
    expect(await read()).toMatchObject({ waiting: LIMITS.deliveriesWaiting, stopped: "backlog" });
    const takeStopped = async () =>
      (await storage.webhooks.takeStopped(100)).filter(({ webhook }) => webhook.id === id);
    expect(await takeStopped()).toMatchObject([{ userId, webhook: { id, stopped: "backlog" } }]);
    expect(await takeStopped()).toEqual([]);
    expect(await receiver.lease()).toBeNull();
    await storage.webhooks.delete(userId, id);
  });

  it("sends 10,000 again and not one more, and none beyond what may wait", async () => {
    await using storage = await open();
    const { webhooks } = storage;
    const { userId, id, add, lease, read } = await givenReceiver(storage);
    const endAll = async (count: number) => {
      const messages = await add(count);
      const leasedWebhook = (await lease())!;
      for (let start = 0; start < count; start += 100) {
        const outcomes = messages.slice(start, start + 100).map((message) => failed(message));
        await webhooks.settle(leasedWebhook, outcomes, standing(leasedWebhook));
      }
      await webhooks.release((await webhooks.renew([leasedWebhook], LEASE_END))[0]!);
    };
    const resend = () =>
      webhooks.resend(userId, id, { since: "2000-01-01", until: "2100-01-01", result: "all" }, LATER);
    for (let count = 0; count < LIMITS.deliveriesResent; count += 1_000) await endAll(1_000);
    await endAll(1);
    expect(await resend()).toBe("too-many");
    expect((await read()).waiting).toBe(0);
    // The oldest one goes, as the log holds no more.
    await webhooks.tidy({ now: LATER, waitingSince: 0, endedBefore: 0, mostEnded: LIMITS.deliveriesResent });
    const [waitingMessage] = await add(1);
    expect(await resend()).toBe("too-many");
    expect((await read()).waiting).toBe(1);
    const leasedWebhook = (await lease())!;
    await webhooks.settle(leasedWebhook, [failed(waitingMessage!)], standing(leasedWebhook));
    await webhooks.tidy({ now: LATER, waitingSince: 0, endedBefore: 0, mostEnded: LIMITS.deliveriesResent });
    expect(await resend()).toBe(LIMITS.deliveriesResent);
    expect((await read()).waiting).toBe(LIMITS.deliveriesWaiting);
    await webhooks.delete(userId, id);
  });
}
