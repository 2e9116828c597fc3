import { eventually, testServices, testUser } from "@knote/testkit";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DomainError } from "../errors.ts";
import { createIndexer } from "./indexer.ts";
import type { IndexingProgress } from "./indexing-progress.ts";

const LONG = "Reviews at growing intervals keep recall high for a fraction of the time. ".repeat(60);

describe("the indexer", () => {
  afterEach(() => void vi.useRealTimers());

  it("embeds all due notes of every user", async () => {
    const { services, indexer, pending } = setUp();
    services.embedder.setStatus("loading");
    for (let index = 0; index < 40; index++) await testUser(services).note(`Claim ${index}`);
    expect(await pending()).toBe(40);
    services.embedder.setStatus("ready");
    await indexer.drain();
    expect(await pending()).toBe(0);
  });

  it("completes a long note whose head a create has stored", async () => {
    const { services, user, indexer, pending } = setUp();
    await user.note("Long", { content: LONG });
    expect(await pending()).toBe(1);
    await indexer.drain();
    expect(await pending()).toBe(0);
    expect(services.embedder.calls.at(-1)).toMatchObject({ priority: "background" });
    expect(services.embedder.calls.at(-1)!.texts.length).toBeGreaterThan(1);
    for (const text of services.embedder.calls.at(-1)!.texts) expect(text.startsWith("Long\n")).toBe(true);
  });

  it("waits for a pause in writing, ten seconds at most", async () => {
    vi.useFakeTimers();
    const { user, indexer, pending } = setUp();
    indexer.wake();
    await vi.advanceTimersByTimeAsync(0);
    await user.note("Long", { content: LONG });
    for (let waitedMs = 0; waitedMs < 9_800; waitedMs += 200) {
      indexer.wake();
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(await pending()).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await pending()).toBe(0);
    await user.note("Long, too", { content: LONG });
    indexer.wake();
    await vi.advanceTimersByTimeAsync(299);
    expect(await pending()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await pending()).toBe(0);
    await indexer.stop();
  });

  it("embeds updated and restored notes", async () => {
    const { user, indexer, pending } = setUp();
    const { id } = await user.note("Owls hunt");
    await user.api.notes.update({ id, title: "Owls hunt mice" });
    expect(await pending()).toBe(1);
    await indexer.drain();
    expect((await user.api.recall.recall({ query: "owls hunt mice" })).results[0]?.similarity).toBeCloseTo(1, 5);
    await user.api.notes.delete({ id });
    expect(await pending()).toBe(0);
    await user.api.notes.restore({ id });
    await indexer.drain();
    expect((await user.api.recall.recall({ query: "owls hunt mice" })).results[0]?.similarity).toBeCloseTo(1, 5);
  });

  it("indexes again what changed while it was embedded", async () => {
    const { services, user, indexer, pending } = setUp();
    services.embedder.setQueueDelayMs(Infinity);
    const { id } = await user.note("Owls hunt");
    services.embedder.hold();
    const draining = indexer.drain();
    await eventually(() => expect(services.embedder.calls).toHaveLength(1));
    await user.api.notes.update({ id, title: "Bats listen" });
    services.embedder.release();
    await draining;
    expect(await pending()).toBe(0);
    expect((await user.api.recall.recall({ query: "bats listen" })).results[0]?.similarity).toBeCloseTo(1, 5);
  });

  it("skips a note that is deleted while it is embedded", async () => {
    const { services, user, indexer } = setUp();
    services.embedder.setQueueDelayMs(Infinity);
    const { id } = await user.note("Owls hunt");
    services.embedder.hold();
    const draining = indexer.drain();
    await eventually(() => expect(services.embedder.calls).toHaveLength(1));
    await user.api.notes.delete({ id });
    services.embedder.release();
    await draining;
    expect((await user.api.recall.recall({ query: "owls hunt" })).results).toEqual([]);
  });

  it("reports an embedder that is down, and leaves the notes due", async () => {
    const { services, user, indexer, pending, errors } = setUp();
    services.embedder.setStatus("down");
    await user.note("Owls hunt");
    await expect(indexer.drain()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    indexer.wake();
    await eventually(() => expect(errors).toEqual([expect.any(DomainError)]));
    expect(await pending()).toBe(1);
    services.embedder.setStatus("ready");
    indexer.wake();
    await eventually(async () => expect(await pending()).toBe(0));
    await indexer.stop();
  });

  it("embeds nothing for a change without new text, and the note is still found by meaning", async () => {
    const { services, user, indexer, pending } = setUp();
    const { id } = await user.note("Owls hunt");
    await indexer.drain();
    const calls = services.embedder.calls.length;
    await user.api.notes.update({ id, tags: ["birds"], importance: 1, note_type: "belief" });
    await user.api.notes.update({ id, state: "archived" });
    await user.api.notes.update({ id, state: "active" });
    expect(await pending()).toBe(0);
    await indexer.drain();
    expect(services.embedder.calls).toHaveLength(calls);
    expect((await user.api.recall.recall({ query: "owls hunt" })).results[0]?.similarity).toBeCloseTo(1, 5);
  });

  it("embeds a user's new note within one call, however many older notes of others wait", async () => {
    const { services, user, indexer } = setUp();
    services.embedder.setStatus("loading");
    for (let index = 0; index < 500; index++) await user.note(`Claim ${index}`);
    const other = testUser(services);
    services.embedder.setStatus("ready");
    services.embedder.hold();
    const draining = indexer.drain();
    await eventually(() => expect(services.embedder.calls).toHaveLength(1));
    services.embedder.setQueueDelayMs(Infinity);
    await other.note("Owls hunt");
    services.embedder.release();
    await draining;
    const calls = services.embedder.calls.map(({ texts }) => texts.filter((text) => text.startsWith("Owls")).length);
    expect(calls.slice(0, 2)).toEqual([0, 1]);
  });

  it("gives every user with notes a share of each call's texts, and goes round until nothing is left", async () => {
    const { services, indexer, pending } = setUp();
    services.embedder.setStatus("loading");
    const users = Array.from({ length: 20 }, () => testUser(services));
    for (const [index, user] of users.entries())
      for (let note = 0; note < 30; note++) await user.note(`User ${index} claims ${note}`);
    services.embedder.setStatus("ready");
    await indexer.drain();
    expect(await pending()).toBe(0);
    const places = users.map((_, index) =>
      services.embedder.calls.findIndex(({ texts }) => texts.some((text) => text.startsWith(`User ${index} `))),
    );
    expect(Math.max(...places)).toBeLessThanOrEqual(2);
  });

  it("skips a user whose indexing is paused, and nobody else, until the pause ends", async () => {
    const { services, user } = setUp();
    services.embedder.setQueueDelayMs(Infinity);
    const other = testUser(services);
    for (const owner of [user, other]) await owner.note(`Note of ${owner.actor.userId}`);
    let heldUserId: string | null = user.actor.userId;
    const indexer = createIndexer(services, () => undefined, { isHeld: (userId) => userId === heldUserId });
    const draining = indexer.drain();
    await eventually(() => expect(services.embedder.calls).toHaveLength(1));
    await other.note("Owls hunt");
    await eventually(() => expect(services.embedder.calls).toHaveLength(2));
    expect(services.embedder.calls.flatMap(({ texts }) => texts).join()).not.toContain(user.actor.userId);
    heldUserId = null;
    await draining;
    expect(services.embedder.calls.at(-1)!.texts[0]).toContain(user.actor.userId);
  });

  it("ends at once when it is stopped during a pause", async () => {
    const { services, user } = setUp();
    services.embedder.setQueueDelayMs(Infinity);
    await user.note("Owls hunt");
    const looks = vi.spyOn(services.storage.vectors, "due");
    const indexer = createIndexer(services, () => undefined, { isHeld: () => true });
    const draining = indexer.drain();
    await eventually(() => expect(looks).toHaveBeenCalled());
    await indexer.stop();
    await draining;
    expect(services.embedder.calls).toEqual([]);
  });

  it("embeds many short notes in few calls", async () => {
    const { services, indexer, pending } = setUp();
    services.embedder.setQueueDelayMs(Infinity);
    for (let index = 0; index < 200; index++) await testUser(services).note(`Claim ${index}`);
    await indexer.drain();
    expect(await pending()).toBe(0);
    expect(services.embedder.calls).toHaveLength(3);
  });

  it("finds by itself, within seconds, notes that another process marked", async () => {
    vi.useFakeTimers();
    const { services, user, indexer, pending } = setUp();
    await user.note("Owls hunt");
    indexer.wake();
    await vi.advanceTimersByTimeAsync(10);
    await services.storage.vectors.renew(services.embedder.model);
    expect(await pending()).toBe(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await pending()).toBe(0);
    await indexer.stop();
  });

  it("retries when a rate-limiting provider allows it, not before", async () => {
    vi.useFakeTimers();
    const { services, user, indexer, pending } = setUp();
    services.embedder.setQueueDelayMs(Infinity);
    await user.note("Owls hunt");
    services.embedder.failWith(new DomainError("UNAVAILABLE", "Too much to do.", { retryAfterSeconds: 60 }));
    indexer.wake();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(services.embedder.calls).toHaveLength(1);
    services.embedder.failWith(null);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await pending()).toBe(0);
    await indexer.stop();
  });

  it("runs the begin hook first, and retries it until it succeeds", async () => {
    const { services, user } = setUp();
    services.embedder.setQueueDelayMs(Infinity);
    await user.note("Owls hunt");
    const callsAtBegin: number[] = [];
    const begin = async () => {
      callsAtBegin.push(services.embedder.calls.length);
      if (callsAtBegin.length === 1) throw new Error("Not yet.");
    };
    const indexer = createIndexer(services, () => undefined, { begin });
    await expect(indexer.drain()).rejects.toThrow("Not yet.");
    await indexer.drain();
    await indexer.drain();
    expect(callsAtBegin).toEqual([0, 0]);
    expect(services.embedder.calls).toHaveLength(1);
  });

  it("reports progress now and then when there is a lot to do", async () => {
    const { services } = setUp();
    services.embedder.setQueueDelayMs(Infinity);
    for (let index = 0; index < 300; index++) await testUser(services).note(`Claim ${index}`);
    const reports: IndexingProgress[] = [];
    const { embed } = services.embedder;
    services.embedder.embed = (...input) => {
      services.clock.advance(8_000);
      return embed(...input);
    };
    await createIndexer(services, () => undefined, { onProgress: (progress) => reports.push(progress) }).drain();
    expect(reports).toEqual([
      { done: 192, total: 300, notesPerSecond: 12, secondsLeft: 9 },
      { done: 300, total: 300, notesPerSecond: 9.375, secondsLeft: 0 },
    ]);
  });

  it("ends silently when it is stopped", async () => {
    const { services, user, indexer, errors } = setUp();
    services.embedder.setQueueDelayMs(Infinity);
    await user.note("Owls hunt");
    services.embedder.hold();
    indexer.wake();
    await eventually(() => expect(services.embedder.calls).toHaveLength(1));
    await indexer.stop();
    indexer.wake();
    expect(errors).toEqual([]);
    expect(services.embedder.calls).toHaveLength(1);
  });
});

function setUp() {
  const services = testServices();
  const errors: unknown[] = [];
  const indexer = createIndexer(services, (error) => errors.push(error));
  const pending = () => services.storage.vectors.pending(services.embedder.model);
  return { services, user: testUser(services), indexer, pending, errors };
}
