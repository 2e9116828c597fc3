import { createMemoryStorage, testClock, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { createTrends } from "./trends.ts";

const DAY_MS = 86_400_000;

/** Returns users of one server, and a count of the trends that were worked out. */
function setUp() {
  const memory = createMemoryStorage();
  const { past } = memory.links;
  let readCount = 0;
  const links: typeof memory.links = {
    ...memory.links,
    past(...input) {
      readCount++;
      return past(...input);
    },
  };
  const clock = testClock();
  const services = testServices({ storage: { ...memory, links }, clock });
  return {
    clock,
    user: () => testUser(services),
    async countReads(work: () => Promise<unknown>) {
      const before = readCount;
      await work();
      return readCount - before;
    },
  };
}

describe("the trends that are remembered", () => {
  it("are those of as many users as asked for, the ones read last", async () => {
    const { user, countReads } = setUp();
    const trends = createTrends({ mostUsers: 2 });
    const [ada, grace, joan] = [user().ctx, user().ctx, user().ctx];
    expect(await countReads(() => trends.of(ada))).toBe(1);
    expect(await countReads(() => trends.of(grace))).toBe(1);
    expect(await countReads(() => trends.of(ada))).toBe(0);
    expect(await countReads(() => trends.of(joan))).toBe(1);
    expect(await countReads(() => trends.of(ada))).toBe(0);
    expect(await countReads(() => trends.of(joan))).toBe(0);
    expect(await countReads(() => trends.of(grace))).toBe(1);
  });

  it("hold at most so many open notes of one user, and all of them up to that", async () => {
    const { user, clock } = setUp();
    const { api, ctx, note } = user();
    const base = await note("Ground");
    for (const title of ["One", "Two", "Three"])
      await api.links.create({ source_id: (await note(title)).id, target_id: base.id, relation: "depends_on" });
    await api.notes.update({ id: base.id, state: "archived" });
    clock.advance(31 * DAY_MS);
    const openCount = async (mostOpen: number) => (await createTrends({ mostOpen }).of(ctx)).openSince.size;
    expect(await openCount(2)).toBe(2);
    expect(await openCount(3)).toBe(3);
    expect(await openCount(4)).toBe(3);
    expect((await createTrends({ mostOpen: 1 }).of(ctx)).points.at(-1)!.open).toBe(3);
  });

  it("are worked out again after a failure, and once they are forgotten", async () => {
    const { user, countReads } = setUp();
    const trends = createTrends();
    const { ctx } = user();
    const storage = { ...ctx.storage, links: { ...ctx.storage.links, past: () => Promise.reject(new Error("away")) } };
    await expect(trends.of({ ...ctx, storage })).rejects.toThrow("away");
    expect(await countReads(() => trends.of(ctx))).toBe(1);
    trends.forget(ctx.actor.userId);
    expect(await countReads(() => trends.of(ctx))).toBe(1);
  });
});
