import type { ListNotesInput } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("a note whose title is searched for", () => {
  it.each(["Looking back", "looking back", "  LOOKING, back! ", "Lóoking bäck", '"looking back"', "looking back*"])(
    "comes first for %j, however often others contain the words",
    async (q) => {
      const { api, note, titles } = setUp();
      await note("Looking back");
      for (let index = 0; index < 100; index++) await note(`Back ${index}`, { content: WORDS });
      expect((await titles(q))[0]).toBe("Looking back");
      expect((await titles(q, { limit: 1 }))[0]).toBe("Looking back");
      expect((await api.notes.list({ q, limit: 1000 })).notes).toHaveLength(101);
    },
  );

  it("is followed by titles that begin with it, then by the best matches", async () => {
    const { note, titles } = setUp();
    await note("Looking back on a year");
    await note("On looking back", { content: WORDS });
    await note("Looking back");
    await note("Looking backwards helps", { content: "A look back." });
    await note("Years", { content: WORDS });
    const longerTitles = ["Looking back on a year"];
    expect((await titles("looking back")).slice(0, 2)).toEqual(["Looking back", ...longerTitles]);
    // An unfinished query can become either title.
    expect((await titles("looking back*")).slice(0, 3)).toEqual([
      "Looking back",
      "Looking backwards helps",
      ...longerTitles,
    ]);
    for (const q of ["look*", "looking ba*", "lookin*"])
      expect((await titles(q)).slice(0, 3)).toEqual(["Looking backwards helps", "Looking back", ...longerTitles]);
  });

  it.each(["To be or not to be", "What is it?", "The Who"])("is found by stop words alone: %j", async (title) => {
    const { note, titles } = setUp();
    await note(title);
    await note(`${title} Nobody can tell`, { content: WORDS });
    await note("…");
    expect((await titles(title))[0]).toBe(title);
    expect((await titles(`${title.replace("?", "")}*`))[0]).toBe(title);
  });

  it("is not found by words of other titles", async () => {
    const { note, titles } = setUp();
    await note("What is it");
    await note("Owls hunt");
    for (const q of ["what is", "it is what", "what is it for", "it", "the", "…"]) expect(await titles(q)).toEqual([]);
    expect(await titles("owl hunting")).toEqual(["Owls hunt"]);
    expect(await titles("ow")).toEqual([]);
  });

  it("respects the filters", async () => {
    const { api, note, titles } = setUp();
    const { id } = await note("Looking back", { note_type: "belief", tags: ["Year"] });
    await note("Looking back and forth");
    await setUp().note("Looking back");
    expect(await titles("looking back", { note_type: ["fact"] })).toEqual(["Looking back and forth"]);
    expect(await titles("looking back", { tag: ["year"] })).toEqual(["Looking back"]);
    expect(await titles("looking back", { tag: ["month"] })).toEqual([]);
    await api.notes.update({ id, state: "archived" });
    expect(await titles("looking back", { state: ["active"] })).toEqual(["Looking back and forth"]);
    expect(await titles("looking back")).toEqual(["Looking back", "Looking back and forth"]);
    await api.notes.delete({ id });
    expect(await titles("looking back")).toEqual(["Looking back and forth"]);
  });
});

describe("paging through the results of a title search", () => {
  it.each([1, 3, 7])("shows each note once, %j a page", async (limit) => {
    const { api, note } = setUp();
    for (let index = 0; index < 20; index++) await note(`Back ${index}`, { content: WORDS });
    for (const title of ["Looking back", "Looking back on a year", "Looking backwards"]) await note(title);
    const q = "looking back*";
    const whole = (await api.notes.list({ q })).notes.map(({ id }) => id);
    expect(new Set(whole).size).toBe(23);
    const pagedIds: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.notes.list({ q, limit, ...(cursor && { cursor }) });
      pagedIds.push(...page.notes.map(({ id }) => id));
      cursor = page.next;
    }
    expect(pagedIds).toEqual(whole);
  });
});

const WORDS = "Looking back, looking back again, and back to looking back at what one was looking for. ".repeat(3);

function setUp() {
  const user = testUser(testServices());
  const titles = async (q: string, input: ListNotesInput = {}) =>
    (await user.api.notes.list({ q, ...input })).notes.map((note) => note.title);
  return { ...user, titles };
}
