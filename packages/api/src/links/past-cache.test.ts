import { testServices, testUser } from "@knote/testkit";
import { expect, it, vi } from "vitest";
import type { LinkStore } from "../ports/link-store.ts";
import { createPastCache } from "./past-cache.ts";

const TIME = "2026-03-01T12:00:00.000Z";

/** A user with a superseded note, a cache, and how often links were read for it. */
async function setUp() {
  const services = testServices();
  const user = testUser(services);
  const [old, newer] = [await user.note("Old"), await user.note("Newer")];
  await user.link(newer, "supersedes", old);
  const past = vi.fn<LinkStore["past"]>(services.storage.links.past);
  const storage = { ...services.storage, links: { ...services.storage.links, past } };
  const ctx = { ...user.ctx, storage };
  return { ...user, services, ctx, old, newer, cache: createPastCache(), reads: () => past.mock.calls.length };
}

it("derives the states of a time once, until something is written", async () => {
  const { api, ctx, old, cache, reads } = await setUp();
  const first = await cache.of(ctx, TIME);
  expect(first.states.superseded).toEqual(new Set([old.id]));
  expect(await cache.of(ctx, TIME)).toBe(first);
  expect(reads()).toBe(1);
  await api.notes.update({ id: old.id, content: "Changed" });
  const second = await cache.of(ctx, TIME);
  expect([second.states.superseded, reads()]).toEqual([first.states.superseded, 2]);
});

it("forgets the deleted end of a link that was removed before", async () => {
  const { api, ctx, old, newer, services, cache } = await setUp();
  services.clock.advance(1_000);
  await api.links.delete({ source_id: newer.id, target_id: old.id, relation: "supersedes" });
  expect((await cache.of(ctx, TIME)).states.superseded).toEqual(new Set([old.id]));
  await api.notes.delete({ id: newer.id });
  expect((await cache.of(ctx, TIME)).states.superseded).toEqual(new Set());
  await api.notes.restore({ id: newer.id });
  expect((await cache.of(ctx, TIME)).states.superseded).toEqual(new Set([old.id]));
});

it("keeps times and users apart, and drops what was used longest ago", async () => {
  const { ctx, services, old, cache, reads } = await setUp();
  const other = testUser(services, { userId: "other" });
  const [first, earlier] = [await cache.of(ctx, TIME), await cache.of(ctx, "2020-01-01T00:00:00.000Z")];
  expect([first.states.superseded.has(old.id), earlier.states.superseded.size]).toEqual([true, 0]);
  expect((await cache.of({ ...ctx, actor: other.actor }, TIME)).states.superseded.size).toBe(0);
  const count = reads();
  for (let year = 2000; year < 2100; year++) await cache.of(ctx, `${year - 100}-01-01T00:00:00.000Z`);
  await cache.of(ctx, TIME);
  expect(reads()).toBe(count + 101);
});

it("forgets a user, and what could not be derived", async () => {
  const { ctx, actor, cache, reads } = await setUp();
  await cache.of(ctx, TIME);
  cache.forget("somebody else");
  await cache.of(ctx, TIME);
  expect(reads()).toBe(1);
  cache.forget(actor.userId);
  vi.mocked(ctx.storage.links.past).mockRejectedValueOnce(new Error("away"));
  await expect(cache.of(ctx, TIME)).rejects.toThrow("away");
  await cache.of(ctx, TIME);
  expect(reads()).toBe(3);
});
