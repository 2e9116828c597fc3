import { ActivityEvent } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("listing activity", () => {
  it("is empty for a new user", async () => {
    expect(await testUser(testServices()).api.activity.list({})).toEqual({ events: [] });
  });

  it("shows what happened, newest first, as the stream does", async () => {
    const services = testServices();
    const { api, note, link } = testUser(services);
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await link(owls, "extends", bats);
    await api.notes.update({ id: owls.id, title: "Owls hunt mice" });
    await api.links.delete({ source_id: owls.id, target_id: bats.id, relation: "extends" });
    await api.notes.delete({ id: bats.id });
    await api.recall.ask({ query: "What do owls hunt?" });
    const { events } = await api.activity.list({});
    expect(events.map(({ data: { timestamp: _, ...rest } }) => rest)).toEqual([
      { type: "model_used", data: { model: "test-default" } },
      { type: "recall_query", data: { query: "What do owls hunt?" } },
      { type: "note_deleted", data: { id: bats.id, title: "Bats hunt" } },
      { type: "note_unlinked", data: { id: owls.id, title: "Owls hunt mice" } },
      { type: "note_updated", data: { id: owls.id, title: "Owls hunt mice" } },
      { type: "note_linked", data: { source: "Owls hunt", target: "Bats hunt", relation: "extends" } },
      { type: "note_created", data: { title: "Bats hunt", note_type: "fact" } },
      { type: "note_created", data: { title: "Owls hunt", note_type: "fact" } },
    ]);
    for (const { event, data } of events) {
      expect(event).toBe(data.type);
      expect(ActivityEvent.parse(data)).toEqual(data);
      expect(data.timestamp).toBe("2026-03-01T12:00:00.000Z");
    }
  });

  it("names the notes of an event only when asked to", async () => {
    const { api, note, link } = testUser(testServices());
    const [owls, bats] = [await note("Owls hunt"), await note("Owls hunt")];
    await link(owls, "extends", bats);
    await api.notes.update({ id: owls.id, importance: 1 });
    await api.links.delete({ source_id: owls.id, target_id: bats.id, relation: "extends" });
    await api.notes.delete({ id: bats.id });
    await api.notes.restore({ id: bats.id });
    await api.recall.ask({ query: "What do owls hunt?" });
    const { events } = await api.activity.list({ note_ids: true });
    expect(events.map(({ event, data }) => [event, "note_ids" in data ? data.note_ids : null])).toEqual([
      ["model_used", null],
      ["recall_query", null],
      ["note_restored", [bats.id]],
      ["note_deleted", [bats.id]],
      ["note_unlinked", [owls.id, bats.id]],
      ["note_updated", [owls.id]],
      ["note_linked", [owls.id, bats.id]],
      ["note_created", [bats.id]],
      ["note_created", [owls.id]],
    ]);
    const { events: documentedEvents } = await api.activity.list({});
    for (const [index, { id, data }] of documentedEvents.entries()) {
      expect(data).not.toHaveProperty("note_ids");
      expect(events[index]).toMatchObject({ id, data });
    }
  });

  it("shows events of earlier releases, which name no notes", async () => {
    const { api, actor, ctx } = testUser(testServices());
    const timestamp = "2026-03-01T12:00:00.000Z";
    const event = { type: "note_created", data: { title: "Owls hunt", note_type: "fact" }, timestamp } as const;
    await ctx.storage.activity.append(actor.userId, [event]);
    expect((await api.activity.list({ note_ids: true })).events).toMatchObject([{ data: event }]);
  });

  it("gives each event an id of its own", async () => {
    const { api, note } = testUser(testServices());
    for (let index = 0; index < 5; index++) await note(`Claim ${index}`);
    expect(new Set((await api.activity.list({})).events.map((event) => event.id)).size).toBe(5);
  });

  it("respects the limit, 100 by default", async () => {
    const { api, actor, ctx } = testUser(testServices());
    const event = { type: "recall_query", data: { query: "why" }, timestamp: "2026-03-01T12:00:00.000Z" } as const;
    await ctx.storage.activity.append(
      actor.userId,
      Array.from({ length: 150 }, () => event),
    );
    expect((await api.activity.list({})).events).toHaveLength(100);
    expect((await api.activity.list({ limit: 1_000 })).events).toHaveLength(150);
    expect((await api.activity.list({ limit: 1 })).events).toHaveLength(1);
  });

  it("gets no event from reading", async () => {
    const { api, note, link, eventsOf } = testUser(testServices());
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    await link(owls, "extends", bats);
    const events = await eventsOf(async () => {
      await api.notes.get({ id: owls.id });
      await api.notes.list({ q: "owls" });
      await api.notes.history({ id: owls.id });
      await api.notes.suggestions({ id: owls.id });
      await api.links.list({});
      await api.links.ofNote({ id: owls.id });
      await api.graph.stats();
      await api.quota.get();
      await api.quota.pricing();
      await api.recall.recall({ query: "owls" });
      await api.activity.list({});
      await api.demo.graph();
      await api.demo.ask({});
      await api.health.check();
    });
    expect(events).toEqual([]);
  });
});
