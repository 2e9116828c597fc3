import { createMemoryStorage, mortalStorage, testServices, testUser, type TestUser } from "@knote/testkit";
import { expect, it } from "vitest";
import type { Storage } from "../ports/storage.ts";
import { resumeOperations } from "./housekeeping.ts";

const MINUTE_MS = 60_000;

async function setUp() {
  const storage = createMemoryStorage();
  const services = testServices({ storage });
  const user = testUser(services);
  const [one, other, third] = [
    await user.note("One"),
    await user.note("Other", { content: "More." }),
    await user.note("Third"),
  ];
  await user.link(other, "extends", third);
  const merge = (api: TestUser["api"]) => api.operations.merge({ id: one.id, with: [other.id] });
  /** Merges in a process that dies after so many writes. */
  const mergeAndDie = async (writes: number, on: Parameters<TestUser["on"]>[0] = {}) => {
    const mortal = mortalStorage(storage, writes);
    await expect(merge(user.on({ storage: mortal.storage, ...on }))).rejects.toThrow();
    expect(mortal.isDead()).toBe(true);
  };
  const graph = async () => [await user.api.notes.list({}), (await user.api.links.list({})).links];
  const states = async () => (await user.api.operations.list({})).operations.map(({ state }) => state);
  return { storage, services, ...user, one, other, third, merge, mergeAndDie, graph, states };
}

it("finishes what a dead process left, but not before its lease has ended", async () => {
  const { services, mergeAndDie, merge, api, states } = await setUp();
  await mergeAndDie(2);
  expect(await resumeOperations(services)).toBe(0);
  expect(await states()).toEqual(["under_way"]);
  const { operations } = await api.operations.list({});
  const underWay = "This merge is still under way; it is finished in the background.";
  await expect(api.operations.undo({ id: operations[0]!.id })).rejects.toMatchObject({
    code: "CONFLICT",
    message: underWay,
  });
  const busy = "One of the notes is being merged or split at this moment.";
  await expect(merge(api)).rejects.toMatchObject({ code: "CONFLICT", message: busy });
  services.clock.advance(MINUTE_MS - 1);
  expect(await resumeOperations(services)).toBe(0);
  services.clock.advance(1);
  expect(await resumeOperations(services)).toBe(1);
  expect(await states()).toEqual(["done"]);
  expect((await api.operations.undo({ id: operations[0]!.id })).state).toBe("undone");
});

it("gives a merge up whose note was edited before its text was written", async () => {
  const { services, api, mergeAndDie, graph, one } = await setUp();
  await mergeAndDie(1);
  await api.notes.update({ id: one.id, content: "Edited." });
  const after = await graph();
  services.clock.advance(MINUTE_MS);
  expect(await resumeOperations(services)).toBe(1);
  expect(await graph()).toEqual(after);
  expect(await api.operations.list({})).toEqual({ operations: [], next: null });
});

it("goes on with a merge whose note was edited after its text was written, and keeps the edit", async () => {
  const { services, api, mergeAndDie, one, third } = await setUp();
  await mergeAndDie(2);
  await api.notes.update({ id: one.id, content: "Edited." });
  services.clock.advance(MINUTE_MS);
  await resumeOperations(services);
  expect((await api.notes.get({ id: one.id })).content).toBe("Edited.");
  expect((await api.links.ofNote({ id: one.id })).outgoing).toContainEqual(
    expect.objectContaining({ target_id: third.id, relation: "extends" }),
  );
});

it("takes a merge back when another process closes a cycle at the same moment", async () => {
  const { services, on, storage, ctx, one, other, merge, graph, states } = await setUp();
  const before = await graph();
  const links: Storage["links"] = {
    ...storage.links,
    async insert(userId, link, events) {
      const opposite = { ...link, source_id: link.target_id, target_id: link.source_id };
      if (link.relation === "supersedes") await storage.links.insert(userId, opposite, []);
      await storage.links.insert(userId, link, events);
    },
  };
  await expect(merge(on({ storage: { ...storage, links } }))).rejects.toMatchObject({
    code: "CONFLICT",
    message: "This link would make a note supersede itself through a chain.",
  });
  const closing = { source_id: other.id, target_id: one.id, relation: "supersedes" as const };
  expect(await storage.links.delete(ctx.actor.userId, closing, null, [])).toBe(true);
  expect(await graph()).toEqual(before);
  expect(await states()).toEqual([]);
  expect(await storage.links.past(ctx.actor.userId, {})).toEqual([]);
  services.clock.advance(MINUTE_MS);
  expect(await resumeOperations(services)).toBe(0);
});

it("refuses a merge when a note changes between reading and the journal entry, and leaves no entry", async () => {
  const { on, storage, api, merge, other, states } = await setUp();
  const operations: Storage["operations"] = {
    ...storage.operations,
    async begin(...input) {
      await api.notes.update({ id: other.id, content: "Edited." });
      return await storage.operations.begin(...input);
    },
  };
  await expect(merge(on({ storage: { ...storage, operations } }))).rejects.toMatchObject({
    code: "CONFLICT",
    message: "One of the notes has changed meanwhile; read them again.",
  });
  expect(await states()).toEqual([]);
  expect((await merge(api)).note.content).toBe("-\n\nEdited.");
});

it("answers a request that is repeated with its key after a crash, and does nothing twice", async () => {
  const { on, mergeAndDie, merge, graph, states } = await setUp();
  const id = "0195cf6a-7c00-7000-8000-00000000000a";
  await mergeAndDie(3, { idempotency: { id, rerun: false } });
  const rerun = on({ idempotency: { id, rerun: true } });
  const answer = await merge(rerun);
  expect(answer).toMatchObject({ operation: id, moved: 1, note: { content: "-\n\nMore." } });
  const after = await graph();
  expect(await merge(rerun)).toEqual(answer);
  expect(await graph()).toEqual(after);
  expect(await states()).toEqual(["done"]);
});

it("merges when the crashed run had not begun", async () => {
  const { on, mergeAndDie, merge, states } = await setUp();
  const id = "0195cf6a-7c00-7000-8000-00000000000b";
  await mergeAndDie(0, { idempotency: { id, rerun: false } });
  expect((await merge(on({ idempotency: { id, rerun: true } }))).operation).toBe(id);
  expect(await states()).toEqual(["done"]);
});

it("finishes the others when one fails, and reports the failure", async () => {
  const { services, storage, mergeAndDie, states, ctx } = await setUp();
  await mergeAndDie(2);
  const [entry] = await storage.operations.list(ctx.actor.userId, { limit: 1 });
  const stranger = testUser(services);
  const theirs = await stranger.note("Theirs");
  const unreadable = { ...entry!, id: "broken", noteIds: [theirs.id], leaseUntil: 1, plan: "no plan" };
  await storage.operations.begin(stranger.actor.userId, unreadable);
  services.clock.advance(MINUTE_MS);
  await expect(resumeOperations(services)).rejects.toThrow("JSON");
  expect(await states()).toEqual(["done"]);
});
