import type { Link, ListLinksInput } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { streamLinks } from "./list-links.ts";

describe("listing links", () => {
  it("goes newest first and is empty for a new user", async () => {
    const { clock, api, note, link } = setUp();
    expect(await api.links.list({})).toEqual({ links: [], next: null });
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    const first = await link(owls, "extends", bats);
    clock.advance(1_000);
    const second = await link(bats, "extends", owls);
    expect(await api.links.list({})).toEqual({ links: [second, first], next: null });
  });

  it("walks through all once, whatever the page, also within one millisecond", async () => {
    const { api, star } = setUp();
    await star(11);
    const all = (await api.links.list({})).links;
    expect(all).toHaveLength(11);
    for (const limit of [1, 4, 10, 11, 1_000]) expect(await pages(api, { limit })).toEqual(all);
  });

  it("neither repeats nor skips when links come and go between pages", async () => {
    const { api, clock, star, note, link } = setUp();
    const { hub } = await star(6);
    const first = await api.links.list({ limit: 3 });
    clock.advance(1_000);
    await link(await note("Newcomer"), "extends", hub);
    const { created_at: _, ...gone } = first.links[2]!;
    await api.links.delete(gone);
    const second = await api.links.list({ limit: 3, cursor: first.next! });
    expect([...first.links, ...second.links].map((one) => one.source_id).toSorted()).toHaveLength(6);
    expect(new Set([...first.links, ...second.links].map((one) => one.source_id)).size).toBe(6);
    expect(second.next).toBeNull();
  });

  it("has 100 on a page by default, and all in the stream", async () => {
    const { api, ctx, star } = setUp();
    await star(101);
    const { links, next } = await api.links.list({});
    expect(links).toHaveLength(100);
    const rest = (await api.links.list({ cursor: next! })).links;
    expect((await Array.fromAsync(streamLinks(ctx, {}))).flat()).toEqual([...links, ...rest]);
    expect((await Array.fromAsync(streamLinks(ctx, { cursor: next! }))).flat()).toEqual(rest);
  });
});

describe("the links of a note", () => {
  it("are grouped by direction, newest first, with the titles of the other ends", async () => {
    const { clock, api, note, link } = setUp();
    const [owls, bats, mice] = [await note("Owls hunt"), await note("Bats hunt"), await note("Mice hide")];
    const first = await link(owls, "extends", bats);
    clock.advance(1_000);
    const second = await link(owls, "relates_to", mice);
    const third = await link(mice, "contradicts", owls);
    expect(await api.links.ofNote({ id: owls.id })).toEqual({
      outgoing: [
        { target_id: mice.id, target_title: "Mice hide", relation: "relates_to", created_at: second.created_at },
        { target_id: bats.id, target_title: "Bats hunt", relation: "extends", created_at: first.created_at },
      ],
      incoming: [
        { source_id: mice.id, source_title: "Mice hide", relation: "contradicts", created_at: third.created_at },
      ],
      next: null,
    });
  });

  it("show the title that the other end has now", async () => {
    const { api, note, link } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await link(owls, "extends", bats);
    await api.notes.update({ id: bats.id, title: "Bats listen" });
    expect((await api.links.ofNote({ id: owls.id })).outgoing[0]?.target_title).toBe("Bats listen");
  });

  it("come in pages of both directions, newest first", async () => {
    const { clock, api, note, link } = setUp();
    const hub = await note("Hub");
    for (let index = 0; index < 5; index++) {
      clock.advance(1_000);
      const other = await note(`Note ${index}`);
      await (index % 2 === 0 ? link(hub, "extends", other) : link(other, "extends", hub));
    }
    const first = await api.links.ofNote({ id: hub.id, limit: 3 });
    expect(first.outgoing.map((one) => one.target_title)).toEqual(["Note 4", "Note 2"]);
    expect(first.incoming.map((one) => one.source_title)).toEqual(["Note 3"]);
    const second = await api.links.ofNote({ id: hub.id, limit: 3, cursor: first.next! });
    expect(second.outgoing.map((one) => one.target_title)).toEqual(["Note 0"]);
    expect(second.incoming.map((one) => one.source_title)).toEqual(["Note 1"]);
    expect(second.next).toBeNull();
    await expect(api.links.ofNote({ id: hub.id, cursor: "strange" })).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
    });
  });

  it("are not found for an unknown note", async () => {
    await expect(setUp().api.links.ofNote({ id: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("removing a link", () => {
  it("removes exactly that one and publishes note_unlinked of its source", async () => {
    const { api, note, link, eventsOf } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await link(owls, "extends", bats);
    const stays = [await link(bats, "extends", owls), await link(owls, "depends_on", bats)];
    const events = await eventsOf(async () => {
      expect(await api.links.delete({ source_id: owls.id, target_id: bats.id, relation: "extends" })).toBeUndefined();
    });
    expect(events).toEqual([
      { type: "note_unlinked", data: { id: owls.id, title: "Owls hunt" }, timestamp: "2026-03-01T12:00:00.000Z" },
    ]);
    expect(new Set((await api.links.list({})).links)).toEqual(new Set(stays));
  });

  it("takes relates_to in either direction, and names the source it was made with", async () => {
    const { api, note, link, eventsOf } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await link(owls, "relates_to", bats);
    const events = await eventsOf(() =>
      api.links.delete({ source_id: bats.id, target_id: owls.id, relation: "relates_to" }),
    );
    expect(events.map((event) => event.data)).toEqual([{ id: owls.id, title: "Owls hunt" }]);
    expect((await api.links.list({})).links).toEqual([]);
  });

  it("does not find a link that is unknown, reversed, removed or of a deleted note", async () => {
    const { api, note, link, eventsOf } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    const { created_at: _, ...made } = await link(owls, "extends", bats);
    const missing = { code: "NOT_FOUND" };
    const events = await eventsOf(async () => {
      await expect(api.links.delete({ ...made, relation: "depends_on" })).rejects.toMatchObject(missing);
      await expect(
        api.links.delete({ source_id: bats.id, target_id: owls.id, relation: "extends" }),
      ).rejects.toMatchObject(missing);
      await expect(api.links.delete({ ...made, target_id: owls.id })).rejects.toMatchObject(missing);
      await expect(api.links.delete({ ...made, source_id: "nobody" })).rejects.toMatchObject(missing);
    });
    expect(events).toEqual([]);
    await api.notes.delete({ id: bats.id });
    await expect(api.links.delete(made)).rejects.toMatchObject(missing);
    await api.notes.restore({ id: bats.id });
    await api.links.delete(made);
    await expect(api.links.delete(made)).rejects.toMatchObject(missing);
  });

  it("lets the same link be created again", async () => {
    const { api, note, link } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    const { created_at: _, ...made } = await link(owls, "relates_to", bats);
    await api.links.delete(made);
    await link(bats, "relates_to", owls);
    expect((await api.links.list({})).links).toHaveLength(1);
  });
});

function setUp() {
  const services = testServices();
  const user = testUser(services);
  /** Notes that all extend one. */
  const star = async (count: number) => {
    const hub = await user.note("Hub");
    for (let index = 0; index < count; index++) await user.link(await user.note(`Spoke ${index}`), "extends", hub);
    return { hub };
  };
  return { clock: services.clock, ...user, star };
}

async function pages(api: ReturnType<typeof setUp>["api"], input: ListLinksInput): Promise<Link[]> {
  const allLinks: Link[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await api.links.list({ ...input, ...(cursor && { cursor }) });
    allLinks.push(...page.links);
    cursor = page.next;
  }
  return allLinks;
}
