import { LIMITS, type Relation } from "@knote/contract";
import { aNoteWrite, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const NOON = "2026-03-01T12:00:00.000Z";

function part(title: string, links: { source_id?: string; target_id?: string; relation: Relation }[] = []) {
  return { title, content: "-", note_type: "fact" as const, links };
}

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const linksOf = async () =>
    (await user.api.links.list({})).links.map(({ source_id, relation, target_id }) => [source_id, relation, target_id]);
  return { services, linksOf, ...user };
}

describe("a split", () => {
  it("puts parts in the place of a note, with the links that they name", async () => {
    const { api, note, link, linksOf } = setUp();
    const [both, mice, night, study] = [
      await note("Owls hunt mice at night"),
      await note("Mice"),
      await note("Night"),
      await note("Study"),
    ];
    await link(both, "depends_on", mice);
    await link(night, "relates_to", both);
    await link(study, "derived_from", both);
    const split = await api.operations.split({
      id: both.id,
      parts: [
        part("Owls hunt mice", [{ target_id: mice.id, relation: "depends_on" }]),
        {
          ...part("Owls hunt at night", [{ target_id: night.id, relation: "relates_to" }]),
          tags: ["night"],
          importance: 0.9,
        },
      ],
    });
    const [first, second] = split.notes;
    expect(split).toEqual({
      operation: expect.stringMatching(/^[0-9a-f-]{36}$/),
      notes: [
        { id: expect.any(String), title: "Owls hunt mice" },
        { id: expect.any(String), title: "Owls hunt at night" },
      ],
      original: { id: both.id, title: "Owls hunt mice at night", state: "superseded" },
    });
    expect(new Set(await linksOf())).toEqual(
      new Set([
        [first!.id, "supersedes", both.id],
        [second!.id, "supersedes", both.id],
        [first!.id, "depends_on", mice.id],
        [night.id, "relates_to", second!.id],
        [study.id, "derived_from", both.id],
      ]),
    );
    expect(await api.notes.get({ id: second!.id })).toMatchObject({
      tags: ["night"],
      importance: 0.9,
      state: "active",
    });
    const { reviews } = await api.reviews.list({});
    expect(
      reviews.map(({ note: one, cause }) => [one.title, cause.kind, cause.now.map(({ title }) => title).toSorted()]),
    ).toEqual([["Study", "superseded", ["Owls hunt at night", "Owls hunt mice"]]]);
  });

  it("gives a link that several parts name to each of them, and once where a part names it twice", async () => {
    const { api, note, link, linksOf } = setUp();
    const [both, mice] = [await note("Both"), await note("Mice")];
    await link(both, "relates_to", mice);
    const [to, from] = [
      { target_id: mice.id, relation: "relates_to" },
      { source_id: mice.id, relation: "relates_to" },
    ] as const;
    const { notes, operation } = await api.operations.split({
      id: both.id,
      parts: [part("One", [to, from]), part("Other", [from])],
    });
    const mutualLinks = (await linksOf()).filter(([, relation]) => relation === "relates_to");
    expect(new Set(mutualLinks.map(([source]) => source))).toEqual(new Set(notes.map(({ id }) => id)));
    expect(mutualLinks).toHaveLength(2);
    await api.operations.undo({ id: operation });
    expect(await linksOf()).toEqual([[both.id, "relates_to", mice.id]]);
  });

  it("counts its parts as created notes, and publishes each write", async () => {
    const { api, note, link, eventsOf } = setUp();
    const [both, mice] = [await note("Both"), await note("Mice")];
    await link(both, "extends", mice);
    const events = await eventsOf(() =>
      api.operations.split({
        id: both.id,
        parts: [part("One", [{ target_id: mice.id, relation: "extends" }]), part("Other")],
      }),
    );
    const linkedEvent = (source: string, target: string, relation: string) => ({
      type: "note_linked",
      data: { source, target, relation },
      timestamp: NOON,
    });
    expect(events).toEqual([
      { type: "note_created", data: { title: "One", note_type: "fact" }, timestamp: NOON },
      { type: "note_created", data: { title: "Other", note_type: "fact" }, timestamp: NOON },
      linkedEvent("One", "Both", "supersedes"),
      linkedEvent("Other", "Both", "supersedes"),
      { type: "note_unlinked", data: { id: both.id, title: "Both" }, timestamp: NOON },
      linkedEvent("One", "Mice", "extends"),
    ]);
    expect((await api.graph.stats()).total_notes).toBe(4);
  });
});

describe("a split is refused", () => {
  it("for an unknown note or link, a superseded or an archived note, and leaves no trace", async () => {
    const { api, note, link, linksOf, services, eventsOf } = setUp();
    const [both, other, old, set] = [await note("Both"), await note("Other"), await note("Old"), await note("Set")];
    const theirs = await testUser(services).note("Theirs");
    await link(other, "supersedes", old);
    await link(both, "extends", other);
    await api.notes.update({ id: set.id, state: "archived" });
    const before = [await api.notes.list({}), await linksOf()];
    const refusals: readonly [string, ReturnType<typeof part>[], string][] = [
      ["nobody", [part("A"), part("B")], "Note not found."],
      [theirs.id, [part("A"), part("B")], "Note not found."],
      [both.id, [part("A", [{ target_id: other.id, relation: "depends_on" }]), part("B")], "Link not found."],
      [both.id, [part("A", [{ source_id: other.id, relation: "extends" }]), part("B")], "Link not found."],
      [both.id, [part("A", [{ target_id: theirs.id, relation: "extends" }]), part("B")], "Link not found."],
      [old.id, [part("A"), part("B")], "“Old” is superseded: split what replaced it."],
      [set.id, [part("A"), part("B")], "“Set” is archived: take it out of the archive first."],
    ];
    const events = await eventsOf(async () => {
      for (const [id, parts, message] of refusals)
        await expect(api.operations.split({ id, parts })).rejects.toMatchObject({
          code: message.endsWith("found.") ? "NOT_FOUND" : "CONFLICT",
          message,
        });
    });
    expect(events).toEqual([]);
    expect([await api.notes.list({}), await linksOf()]).toEqual(before);
    expect(await api.operations.list({})).toEqual({ operations: [], next: null });
  });

  it("with one part or 21, and not with 20", async () => {
    const { api, note } = setUp();
    const { id } = await note("All");
    const parts = Array.from({ length: LIMITS.parts + 1 }, (_, index) => part(`Part ${index}`));
    await expect(api.operations.split({ id, parts })).rejects.toThrow("parts must have at most 20 entries.");
    await expect(api.operations.split({ id, parts: parts.slice(20) })).rejects.toThrow(
      "parts must have at least 2 entries.",
    );
    expect((await api.operations.split({ id, parts: parts.slice(1) })).notes).toHaveLength(20);
  });

  it("for links that name both ends or none, that supersede, or that are too many", async () => {
    const { api, note } = setUp();
    const { id } = await note("All");
    const split = (...links: Parameters<typeof part>[1] & {}) =>
      api.operations.split({ id, parts: [part("A", links), part("B")] });
    const message = "A link names the other note by either source_id or target_id.";
    await expect(split({ relation: "extends" })).rejects.toThrow(message);
    await expect(split({ relation: "extends", source_id: "a", target_id: "b" })).rejects.toThrow(message);
    await expect(split({ relation: "supersedes", target_id: "a" })).rejects.toThrow(
      "What the note supersedes stays with it",
    );
    const many = Array.from({ length: LIMITS.linksOfPart + 1 }, () => ({
      relation: "extends" as const,
      target_id: "a",
    }));
    await expect(split(...many)).rejects.toThrow("links must have at most 1000 entries.");
    await expect(split(...many.slice(1))).rejects.toThrow("Link not found.");
  });

  it("when the parts together name more links than one operation moves", { timeout: 60_000 }, async () => {
    const { api, ctx, note } = setUp();
    const { id } = await note("Hub");
    const writes = Array.from({ length: LIMITS.linksOfPart }, (_, index) => aNoteWrite({ title: `Note ${index}` }));
    for (const write of writes) await ctx.storage.notes.insert(ctx.actor.userId, write, []);
    const others = writes.map((write) => write.note.id);
    const hubLinks = others.map((target_id) => ({
      source_id: id,
      target_id,
      relation: "extends" as const,
      created_at: NOON,
    }));
    await ctx.storage.links.insertMany(ctx.actor.userId, hubLinks);
    const all = others.map((target_id) => ({ target_id, relation: "extends" as const }));
    const parts = Array.from({ length: LIMITS.linksMoved / LIMITS.linksOfPart }, (_, index) =>
      part(`Part ${index}`, all),
    );
    await expect(api.operations.split({ id, parts: [...parts, part("One", all.slice(0, 1))] })).rejects.toThrow(
      "At most 5,000 links can be moved at once.",
    );
    expect((await api.operations.split({ id, parts })).notes).toHaveLength(5);
    expect((await api.graph.stats()).total_links).toBe(LIMITS.linksMoved + parts.length);
  });
});
