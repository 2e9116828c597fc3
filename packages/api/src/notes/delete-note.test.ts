import { DAY_MS } from "@knote/contract";
import { aNoteWrite, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { purgeTrash } from "./purge-trash.ts";

describe("deleting a note", () => {
  it("hides it and its links from every reader at once", async () => {
    const { api, note, link } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await link(owls, "relates_to", bats);
    expect(await api.notes.delete({ id: owls.id })).toBeUndefined();
    for (const read of [api.notes.get, api.notes.history, api.links.ofNote]) {
      await expect(read({ id: owls.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    await expect(api.notes.suggestions({ id: owls.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await api.notes.list({})).notes.map((one) => one.id)).toEqual([bats.id]);
    expect((await api.notes.list({ q: "hunt" })).notes.map((one) => one.id)).toEqual([bats.id]);
    expect((await api.links.list({})).links).toEqual([]);
    expect(await api.links.ofNote({ id: bats.id })).toEqual({ outgoing: [], incoming: [], next: null });
    expect(await api.graph.stats()).toMatchObject({ total_notes: 1, total_links: 0, orphan_count: 1 });
    expect((await api.recall.recall({ query: "owls hunt" })).results.map((one) => one.id)).toEqual([bats.id]);
  });

  it("publishes note_deleted once", async () => {
    const { api, note, eventsOf } = setUp();
    const { id } = await note("Owls hunt");
    const events = await eventsOf(async () => {
      await api.notes.delete({ id });
      await expect(api.notes.delete({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
    expect(events).toEqual([
      { type: "note_deleted", data: { id, title: "Owls hunt" }, timestamp: "2026-03-01T12:00:00.000Z" },
    ]);
  });

  it("finds no unknown note, purged or not", async () => {
    const { api, eventsOf } = setUp();
    const events = await eventsOf(async () => {
      await expect(api.notes.delete({ id: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(api.notes.delete({ id: "nobody", purge: true })).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
    expect(events).toEqual([]);
  });
});

describe("restoring a note", () => {
  it("restores it with its history and links, and returns it as a read does", async () => {
    const { api, note, link } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await api.notes.update({ id: owls.id, title: "Owls hunt mice" });
    const createdLink = await link(owls, "extends", bats);
    const before = await api.notes.get({ id: owls.id });
    await api.notes.delete({ id: owls.id });
    expect(await api.notes.restore({ id: owls.id })).toEqual(before);
    expect(await api.notes.get({ id: owls.id })).toEqual(before);
    expect((await api.links.list({})).links).toEqual([createdLink]);
    expect((await api.notes.history({ id: owls.id })).revisions).toHaveLength(2);
    expect((await api.notes.list({ q: "mice" })).notes.map((one) => one.id)).toEqual([owls.id]);
  });

  it("shows a link again only when both ends live", async () => {
    const { api, note, link } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await link(owls, "extends", bats);
    await api.notes.delete({ id: owls.id });
    await api.notes.delete({ id: bats.id });
    await api.notes.restore({ id: owls.id });
    expect((await api.links.list({})).links).toEqual([]);
    await api.notes.restore({ id: bats.id });
    expect((await api.links.list({})).links).toHaveLength(1);
  });

  it("publishes note_restored once, when it is live again", async () => {
    const { clock, api, note, eventsOf } = setUp();
    const { id } = await note("Owls hunt");
    await api.notes.delete({ id });
    clock.advance(1_000);
    const events = await eventsOf(async () => {
      await api.notes.restore({ id });
      await api.notes.restore({ id });
    });
    expect(events).toEqual([
      { type: "note_restored", data: { id, title: "Owls hunt" }, timestamp: "2026-03-01T12:00:01.000Z" },
    ]);
  });

  it("leaves a note that is not deleted as it is, and publishes nothing", async () => {
    const { clock, api, note, eventsOf } = setUp();
    const { id } = await note("Owls hunt");
    const before = await api.notes.get({ id });
    clock.advance(1_000);
    const events = await eventsOf(async () => {
      expect(await api.notes.restore({ id })).toEqual(before);
    });
    expect(events).toEqual([]);
    expect((await api.notes.history({ id })).revisions).toHaveLength(1);
  });

  it("finds no unknown and no purged note", async () => {
    const { api, note } = setUp();
    const { id } = await note("Owls hunt");
    await api.notes.delete({ id, purge: true });
    await expect(api.notes.restore({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.notes.restore({ id: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("purging a note", () => {
  it("removes a live one for good, and publishes note_deleted", async () => {
    const { api, note, link, eventsOf } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await link(owls, "extends", bats);
    const events = await eventsOf(() => api.notes.delete({ id: owls.id, purge: true }));
    expect(events.map((event) => event.type)).toEqual(["note_deleted"]);
    await expect(api.notes.get({ id: owls.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await api.links.list({})).links).toEqual([]);
  });

  it("works on a deleted one, without another event", async () => {
    const { api, note, eventsOf } = setUp();
    const { id } = await note("Owls hunt");
    await api.notes.delete({ id });
    expect(await eventsOf(() => api.notes.delete({ id, purge: true }))).toEqual([]);
    await expect(api.notes.restore({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.notes.delete({ id, purge: true })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("lets the same link be created between other notes", async () => {
    const { api, note, link } = setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await link(owls, "supersedes", bats);
    await api.notes.delete({ id: owls.id, purge: true });
    const mice = await note("Mice hide");
    await link(bats, "supersedes", mice);
    expect((await api.notes.get({ id: mice.id })).state).toBe("superseded");
  });
});

describe("the trash", () => {
  it("keeps notes deleted up to thirty days ago, and purges older ones", async () => {
    const { clock, storage, api, note } = setUp();
    const early = await note("Early");
    await api.notes.delete({ id: early.id });
    clock.advance(DAY_MS);
    const late = await note("Late");
    await api.notes.delete({ id: late.id });
    const live = await note("Live");
    clock.advance(29 * DAY_MS);
    expect(await purgeTrash({ clock, storage })).toBe(0);
    clock.advance(1);
    expect(await purgeTrash({ clock, storage })).toBe(1);
    await expect(api.notes.restore({ id: early.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await api.notes.restore({ id: late.id })).title).toBe("Late");
    expect((await api.notes.get({ id: live.id })).title).toBe("Live");
  });

  it("restarts the thirty days when a note is restored and deleted again", async () => {
    const { clock, storage, api, note } = setUp();
    const { id } = await note("Owls hunt");
    await api.notes.delete({ id });
    clock.advance(29 * DAY_MS);
    await api.notes.restore({ id });
    await api.notes.delete({ id });
    clock.advance(29 * DAY_MS);
    expect(await purgeTrash({ clock, storage })).toBe(0);
  });

  it("is emptied completely, in batches", async () => {
    const { clock, storage, api, actor } = setUp();
    for (let index = 0; index < 205; index++) {
      const write = aNoteWrite();
      await storage.notes.insert(actor.userId, write, []);
      await api.notes.delete({ id: write.note.id });
    }
    clock.advance(31 * DAY_MS);
    expect(await purgeTrash({ clock, storage })).toBe(205);
  });
});

function setUp() {
  const services = testServices();
  return { ...services, ...testUser(services) };
}
