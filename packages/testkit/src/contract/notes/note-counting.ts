import type { NoteCounts } from "@knote/api";
import { expect, it } from "vitest";
import { givenOwner, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function noteCounting(open: OpenStorage): void {
  it("counts nothing for a user without notes", async () => {
    await using storage = await open();
    await givenOwner(storage).note();
    expect(brief(await storage.notes.counts(givenOwner(storage).userId))).toEqual({
      totalNotes: 0,
      byType: {},
      totalLinks: 0,
      orphans: 0,
    });
  });

  it("counts notes by type, links, and notes without a link", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [hub, spoke, other] = [
      await owner.note(),
      await owner.note({ note_type: "decision" }),
      await owner.note({ archived: true }),
    ];
    await owner.note({ note_type: "decision" });
    await owner.link(hub, "relates_to", spoke);
    await owner.link(hub, "extends", spoke);
    await owner.link(other, "supersedes", hub);
    expect(brief(await storage.notes.counts(owner.userId))).toEqual({
      totalNotes: 4,
      byType: { fact: 2, decision: 2 },
      totalLinks: 3,
      orphans: 1,
    });
  });

  it("counts by the type of the current revision", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    await owner.revise(await owner.note(), { note_type: "synthesis" });
    expect(brief(await storage.notes.counts(owner.userId)).byType).toEqual({ synthesis: 1 });
  });

  it("follows deleting, restoring, unlinking and purging", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, two, three] = [await owner.note(), await owner.note(), await owner.note()];
    await owner.link(one, "relates_to", two);
    const link = await owner.link(two, "relates_to", three);
    const counts = async () => {
      const { totalNotes, totalLinks, orphans } = await storage.notes.counts(owner.userId);
      return [totalNotes, totalLinks, orphans];
    };
    expect(await counts()).toEqual([3, 2, 0]);
    await owner.delete(two);
    expect(await counts()).toEqual([2, 0, 2]);
    await owner.restore(two);
    expect(await counts()).toEqual([3, 2, 0]);
    await storage.links.delete(owner.userId, link, REMOVED_AT, []);
    expect(await counts()).toEqual([3, 1, 1]);
    await owner.purge(one);
    expect(await counts()).toEqual([2, 0, 2]);
  });
}

/** Drops types with 0 notes: a store may return or omit them. */
function brief(counts: NoteCounts): NoteCounts {
  return { ...counts, byType: Object.fromEntries(Object.entries(counts.byType).filter(([, count]) => count > 0)) };
}
