import { expect, it } from "vitest";
import { aLink } from "../../builders/a-link.ts";
import { givenOwner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function linkBulk(open: OpenStorage): void {
  it("stores new links, and returns an outcome for each in order", async () => {
    await using storage = await open();
    const [owner, other] = [givenOwner(storage), givenOwner(storage)];
    const [one, two, foreign] = [await owner.note(), await owner.note(), await other.note()];
    const earlier = await owner.link(one, "extends", two);
    const ends = { source_id: one.id, target_id: two.id };
    const relatedLink = aLink({ ...ends, relation: "relates_to" });
    const outcomes = await storage.links.insertMany(owner.userId, [
      earlier,
      relatedLink,
      aLink({ source_id: two.id, target_id: one.id, relation: "relates_to" }),
      aLink({ source_id: one.id }),
      aLink({ source_id: one.id, target_id: foreign.id }),
      aLink({ source_id: two.id, target_id: one.id, relation: "extends" }),
    ]);
    expect(outcomes).toEqual(["exists", "created", "exists", "unknown-end", "unknown-end", "created"]);
    expect((await storage.links.list(owner.userId, { limit: 10 })).links).toHaveLength(3);
    expect(await storage.links.get(owner.userId, relatedLink)).toEqual(relatedLink);
    expect((await storage.links.list(other.userId, { limit: 10 })).links).toEqual([]);
    expect(await storage.activity.replay(owner.userId, null)).toEqual([]);
  });

  it("changes states as insert does, and knows hidden links of deleted notes", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, two] = [await owner.note(), await owner.note()];
    expect((await storage.links.states(owner.userId)).contested.size).toBe(0);
    const link = aLink({ source_id: one.id, target_id: two.id, relation: "contradicts" });
    expect(await storage.links.insertMany(owner.userId, [link])).toEqual(["created"]);
    expect([...(await storage.links.states(owner.userId)).contested]).toEqual([two.id]);
    await owner.delete(two);
    expect(await storage.links.insertMany(owner.userId, [link])).toEqual(["exists"]);
  });

  it("returns unknown-end for a user who never wrote anything", async () => {
    await using storage = await open();
    expect(await storage.links.insertMany(givenOwner(storage).userId, [aLink()])).toEqual(["unknown-end"]);
  });
}
