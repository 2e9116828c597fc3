import { LIMITS } from "@knote/contract";
import { aNoteWrite, testServices, testUser, type TestUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const NOON = "2026-03-01T12:00:00.000Z";

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const linksOf = async () =>
    (await user.api.links.list({})).links.map(({ source_id, relation, target_id }) => [source_id, relation, target_id]);
  return { services, linksOf, ...user };
}

describe("a merge", () => {
  it("lets one note take in the texts of others, supersede them and take over their links", async () => {
    const { api, note, link, linksOf, services } = setUp();
    const owls = await note("Owls hunt", { content: "At night.", tags: ["Birds"], importance: 0.2 });
    const more = { content: "By ear.", tags: ["birds", "ears"], note_type: "insight" as const, importance: 0.9 };
    const ears = await note("Owls hunt by ear", more);
    const wings = await note("Owls fly silently", { content: "At night.", tags: ["wings"] });
    const [mice, old, study] = [await note("Mice hide"), await note("Owls see"), await note("A study of owls")];
    await link(ears, "depends_on", mice);
    await link(study, "derived_from", ears);
    await link(wings, "relates_to", mice);
    await link(ears, "supersedes", old);
    await link(ears, "extends", wings);
    services.clock.advance(60_000);
    const merge = await api.operations.merge({ id: owls.id, with: [ears.id, wings.id, ears.id] });
    expect(merge).toEqual({
      operation: expect.stringMatching(/^[0-9a-f-]{36}$/),
      note: {
        ...{ id: owls.id, title: "Owls hunt", content: "At night.\n\nBy ear.", note_type: "fact", state: "active" },
        ...{ tags: ["Birds", "ears", "wings"], importance: 0.9, created_at: NOON },
        updated_at: "2026-03-01T12:01:00.000Z",
      },
      merged: [
        { id: ears.id, title: "Owls hunt by ear" },
        { id: wings.id, title: "Owls fly silently" },
      ],
      moved: 3,
    });
    expect(new Set(await linksOf())).toEqual(
      new Set([
        [owls.id, "supersedes", ears.id],
        [owls.id, "supersedes", wings.id],
        [owls.id, "depends_on", mice.id],
        [study.id, "derived_from", owls.id],
        [owls.id, "relates_to", mice.id],
        [ears.id, "supersedes", old.id],
        [ears.id, "extends", wings.id],
      ]),
    );
    expect(await api.notes.get({ id: ears.id })).toMatchObject({ ...more, state: "superseded" });
    const { revisions } = await api.notes.history({ id: owls.id });
    expect(revisions.map(({ revision, content }) => [revision, content])).toEqual([
      [2, "At night.\n\nBy ear."],
      [1, "At night."],
    ]);
    expect((await api.notes.list({ q: "ear" })).notes.map(({ id }) => id)).toContain(owls.id);
  });

  it("writes what is given in place of what would be joined", async () => {
    const { api, note } = setUp();
    const [one, other] = [await note("One", { tags: ["a"] }), await note("Other", { tags: ["b"], importance: 1 })];
    const fields = { title: "Both", content: "New.", note_type: "decision" as const, tags: ["c"], importance: 0.1 };
    const { note: whole } = await api.operations.merge({ id: one.id, with: [other.id], ...fields });
    expect(whole).toMatchObject(fields);
  });

  it("leaves a text without a change, and its revision, as they are", async () => {
    const { api, note, services } = setUp();
    const [one, other] = [
      await note("One", { content: "It is so. Indeed." }),
      await note("Other", { content: "It is so." }),
    ];
    services.clock.advance(60_000);
    const { note: whole } = await api.operations.merge({ id: one.id, with: [other.id] });
    expect([whole.content, whole.updated_at]).toEqual(["It is so. Indeed.", NOON]);
    expect((await api.notes.history({ id: one.id })).revisions).toHaveLength(1);
  });

  it("keeps the longer of two contents of which one holds the other, and one of two alike", async () => {
    const { api, note } = setUp();
    const one = await note("One", { content: "So." });
    const [longer, same] = [
      await note("Longer", { content: "So. And so on." }),
      await note("Same", { content: "So." }),
    ];
    const { note: whole } = await api.operations.merge({ id: one.id, with: [longer.id, same.id] });
    expect(whole.content).toBe("So. And so on.");
  });

  it("makes a link that exists already only once, whichever way a mutual one was stored", async () => {
    const { api, note, link, linksOf } = setUp();
    const [one, other, third, fourth] = [
      await note("One"),
      await note("Other"),
      await note("Third"),
      await note("Fourth"),
    ];
    await link(one, "relates_to", third);
    await link(third, "relates_to", other);
    await link(other, "extends", fourth);
    await link(one, "extends", fourth);
    const { moved, operation } = await api.operations.merge({ id: one.id, with: [other.id] });
    expect(moved).toBe(2);
    const without = (await linksOf()).filter(([, relation]) => relation !== "supersedes");
    expect(new Set(without)).toEqual(
      new Set([
        [one.id, "relates_to", third.id],
        [one.id, "extends", fourth.id],
      ]),
    );
    await api.operations.undo({ id: operation });
    expect(await linksOf()).toHaveLength(4);
  });

  it("publishes each write as if it had been made alone", async () => {
    const { api, note, link, eventsOf } = setUp();
    const [one, other, third] = [await note("One"), await note("Other", { content: "More." }), await note("Third")];
    await link(other, "extends", third);
    const events = await eventsOf(() => api.operations.merge({ id: one.id, with: [other.id] }));
    expect(events).toEqual([
      { type: "note_updated", data: { id: one.id, title: "One" }, timestamp: NOON },
      { type: "note_linked", data: { source: "One", target: "Other", relation: "supersedes" }, timestamp: NOON },
      { type: "note_unlinked", data: { id: other.id, title: "Other" }, timestamp: NOON },
      { type: "note_linked", data: { source: "One", target: "Third", relation: "extends" }, timestamp: NOON },
    ]);
  });

  it("is shown by as-of data as one change: removed links ended when the new ones began", async () => {
    const { api, note, link, services, ctx } = setUp();
    const [one, other, third] = [await note("One"), await note("Other"), await note("Third")];
    const earlier = await link(other, "extends", third);
    services.clock.advance(60_000);
    await api.operations.merge({ id: one.id, with: [other.id] });
    const at = "2026-03-01T12:01:00.000Z";
    expect(await ctx.storage.links.past(ctx.actor.userId, {})).toEqual([{ ...earlier, removed_at: at }]);
    const present = await ctx.storage.links.get(ctx.actor.userId, { ...earlier, source_id: one.id });
    expect(present?.created_at).toBe(at);
  });
});

describe("a merge is refused", () => {
  /** Asserts that the merge fails and leaves no trace. */
  async function expectRefusal(
    user: ReturnType<typeof setUp>,
    input: Parameters<typeof user.api.operations.merge>[0],
    error: object,
  ): Promise<void> {
    const everything = async () => [
      await user.api.notes.list({}),
      await user.linksOf(),
      await user.api.operations.list({}),
    ];
    const before = await everything();
    const events = await user.eventsOf(() => expect(user.api.operations.merge(input)).rejects.toMatchObject(error));
    expect(events).toEqual([]);
    expect(await everything()).toEqual(before);
  }

  it("for an unknown, deleted or foreign note, and with the note itself", async () => {
    const user = setUp();
    const [one, other, trash] = [await user.note("One"), await user.note("Other"), await user.note("Gone")];
    const theirs = await testUser(user.services).note("Theirs");
    await user.api.notes.delete({ id: trash.id });
    for (const id of ["nobody", trash.id, theirs.id]) {
      await expectRefusal(
        user,
        { id: one.id, with: [other.id, id] },
        { code: "NOT_FOUND", message: "Note not found." },
      );
      await expectRefusal(user, { id, with: [one.id] }, { code: "NOT_FOUND", message: "Note not found." });
    }
    await expectRefusal(user, { id: one.id, with: [other.id, one.id] }, { code: "BAD_REQUEST" });
    await expect(user.api.operations.merge({ id: one.id, with: [one.id] })).rejects.toThrow(
      "A note cannot be merged with itself.",
    );
  });

  it("with a superseded or archived note, on either side", async () => {
    const user = setUp();
    const [one, old, newer, set] = [
      await user.note("One"),
      await user.note("Old"),
      await user.note("New"),
      await user.note("Set"),
    ];
    await user.link(newer, "supersedes", old);
    await user.api.notes.update({ id: set.id, state: "archived" });
    const oldRefusal = { code: "CONFLICT", message: "“Old” is superseded: merge what replaced it." };
    const archivedRefusal = { code: "CONFLICT", message: "“Set” is archived: take it out of the archive first." };
    await expectRefusal(user, { id: one.id, with: [old.id] }, oldRefusal);
    await expectRefusal(user, { id: old.id, with: [one.id] }, oldRefusal);
    await expectRefusal(user, { id: one.id, with: [newer.id, set.id] }, archivedRefusal);
    await expectRefusal(user, { id: set.id, with: [one.id] }, archivedRefusal);
    await user.api.operations.merge({ id: one.id, with: [newer.id] });
  });

  it("when two of the notes contradict each other", async () => {
    const user = setUp();
    const [one, other, third] = [await user.note("One"), await user.note("Other"), await user.note("Third")];
    await user.link(third, "contradicts", other);
    const message = "“Third” contradicts “Other”: decide between them first.";
    await expectRefusal(user, { id: one.id, with: [other.id, third.id] }, { code: "CONFLICT", message });
    await expectRefusal(user, { id: other.id, with: [third.id] }, { code: "CONFLICT", message });
    const { note } = await user.api.operations.merge({ id: one.id, with: [other.id] });
    expect(note.state).toBe("contested");
  });

  it("when a chain leads back through a note in the trash", async () => {
    const user = setUp();
    const [one, between, other] = [await user.note("One"), await user.note("Between"), await user.note("Other")];
    await user.link(other, "supersedes", between);
    await user.link(between, "supersedes", one);
    await user.api.notes.delete({ id: between.id });
    const message = "This link would make a note supersede itself through a chain.";
    await expectRefusal(user, { id: one.id, with: [other.id] }, { code: "CONFLICT", message });
  });

  it("when together the texts are more than a note can hold, and not when they just fit", async () => {
    const user = setUp();
    const half = LIMITS.contentLength / 2;
    const one = await user.note("One", { content: "x".repeat(half) });
    const [most, more] = [
      await user.note("Most", { content: "y".repeat(half - 2) }),
      await user.note("More", { content: "z".repeat(half - 1) }),
    ];
    const tags = Array.from({ length: LIMITS.tags }, (_, index) => `t${index}`);
    const [full, other] = [await user.note("Full", { tags }), await user.note("Tagged", { tags: ["one more"] })];
    await expectRefusal(
      user,
      { id: one.id, with: [more.id] },
      {
        code: "UNPROCESSABLE_CONTENT",
        message: "The notes together are too much for one: content must have at most 50,000 characters.",
      },
    );
    await expectRefusal(
      user,
      { id: full.id, with: [other.id] },
      {
        code: "UNPROCESSABLE_CONTENT",
        message: "The notes together are too much for one: tags must have at most 32 entries.",
      },
    );
    expect((await user.api.operations.merge({ id: one.id, with: [most.id] })).note.content).toHaveLength(
      LIMITS.contentLength,
    );
    await user.api.operations.merge({ id: full.id, with: [other.id], tags: ["fewer"] });
  });

  it("with eleven notes or none, and not with ten", async () => {
    const user = setUp();
    const one = await user.note("One");
    const ids: string[] = [];
    for (let index = 0; index <= LIMITS.notesMerged; index++) ids.push((await user.note(`Note ${index}`)).id);
    await expectRefusal(user, { id: one.id, with: ids }, { code: "BAD_REQUEST" });
    await expect(user.api.operations.merge({ id: one.id, with: ids })).rejects.toThrow(
      "with must name at most 10 notes.",
    );
    await expect(user.api.operations.merge({ id: one.id, with: [] })).rejects.toThrow(
      "with must name at least one note.",
    );
    expect((await user.api.operations.merge({ id: one.id, with: ids.slice(1) })).merged).toHaveLength(10);
  });

  it("with more links than one operation moves, and not with as many", { timeout: 60_000 }, async () => {
    const user = setUp();
    const { storage, actor } = user.ctx;
    const [one, hub, extra] = [await user.note("One"), await user.note("Hub"), await user.note("Extra")];
    const spokes: string[] = [];
    for (let index = 0; index < LIMITS.linksMoved / 5; index++) spokes.push(await bareNote(user, `Spoke ${index}`));
    const relations = ["extends", "depends_on", "derived_from", "relates_to"] as const;
    const created_at = NOON;
    const links = spokes.flatMap((id) => [
      ...relations.map((relation) => ({ source_id: hub.id, target_id: id, relation, created_at })),
      { source_id: id, target_id: hub.id, relation: "extends" as const, created_at },
    ]);
    await storage.links.insertMany(actor.userId, [
      ...links,
      { source_id: hub.id, target_id: extra.id, relation: "extends", created_at },
    ]);
    await expectRefusal(
      user,
      { id: one.id, with: [hub.id] },
      {
        code: "UNPROCESSABLE_CONTENT",
        message: "At most 5,000 links can be moved at once.",
      },
    );
    await user.api.links.delete({ source_id: hub.id, target_id: extra.id, relation: "extends" });
    expect((await user.api.operations.merge({ id: one.id, with: [hub.id] })).moved).toBe(LIMITS.linksMoved);
  });
});

/** Stores a note without the suggestions that creating it would compute. */
async function bareNote({ ctx }: TestUser, title: string): Promise<string> {
  const write = aNoteWrite({ title });
  await ctx.storage.notes.insert(ctx.actor.userId, write, []);
  return write.note.id;
}
