import { expect, it } from "vitest";
import { aLink } from "../../builders/a-link.ts";
import { aNotice } from "../../builders/a-notice.ts";
import { anEvent } from "../../builders/an-event.ts";
import { givenOwner, REMOVED_AT } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";

export function linkEvents(open: OpenStorage): void {
  it("appends the events of a write to the owner's activity, in order", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const link = aLink({ source_id: (await owner.note()).id, target_id: (await owner.note()).id });
    const events = [anEvent("linked"), anEvent("and more"), anEvent("unlinked")];
    const notices = events.map((event) => ({ event }));
    await storage.links.insert(owner.userId, link, notices.slice(0, 2));
    await storage.links.delete(owner.userId, link, REMOVED_AT, notices.slice(2));
    expect((await storage.activity.replay(owner.userId, null)).map(({ event }) => event)).toEqual(events);
  });

  it("appends nothing for a write that was refused", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [one, other] = [await owner.note(), await owner.note()];
    const link = await owner.link(one, "extends", other);
    await expectRefusal(storage.links.insert(owner.userId, link, [aNotice()]), "CONFLICT");
    await expectRefusal(storage.links.insert(owner.userId, aLink({ source_id: one.id }), [aNotice()]), "NOT_FOUND");
    await storage.links.delete(owner.userId, { ...link, relation: "supersedes" }, REMOVED_AT, [aNotice()]);
    expect(await storage.activity.replay(owner.userId, null)).toEqual([]);
  });
}
