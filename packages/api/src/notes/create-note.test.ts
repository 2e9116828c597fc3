import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("creating a note", () => {
  it("returns the documented fields and no others", async () => {
    const services = testServices();
    const { api } = testUser(services);
    const createdNote = await api.notes.create({
      title: " Owls hunt ",
      content: "At night.",
      note_type: "insight",
      tags: ["Owl", "OWL"],
      importance: 0.9,
    });
    expect(createdNote).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      title: "Owls hunt",
      note_type: "insight",
      state: "active",
      importance: 0.9,
      tags: ["Owl"],
      created_at: "2026-03-01T12:00:00.000Z",
      auto_links: [],
    });
  });

  it("fills in importance and tags", async () => {
    const { note } = testUser(testServices());
    expect(await note("Owls hunt")).toMatchObject({ importance: 0.5, tags: [] });
  });

  it("is seen at once by reading, listing, searching and counting", async () => {
    const { api, note } = testUser(testServices());
    const { id, created_at } = await note("Owls hunt", { content: "At night.", tags: ["bird"] });
    const listedNote = {
      id,
      title: "Owls hunt",
      content: "At night.",
      note_type: "fact",
      state: "active",
      tags: ["bird"],
      importance: 0.5,
      created_at,
    };
    expect(await api.notes.get({ id })).toEqual({ ...listedNote, updated_at: created_at });
    expect(await api.notes.list({})).toEqual({ notes: [listedNote], next: null });
    expect((await api.notes.list({ q: "owl" })).notes).toEqual([listedNote]);
    expect((await api.graph.stats()).total_notes).toBe(1);
  });

  it("publishes note_created and nothing else", async () => {
    const { note, eventsOf } = testUser(testServices());
    expect(await eventsOf(() => note("Owls hunt", { note_type: "belief" }))).toEqual([
      {
        type: "note_created",
        data: { title: "Owls hunt", note_type: "belief" },
        timestamp: "2026-03-01T12:00:00.000Z",
      },
    ]);
  });

  it("stores and publishes nothing when a field is refused", async () => {
    const { api, note, eventsOf } = testUser(testServices());
    expect(await eventsOf(() => expect(note(" ")).rejects.toMatchObject({ code: "BAD_REQUEST" }))).toEqual([]);
    expect((await api.notes.list({})).notes).toEqual([]);
  });

  it("keeps any well-formed text as it is", async () => {
    const { api } = testUser(testServices());
    const content = 'Zeile\r\n\t$where {"a": 1} <b> \u{1F989} e\u0301 __proto__ \' " \\ % _ \u2028 end';
    const { id } = await api.notes.create({
      title: "ñ \u{1F989}",
      content,
      note_type: "fact",
      tags: ["__proto__", "constructor"],
    });
    expect(await api.notes.get({ id })).toMatchObject({
      title: "ñ \u{1F989}",
      content,
      tags: ["__proto__", "constructor"],
    });
  });

  it("sorts ids by time, also within one millisecond", async () => {
    const { note } = testUser(testServices());
    const ids: string[] = [];
    for (let index = 0; index < 20; index++) ids.push((await note(`Claim ${index}`)).id);
    expect(ids).toEqual(ids.toSorted());
  });

  it("wakes the indexer", async () => {
    let wakeCount = 0;
    const { note } = testUser(testServices({ wakeIndexer: () => void wakeCount++ }));
    await note("Owls hunt");
    expect(wakeCount).toBe(1);
  });
});

describe("creating a note under an idempotency key", () => {
  it("uses the id that the key holds", async () => {
    const { on } = testUser(testServices());
    const id = "0195cf6a-7c00-7000-8000-000000000001";
    const createdNote = await on({ idempotency: { id, rerun: false } }).notes.create({
      title: "Owls hunt",
      content: "-",
      note_type: "fact",
    });
    expect(createdNote.id).toBe(id);
  });

  it.each([
    { other: "an earlier, crashed run", rerun: true },
    { other: "a rerun that came while it stood still", rerun: false },
  ])("returns the note that $other made, and publishes nothing again", async ({ rerun }) => {
    const { api, on, eventsOf } = testUser(testServices());
    const id = "0195cf6a-7c00-7000-8000-000000000002";
    const input = { title: "Owls hunt", content: "-", note_type: "fact" } as const;
    const first = await on({ idempotency: { id, rerun: !rerun } }).notes.create(input);
    const events = await eventsOf(async () => {
      expect(await on({ idempotency: { id, rerun } }).notes.create(input)).toEqual(first);
    });
    expect(events).toEqual([]);
    expect((await api.notes.list({})).notes).toHaveLength(1);
    expect((await api.notes.history({ id })).revisions).toHaveLength(1);
  });

  it("creates the note when the crashed run had not", async () => {
    const { on, eventsOf } = testUser(testServices());
    const rerun = on({ idempotency: { id: "0195cf6a-7c00-7000-8000-000000000003", rerun: true } });
    const events = await eventsOf(() => rerun.notes.create({ title: "Owls hunt", content: "-", note_type: "fact" }));
    expect(events.map((event) => event.type)).toEqual(["note_created"]);
  });

  it("shows the state that the note has by now", async () => {
    const { on, note, link } = testUser(testServices());
    const id = "0195cf6a-7c00-7000-8000-000000000004";
    const input = { title: "Owls hunt", content: "-", note_type: "fact" } as const;
    await on({ idempotency: { id, rerun: false } }).notes.create(input);
    await link(await note("Bats hunt"), "contradicts", { id });
    expect((await on({ idempotency: { id, rerun: true } }).notes.create(input)).state).toBe("contested");
  });

  it("never returns another user's note with that id", async () => {
    const services = testServices();
    const { id } = await testUser(services).note("Mine");
    const other = testUser(services).on({ idempotency: { id, rerun: true } });
    await expect(other.notes.create({ title: "Theirs", content: "-", note_type: "fact" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});
