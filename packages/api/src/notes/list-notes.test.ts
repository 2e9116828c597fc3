import type { ListNotesInput, Note } from "@knote/contract";
import { aNoteWrite, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { streamNotes } from "./list-notes.ts";

describe("listing notes", () => {
  it("is empty for a new user", async () => {
    expect(await setUp().api.notes.list({})).toEqual({ notes: [], next: null });
  });

  it("goes newest first, ties by id", async () => {
    const { clock, note, titles } = setUp();
    await note("First");
    await note("Second, same millisecond");
    clock.advance(1);
    await note("Third");
    expect(await titles({})).toEqual(["Third", "Second, same millisecond", "First"]);
  });

  it("is not reordered by an update", async () => {
    const { api, clock, note, titles } = setUp();
    const { id } = await note("First");
    clock.advance(1);
    await note("Second");
    clock.advance(1);
    await api.notes.update({ id, title: "First, changed" });
    expect(await titles({})).toEqual(["Second", "First, changed"]);
  });

  it("shows all states unless filtered", async () => {
    const { states } = await givenStates();
    expect(await states({})).toEqual(["active", "archived", "contested", "superseded", "active"]);
  });
});

describe("paging", () => {
  it("walks through all notes once, whatever the page", async () => {
    const { api, note } = setUp();
    for (let index = 0; index < 23; index++) await note(`Claim ${index}`);
    const all = (await api.notes.list({})).notes;
    for (const limit of [1, 7, 22, 23, 24, 1_000]) expect(await pages(api, { limit })).toEqual(all);
  });

  it("ends without a next page exactly at the end", async () => {
    const { api, note } = setUp();
    for (let index = 0; index < 4; index++) await note(`Claim ${index}`);
    const first = await api.notes.list({ limit: 2 });
    expect(first.next).toEqual(expect.any(String));
    expect((await api.notes.list({ limit: 2, cursor: first.next! })).next).toBeNull();
    expect((await api.notes.list({ limit: 4 })).next).toBeNull();
  });

  it("neither repeats nor skips when notes come and go between pages", async () => {
    const { api, clock, note } = setUp();
    for (let index = 0; index < 6; index++) {
      clock.advance(1);
      await note(`Claim ${index}`);
    }
    const first = await api.notes.list({ limit: 3 });
    clock.advance(1);
    await note("Newcomer");
    await api.notes.delete({ id: first.notes[2]!.id });
    const second = await api.notes.list({ limit: 3, cursor: first.next! });
    expect(second.notes.map((one) => one.title)).toEqual(["Claim 2", "Claim 1", "Claim 0"]);
  });

  it("keeps the filters of the page", async () => {
    const { api, note } = setUp();
    for (let index = 0; index < 10; index++) await note(`Claim ${index}`, { note_type: index % 2 ? "belief" : "fact" });
    const beliefs = await pages(api, { limit: 2, note_type: ["belief"] });
    expect(beliefs.map((one) => one.title)).toEqual([9, 7, 5, 3, 1].map((index) => `Claim ${index}`));
  });

  it("refuses a foreign cursor", async () => {
    const { api } = setUp();
    for (const input of [
      { cursor: "nonsense" },
      { cursor: "nonsense", limit: 1 },
      { cursor: "nonsense", q: "owls" },
      { cursor: "nonsense", q: "the" },
    ]) {
      await expect(api.notes.list(input)).rejects.toMatchObject({
        code: "UNPROCESSABLE_CONTENT",
        cause: { issues: [{ path: "cursor" }] },
      });
    }
  });

  it("has 100 on a page by default", async () => {
    const { api, actor, ctx } = setUp();
    for (let index = 0; index < 101; index++) await ctx.storage.notes.insert(actor.userId, aNoteWrite(), []);
    const { notes, next } = await api.notes.list({});
    expect(notes).toHaveLength(100);
    expect((await api.notes.list({ cursor: next! })).notes).toHaveLength(1);
  });
});

describe("filters", () => {
  it("match any value of one filter, and all filters together", async () => {
    const { note, titles } = setUp();
    await note("Tagged belief", { note_type: "belief", tags: ["Owl", "night"] });
    await note("Tagged fact", { tags: ["owl"] });
    await note("Bare belief", { note_type: "belief" });
    expect(await titles({ note_type: ["belief"] })).toEqual(["Bare belief", "Tagged belief"]);
    expect(await titles({ note_type: ["belief", "fact"] })).toHaveLength(3);
    expect(await titles({ tag: ["OWL"] })).toEqual(["Tagged fact", "Tagged belief"]);
    expect(await titles({ tag: ["night", "owl"] })).toEqual(["Tagged fact", "Tagged belief"]);
    expect(await titles({ tag: ["owl"], note_type: ["belief"] })).toEqual(["Tagged belief"]);
    expect(await titles({ tag: ["owl"], note_type: ["decision"] })).toEqual([]);
    expect(await titles({ tag: ["ow"] })).toEqual([]);
  });

  it.each<[NonNullable<ListNotesInput["state"]>, string[]]>([
    [["active"], ["Critic", "Replacement"]],
    [["contested"], ["Contested"]],
    [["superseded"], ["Replaced"]],
    [["archived"], ["Archived"]],
    [
      ["active", "archived"],
      ["Critic", "Archived", "Replacement"],
    ],
    [
      ["contested", "superseded"],
      ["Contested", "Replaced"],
    ],
    [
      ["archived", "superseded"],
      ["Archived", "Replaced"],
    ],
    [
      ["active", "contested", "superseded", "archived"],
      ["Critic", "Archived", "Contested", "Replaced", "Replacement"],
    ],
  ])("select the states %j", async (state, expectedTitles) => {
    const { titles } = await givenStates();
    expect(await titles({ state })).toEqual(expectedTitles);
  });

  it("count a note with several states once, by the state that shows", async () => {
    const { api, note, link, titles } = setUp();
    const [old, young] = [await note("Old"), await note("Young")];
    await link(young, "contradicts", old);
    await link(young, "supersedes", old);
    expect(await titles({ state: ["contested"] })).toEqual([]);
    expect(await titles({ state: ["superseded"] })).toEqual(["Old"]);
    await api.notes.update({ id: old.id, state: "archived" });
    expect(await titles({ state: ["contested", "superseded"] })).toEqual([]);
    expect(await titles({ state: ["archived"] })).toEqual(["Old"]);
    expect(await titles({ state: ["active"] })).toEqual(["Young"]);
  });
});

describe("the whole list as a stream", () => {
  it("is the same list, in batches", async () => {
    const { api, actor, ctx } = setUp();
    for (let index = 0; index < 501; index++) await ctx.storage.notes.insert(actor.userId, aNoteWrite(), []);
    const batches = await Array.fromAsync(streamNotes(ctx, {}));
    expect(batches.map((batch) => batch.length)).toEqual([500, 1]);
    expect(batches.flat()).toEqual(await pages(api, { limit: 1_000 }));
  });

  it("takes filters, a cursor and a search", async () => {
    const { api, ctx, note } = setUp();
    for (let index = 0; index < 5; index++) await note(`Claim ${index}`, { note_type: index % 2 ? "belief" : "fact" });
    const { next } = await api.notes.list({ limit: 1 });
    const streamTitles = async (input: ListNotesInput) =>
      (await Array.fromAsync(streamNotes(ctx, input))).flat().map((one) => one.title);
    expect(await streamTitles({ note_type: ["belief"], cursor: next! })).toEqual(["Claim 3", "Claim 1"]);
    expect((await streamTitles({ q: "claim", note_type: ["fact"] })).toSorted()).toEqual([
      "Claim 0",
      "Claim 2",
      "Claim 4",
    ]);
    expect(await streamTitles({ q: "  ", note_type: ["belief"] })).toEqual(["Claim 3", "Claim 1"]);
    expect(await streamTitles({ q: "nowhere" })).toEqual([]);
  });
});

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const titles = async (input: ListNotesInput) => (await user.api.notes.list(input)).notes.map((note) => note.title);
  const states = async (input: ListNotesInput) => (await user.api.notes.list(input)).notes.map((note) => note.state);
  return { ...services, ...user, titles, states };
}

async function givenStates() {
  const user = setUp();
  const { api, note, link } = user;
  const replacement = await note("Replacement");
  await link(replacement, "supersedes", await note("Replaced"));
  const contestedNote = await note("Contested");
  await api.notes.update({ id: (await note("Archived")).id, state: "archived" });
  await link(await note("Critic"), "contradicts", contestedNote);
  return user;
}

async function pages(api: ReturnType<typeof setUp>["api"], input: ListNotesInput): Promise<Note[]> {
  const allNotes: Note[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.notes.list({ ...input, ...(cursor && { cursor }) });
    allNotes.push(...page.notes);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return allNotes;
}
