import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("the state of a note", () => {
  it("is active until a link says otherwise", async () => {
    const { api, note, link, states } = setUp();
    const [one, other] = [await note("One"), await note("Other")];
    for (const relation of ["relates_to", "extends", "depends_on", "derived_from"] as const)
      await link(one, relation, other);
    expect(await states()).toEqual({ One: "active", Other: "active" });
    expect((await api.notes.get({ id: other.id })).state).toBe("active");
  });

  it("is superseded along a chain, except for its head", async () => {
    const { note, link, states } = setUp();
    const [one, two, three] = [await note("One"), await note("Two"), await note("Three")];
    await link(two, "supersedes", one);
    await link(three, "supersedes", two);
    expect(await states()).toEqual({ One: "superseded", Two: "superseded", Three: "active" });
  });

  it("is contested at the target of a contradiction alone", async () => {
    const { note, link, states } = setUp();
    await link(await note("Critic"), "contradicts", await note("Claim"));
    expect(await states()).toEqual({ Critic: "active", Claim: "contested" });
  });

  it("is restored when the link is removed", async () => {
    const { api, note, link, states } = setUp();
    const [old, young] = [await note("Old"), await note("Young")];
    for (const relation of ["supersedes", "contradicts"] as const) {
      const { source_id, target_id } = await link(young, relation, old);
      await api.links.delete({ source_id, target_id, relation });
      expect(await states()).toEqual({ Old: "active", Young: "active" });
    }
  });

  it("reverts when the source is archived, and applies again when it comes back", async () => {
    const { api, note, link, states } = setUp();
    const [replacedNote, doubtedNote, source] = [await note("Replaced"), await note("Doubted"), await note("Source")];
    await link(source, "supersedes", replacedNote);
    await link(source, "contradicts", doubtedNote);
    await api.notes.update({ id: source.id, state: "archived" });
    expect(await states()).toEqual({ Replaced: "active", Doubted: "active", Source: "archived" });
    await api.notes.update({ id: source.id, state: "active" });
    expect(await states()).toEqual({ Replaced: "superseded", Doubted: "contested", Source: "active" });
  });

  it("reverts when the source is deleted or purged, and applies again when it is restored", async () => {
    const { api, note, link, states } = setUp();
    const [replacedNote, doubtedNote, source] = [await note("Replaced"), await note("Doubted"), await note("Source")];
    await link(source, "supersedes", replacedNote);
    await link(source, "contradicts", doubtedNote);
    await api.notes.delete({ id: source.id });
    expect(await states()).toEqual({ Replaced: "active", Doubted: "active" });
    await api.notes.restore({ id: source.id });
    expect(await states()).toEqual({ Replaced: "superseded", Doubted: "contested", Source: "active" });
    await api.notes.delete({ id: source.id, purge: true });
    expect(await states()).toEqual({ Replaced: "active", Doubted: "active" });
  });

  it("is no longer contested once the critic itself is superseded", async () => {
    const { note, link, states } = setUp();
    const [claim, critic, better] = [await note("Claim"), await note("Critic"), await note("Better")];
    await link(critic, "contradicts", claim);
    await link(better, "supersedes", critic);
    expect(await states()).toEqual({ Claim: "active", Critic: "superseded", Better: "active" });
  });

  it("is superseded through an archived middle, and by the middle when the head is archived", async () => {
    const { api, note, link, states } = setUp();
    const [one, two, three] = [await note("One"), await note("Two"), await note("Three")];
    await link(two, "supersedes", one);
    await link(three, "supersedes", two);
    await api.notes.update({ id: two.id, state: "archived" });
    expect(await states()).toEqual({ One: "superseded", Two: "archived", Three: "active" });
    await api.notes.update({ id: two.id, state: "active" });
    await api.notes.update({ id: three.id, state: "archived" });
    expect(await states()).toEqual({ One: "superseded", Two: "active", Three: "archived" });
    await api.notes.update({ id: two.id, state: "archived" });
    expect(await states()).toEqual({ One: "active", Two: "archived", Three: "archived" });
  });

  it("breaks with a deleted middle and holds again when it is restored", async () => {
    const { api, note, link, states } = setUp();
    const [one, two, three] = [await note("One"), await note("Two"), await note("Three")];
    await link(two, "supersedes", one);
    await link(three, "supersedes", two);
    await api.notes.delete({ id: two.id });
    expect(await states()).toEqual({ One: "active", Three: "active" });
    await api.notes.restore({ id: two.id });
    expect(await states()).toEqual({ One: "superseded", Two: "superseded", Three: "active" });
  });

  it("puts archived first, then superseded, then contested", async () => {
    const { api, note, link, states } = setUp();
    const [old, young] = [await note("Old"), await note("Young")];
    await link(young, "contradicts", old);
    expect(await states()).toMatchObject({ Old: "contested" });
    await link(young, "supersedes", old);
    expect(await states()).toMatchObject({ Old: "superseded" });
    await api.notes.update({ id: old.id, state: "archived" });
    expect(await states()).toMatchObject({ Old: "archived" });
  });

  it("is never moved by another user's links", async () => {
    const services = testServices();
    const [ada, grace] = [testUser(services), testUser(services)];
    const mine = await ada.note("Mine");
    await expect(grace.link(await grace.note("Theirs"), "supersedes", mine)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await ada.api.notes.get({ id: mine.id })).state).toBe("active");
  });
});

function setUp() {
  const user = testUser(testServices());
  /** State of every note by title, the list and the single reads agreeing. */
  const states = async () => {
    const { notes } = await user.api.notes.list({});
    for (const { id, state } of notes) expect((await user.api.notes.get({ id })).state).toBe(state);
    return Object.fromEntries(notes.map((note) => [note.title, note.state]));
  };
  return { ...user, states };
}
