import type { Link } from "@knote/contract";
import type { Storage } from "@knote/api";
import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { aNotice } from "../../builders/a-notice.ts";
import { givenOwner, REMOVED_AT, type Owner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";

const NOTICES = { at: REMOVED_AT, unlinked: [aNotice("unlinked")], linked: [aNotice("linked")] };

export function linkReplacing(open: OpenStorage): void {
  it("replaces a link with another, with its events and states", async () => {
    await using storage = await open();
    const { owner, from, to } = await givenReplacement(storage);
    await storage.links.states(owner.userId);
    expect(await storage.links.replace(owner.userId, from, to, NOTICES)).toBe("replaced");
    expect(await linksOf(storage, owner)).toEqual([to]);
    expect([...(await storage.links.states(owner.userId)).superseded]).toEqual([to.target_id]);
    expect([...(await storage.links.states(owner.userId)).contested]).toEqual([]);
    expect(await loggedQueries(storage, owner)).toEqual(["unlinked", "linked"]);
    expect((await storage.notes.counts(owner.userId)).totalLinks).toBe(1);
  });

  it("only removes the first link when the other exists", async () => {
    await using storage = await open();
    const { owner, from, to } = await givenReplacement(storage);
    await storage.links.insert(owner.userId, { ...to, created_at: "2026-01-01T00:00:00.000Z" }, []);
    expect(await storage.links.replace(owner.userId, from, to, NOTICES)).toBe("removed");
    expect(await linksOf(storage, owner)).toEqual([{ ...to, created_at: "2026-01-01T00:00:00.000Z" }]);
    expect(await loggedQueries(storage, owner)).toEqual(["unlinked"]);
    expect((await storage.notes.counts(owner.userId)).totalLinks).toBe(1);
  });

  it("changes nothing when the link is unknown, hidden or another user's", async () => {
    await using storage = await open();
    const { owner, from, to, source } = await givenReplacement(storage);
    const replace = (userId: string, old: Link) => storage.links.replace(userId, old, to, NOTICES);
    expect(await replace(owner.userId, { ...from, relation: "extends" })).toBe("missing");
    expect(await replace(givenOwner(storage).userId, from)).toBe("missing");
    const stranger = givenOwner(storage);
    await stranger.note();
    expect(await replace(stranger.userId, from)).toBe("missing");
    await owner.delete(source);
    expect(await replace(owner.userId, from)).toBe("missing");
    await owner.restore(source);
    expect(await linksOf(storage, owner)).toEqual([from]);
    for (const one of [owner, stranger]) expect(await loggedQueries(storage, one)).toEqual([]);
  });

  it("keeps the link when an end of the other is unknown or another user's", async () => {
    await using storage = await open();
    const { owner, from, to } = await givenReplacement(storage);
    const theirs = await givenOwner(storage).note();
    for (const id of [freshId(), theirs.id])
      for (const end of ["source_id", "target_id"])
        await expectRefusal(storage.links.replace(owner.userId, from, { ...to, [end]: id }, NOTICES), "NOT_FOUND");
    expect(await linksOf(storage, owner)).toEqual([from]);
    expect(await loggedQueries(storage, owner)).toEqual([]);
  });

  it("lets one of many parallel replacements of a link succeed", async () => {
    await using storage = await open();
    const { owner, from, to } = await givenReplacement(storage);
    const relations = ["extends", "depends_on", "derived_from", "supersedes"] as const;
    const outcomes = await Promise.all(
      relations.map((relation) => storage.links.replace(owner.userId, from, { ...to, relation }, NOTICES)),
    );
    expect(outcomes.toSorted()).toEqual(["missing", "missing", "missing", "replaced"]);
    const [survivor, ...others] = await linksOf(storage, owner);
    expect(survivor!.relation).toBe(relations[outcomes.indexOf("replaced")]);
    expect(others).toEqual([]);
    expect(await loggedQueries(storage, owner)).toEqual(["unlinked", "linked"]);
  });
}

/** Creates a contradiction, and the supersession that is to replace it. */
async function givenReplacement(storage: Storage) {
  const owner = givenOwner(storage);
  const [source, target] = [await owner.note(), await owner.note()];
  const from = await owner.link(source, "contradicts", target);
  const to: Link = { ...from, relation: "supersedes", created_at: "2026-03-01T12:00:00.000Z" };
  return { owner, source, from, to };
}

async function linksOf(storage: Storage, { userId }: Owner): Promise<Link[]> {
  return (await storage.links.list(userId, { limit: 10 })).links;
}

async function loggedQueries(storage: Storage, { userId }: Owner): Promise<string[]> {
  const events = await storage.activity.replay(userId, null);
  return events.map(({ event }) => (event.data as { readonly query: string }).query);
}
