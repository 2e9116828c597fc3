import type { UpdateNoteInput } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const NOON = "2026-03-01T12:00:00.000Z";
const LATER = "2026-03-01T12:01:00.000Z";

describe("updating a note", () => {
  it("changes only the given fields and returns id, title and time", async () => {
    const { clock, api, note } = setUp();
    const { id } = await note("Owls hunt", {
      content: "At night.",
      tags: ["bird"],
      importance: 0.9,
      note_type: "belief",
    });
    clock.advance(60_000);
    expect(await api.notes.update({ id, title: " Owls hunt mice " })).toEqual({
      id,
      title: "Owls hunt mice",
      updated_at: LATER,
    });
    expect(await api.notes.get({ id })).toEqual({
      id,
      title: "Owls hunt mice",
      content: "At night.",
      note_type: "belief",
      state: "active",
      tags: ["bird"],
      importance: 0.9,
      created_at: NOON,
      updated_at: LATER,
    });
  });

  it.each<UpdateNoteInput>([
    { title: "New" },
    { content: "New" },
    { note_type: "belief" },
    { tags: ["new"] },
    { tags: [] },
    { importance: 0 },
    { state: "archived" },
  ])("counts %j as a change: one revision, one event", async (change) => {
    const { api, note, eventsOf } = setUp();
    const { id } = await note("Old", { tags: ["old"] });
    const events = await eventsOf(() => api.notes.update({ id, ...change }));
    expect(events).toEqual([{ type: "note_updated", data: { id, title: change.title ?? "Old" }, timestamp: NOON }]);
    expect((await api.notes.history({ id })).revisions).toHaveLength(2);
  });

  it.each<UpdateNoteInput>([
    {},
    { title: "Old" },
    { title: " Old " },
    { tags: ["old", "OLD"] },
    { state: "active" },
    { title: "Old", content: "-", note_type: "fact", tags: ["old"], importance: 0.5, state: "active" },
  ])("treats %j as no change: no revision, no event, the same time", async (change) => {
    const { clock, api, note, eventsOf } = setUp();
    const { id } = await note("Old", { tags: ["old"] });
    clock.advance(60_000);
    const events = await eventsOf(async () => {
      expect(await api.notes.update({ id, ...change })).toEqual({ id, title: "Old", updated_at: NOON });
    });
    expect(events).toEqual([]);
    expect((await api.notes.history({ id })).revisions).toHaveLength(1);
  });

  it("notes when the claim was reworded, and leaves case, punctuation and other fields out of account", async () => {
    const { clock, api, note, claimedAt } = setUp();
    const { id } = await note("Owls hunt");
    expect(await claimedAt(id)).toBe(NOON);
    clock.advance(60_000);
    await api.notes.update({ id, title: "OWLS: hunt!", content: "At night.", state: "archived" });
    expect(await claimedAt(id)).toBe(NOON);
    await api.notes.update({ id, title: "Bats hunt" });
    expect(await claimedAt(id)).toBe(LATER);
    clock.advance(60_000);
    await api.notes.update({ id, importance: 1 });
    expect(await claimedAt(id)).toBe(LATER);
  });

  it("sees a change of order or spelling among the tags", async () => {
    const { api, note } = setUp();
    const { id } = await note("Old", { tags: ["a", "b"] });
    await api.notes.update({ id, tags: ["b", "a"] });
    await api.notes.update({ id, tags: ["B", "a"] });
    expect((await api.notes.history({ id })).revisions.map((revision) => revision.tags)).toEqual([
      ["B", "a"],
      ["b", "a"],
      ["a", "b"],
    ]);
  });

  it("is found by its new words and no longer by its old ones", async () => {
    const { api, note } = setUp();
    const { id } = await note("Owls hunt");
    await api.notes.update({ id, title: "Bats listen" });
    expect((await api.notes.list({ q: "listening" })).notes.map((one) => one.id)).toEqual([id]);
    expect((await api.notes.list({ q: "owls" })).notes).toEqual([]);
  });

  it("loses no change when two writers meet", async () => {
    const { api, note } = setUp();
    const { id } = await note("Old");
    const changes: UpdateNoteInput[] = [
      { title: "New" },
      { content: "New" },
      { importance: 1 },
      { tags: ["new"] },
      { note_type: "belief" },
    ];
    await Promise.all(changes.map((change) => api.notes.update({ id, ...change })));
    expect(await api.notes.get({ id })).toMatchObject({
      title: "New",
      content: "New",
      importance: 1,
      tags: ["new"],
      note_type: "belief",
    });
    const { revisions } = await api.notes.history({ id });
    expect(revisions.map((one) => one.revision)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it("never goes back in time, whatever the clock does", async () => {
    const { clock, api, note } = setUp();
    const { id } = await note("Old");
    clock.turnBack(60_000);
    expect((await api.notes.update({ id, title: "New" })).updated_at).toBe(NOON);
  });

  it.each(["0195cf6a-7c00-7000-8000-000000000000", "nonsense", "", "\0", "__proto__"])(
    "finds no note of id %j",
    async (id) => {
      const { api, eventsOf } = setUp();
      const events = await eventsOf(() =>
        expect(api.notes.update({ id, title: "New" })).rejects.toMatchObject({ code: "NOT_FOUND" }),
      );
      expect(events).toEqual([]);
    },
  );

  it("finds no note that was deleted", async () => {
    const { api, note } = setUp();
    const { id } = await note("Old");
    await api.notes.delete({ id });
    await expect(api.notes.update({ id, title: "New" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.notes.update({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("updating a note from the revision that was read", () => {
  it("succeeds while that is the current one", async () => {
    const { api, note } = setUp();
    const { id } = await note("Old");
    await api.notes.update({ id, title: "New", base_revision: 1 });
    await api.notes.update({ id, title: "Newer", base_revision: 2 });
    expect((await api.notes.get({ id })).title).toBe("Newer");
  });

  it.each([0, 1, 3])(
    "is refused from revision %d of a note at revision 2, and changes nothing",
    async (base_revision) => {
      const { api, note, eventsOf } = setUp();
      const { id } = await note("Old");
      await api.notes.update({ id, content: "Theirs" });
      const events = await eventsOf(() =>
        expect(api.notes.update({ id, title: "Mine", base_revision })).rejects.toMatchObject({ code: "CONFLICT" }),
      );
      expect(events).toEqual([]);
      expect(await api.notes.get({ id })).toMatchObject({ title: "Old", content: "Theirs" });
      expect((await api.notes.history({ id })).revisions).toHaveLength(2);
    },
  );

  it("accepts one of several writers that read the same revision", async () => {
    const { api, note } = setUp();
    const { id } = await note("Old");
    const titles = ["One", "Two", "Three", "Four"];
    const outcomes = await Promise.allSettled(titles.map((title) => api.notes.update({ id, title, base_revision: 1 })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refusedOutcomes = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refusedOutcomes.map(({ reason }) => reason.code)).toEqual(["CONFLICT", "CONFLICT", "CONFLICT"]);
    const { revisions } = await api.notes.history({ id });
    expect(revisions.map(({ title }) => title)).toEqual([
      titles[outcomes.findIndex(({ status }) => status === "fulfilled")],
      "Old",
    ]);
  });

  it("is no conflict when the note already has these values: a repeated save succeeds", async () => {
    const { api, note } = setUp();
    const { id } = await note("Old");
    const save = () => api.notes.update({ id, title: "New", base_revision: 1 });
    expect(await save()).toEqual(await save());
    expect((await api.notes.history({ id })).revisions).toHaveLength(2);
  });

  it("finds no unknown note, whatever the revision", async () => {
    const { api } = setUp();
    await expect(api.notes.update({ id: "nobody", base_revision: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("setting the state of a note", () => {
  it("archives it and takes it out again", async () => {
    const { api, note } = setUp();
    const { id } = await note("Owls hunt");
    await api.notes.update({ id, state: "archived" });
    expect((await api.notes.get({ id })).state).toBe("archived");
    expect((await api.notes.list({ q: "owls" })).notes.map((one) => one.state)).toEqual(["archived"]);
    await api.notes.update({ id, state: "active" });
    expect((await api.notes.get({ id })).state).toBe("active");
    expect((await api.notes.history({ id })).revisions).toHaveLength(3);
  });

  it("shows the state that the links say once it is out of the archive", async () => {
    const { api, note, link } = setUp();
    const [old, young] = [await note("Old"), await note("Young")];
    await link(young, "supersedes", old);
    await api.notes.update({ id: old.id, state: "archived" });
    await api.notes.update({ id: old.id, state: "active" });
    expect((await api.notes.get({ id: old.id })).state).toBe("superseded");
  });

  it.each(["superseded", "contested"] as const)(
    "accepts %s when it is the current state, and also active: neither changes anything",
    async (state) => {
      const { api, note, link, eventsOf } = setUp();
      const [old, young] = [await note("Old"), await note("Young")];
      await link(young, state === "superseded" ? "supersedes" : "contradicts", old);
      const events = await eventsOf(async () => {
        await api.notes.update({ id: old.id, state });
        await api.notes.update({ id: old.id, state: "active" });
      });
      expect(events).toEqual([]);
      expect((await api.notes.get({ id: old.id })).state).toBe(state);
    },
  );

  it.each(["superseded", "contested"] as const)(
    "refuses %s for a note in another state, and then changes no other field either",
    async (state) => {
      const { api, note, eventsOf } = setUp();
      const { id } = await note("Old");
      const events = await eventsOf(async () => {
        const refusal = await api.notes.update({ id, state, title: "New" }).catch((error: unknown) => error);
        expect(refusal).toMatchObject({ code: "UNPROCESSABLE_CONTENT", cause: { issues: [{ path: "state" }] } });
        await api.notes.update({ id, state: "archived" });
        await expect(api.notes.update({ id, state })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
      });
      expect(events.map((event) => event.type)).toEqual(["note_updated"]);
      expect((await api.notes.get({ id })).title).toBe("Old");
    },
  );

  it("says that the note is unknown before it judges the state", async () => {
    const { api } = setUp();
    await expect(api.notes.update({ id: "nobody", state: "superseded" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the history of a note", () => {
  it("lists every revision, newest first, each as it was", async () => {
    const { clock, api, note } = setUp();
    const { id } = await note("First", { content: "One.", tags: ["a"], importance: 0.1 });
    clock.advance(60_000);
    await api.notes.update({ id, title: "Second", note_type: "belief" });
    clock.advance(60_000);
    await api.notes.update({ id, state: "archived" });
    const common = { content: "One.", tags: ["a"], importance: 0.1 };
    expect(await api.notes.history({ id })).toEqual({
      revisions: [
        { revision: 3, title: "Second", note_type: "belief", ...common, updated_at: "2026-03-01T12:02:00.000Z" },
        { revision: 2, title: "Second", note_type: "belief", ...common, updated_at: LATER },
        { revision: 1, title: "First", note_type: "fact", ...common, updated_at: NOON },
      ],
      next: null,
    });
  });

  it("is not found for an unknown or deleted note", async () => {
    const { api, note } = setUp();
    const { id } = await note("Old");
    await api.notes.delete({ id });
    await expect(api.notes.history({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.notes.history({ id: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const claimedAt = async (id: string) => (await services.storage.notes.get(user.actor.userId, id))?.claimed_at;
  return { ...services, ...user, claimedAt };
}
