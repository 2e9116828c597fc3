import type { ListNotesInput } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streamNotes } from "./list-notes.ts";

describe("OR in a search", () => {
  it("matches either word, notes with all of the words first", async () => {
    const { note, findTitles } = setUp();
    await note("Owls owls owls hunt");
    await note("A bat hunts");
    await note("Mice hide");
    await note("On owls and bats, which both hunt at night, and on what they eat when it is cold");
    const titles = await findTitles("owls OR bats");
    expect(titles[0]).toMatch(/^On owls and bats/);
    expect(titles.toSorted()).toEqual([titles[0], "A bat hunts", "Owls owls owls hunt"].toSorted());
    expect(await findTitles("owls OR bats eat")).toEqual([titles[0]]);
    expect((await findTitles("mice OR bats")).toSorted()).toEqual(["A bat hunts", "Mice hide", titles[0]].toSorted());
  });

  it("is a word in small letters and in quotes", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt");
    await note("Bats hunt");
    await note("Truth or dare");
    expect(await findTitles('"truth OR dare"')).toEqual(["Truth or dare"]);
    expect(await findTitles("truth OR owls")).toHaveLength(2);
    expect(await findTitles("truth or dare")).toEqual(["Truth or dare"]);
  });

  it("joins phrases too", async () => {
    const { note, findTitles } = setUp();
    for (const title of ["Hunting at night", "Hunting at dusk", "Dusk at hunting"]) await note(title);
    const titles = (await findTitles('"hunting at night" OR "hunting at dusk"')).toSorted();
    expect(titles).toEqual(["Hunting at dusk", "Hunting at night"]);
  });
});

describe("- in a search", () => {
  it("leaves out notes with the word, wherever it stands", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt");
    await note("Owls sleep", { content: "Bats do not." });
    await note("Owls see", { tags: ["bats"] });
    expect(await findTitles("owls -bat")).toEqual(["Owls hunt"]);
    expect(await findTitles("owls -hunting -sleep")).toEqual(["Owls see"]);
    expect(await findTitles("owls -se*")).toEqual(["Owls sleep", "Owls hunt"]);
  });

  it("leaves out notes with the phrase only", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt at night");
    await note("Owls at night hunt");
    expect(await findTitles('owls -"hunt at night"')).toEqual(["Owls at night hunt"]);
    expect(await findTitles("owls -hunt-at-night")).toEqual(["Owls at night hunt"]);
  });

  it("applies to titles and to relaxed matches as well", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt at night");
    await note("Owls hunt");
    expect(await findTitles("owls hunt -night")).toEqual(["Owls hunt"]);
    expect(await findTitles("owls xylophone -night")).toEqual(["Owls hunt"]);
    expect(await findTitles("owls hunt -owls")).toEqual([]);
  });

  it("finds a page although most of the best matches are left out", async () => {
    const { api, note } = setUp();
    await note("A note that mentions an owl once, among many other words of no weight");
    for (let index = 0; index < 30; index++) await note(`Owl owl bats ${index}`);
    const page = await api.notes.list({ q: "owl -bats", limit: 1 });
    expect(page.notes.map(({ title }) => title)).toEqual([expect.stringMatching(/^A note that/)]);
    expect(page.next).toBeNull();
  });

  it("lists the other notes, newest first and page by page, when there is no word to search for", async () => {
    const { note, clock, findTitles, pages } = setUp();
    for (const title of ["Owls hunt", "Bats hunt", "Owls sleep", "Mice hide"]) {
      await note(title);
      clock.advance(1);
    }
    expect(await findTitles("-owls")).toEqual(["Mice hide", "Bats hunt"]);
    expect(await pages({ q: "-owls", limit: 1 })).toEqual(["Mice hide", "Bats hunt"]);
    expect(await findTitles("-hunt -hide")).toEqual(["Owls sleep"]);
    expect(await findTitles("-owls -the")).toEqual(["Mice hide", "Bats hunt"]);
    expect(await findTitles("-the")).toEqual([]);
    expect(await findTitles("sleep -the")).toEqual(["Owls sleep"]);
  });

  it("is a dash before a digit, a sign or a space", async () => {
    const { note, findTitles } = setUp();
    await note("Freezing at -5 degrees");
    for (const q of ["-5 degrees", "- freezing", "--freezing", "freezing - 5"])
      expect(await findTitles(q)).toEqual(["Freezing at -5 degrees"]);
  });
});

describe("filters in a search", () => {
  it("select by tag, type and time, with words and without", async () => {
    const { note, clock, findTitles } = setUp();
    await note("Owls hunt", { tags: ["Birds"], note_type: "fact" });
    clock.advance(24 * 3_600_000);
    await note("Owls sleep", { tags: ["birds", "Night life"], note_type: "belief" });
    await note("Mice hide", { note_type: "belief" });
    expect(await findTitles("owls tag:birds type:belief")).toEqual(["Owls sleep"]);
    expect((await findTitles("tag:birds")).toSorted()).toEqual(["Owls hunt", "Owls sleep"]);
    expect(await findTitles('tag:"night life"')).toEqual(["Owls sleep"]);
    expect((await findTitles("tag:bi*")).toSorted()).toEqual(["Owls hunt", "Owls sleep"]);
    expect(await findTitles("tag:none")).toEqual([]);
    expect(await findTitles("tag:no*")).toEqual([]);
    expect(await findTitles("type:fact type:belief -tag:birds")).toEqual(["Mice hide"]);
    expect(await findTitles("owls -type:fact")).toEqual(["Owls sleep"]);
    expect(await findTitles("owls -tag:ni*")).toEqual(["Owls hunt"]);
    expect(await findTitles("before:2026-03-02")).toEqual(["Owls hunt"]);
    expect(await findTitles("owls after:2026-03-02")).toEqual(["Owls sleep"]);
    expect(await findTitles("owls after:2026-03-01 before:2026-03-02")).toEqual(["Owls hunt"]);
    expect(await findTitles("owls before:2026")).toEqual([]);
  });

  it("select by state", async () => {
    const { api, note, findTitles } = setUp();
    const { id } = await note("Owls hunt");
    await note("Owls sleep");
    await api.notes.update({ id, state: "archived" });
    expect(await findTitles("owls state:archived")).toEqual(["Owls hunt"]);
    expect(await findTitles("state:active")).toEqual(["Owls sleep"]);
    expect(await findTitles("-state:archived")).toEqual(["Owls sleep"]);
    expect(await findTitles("state:contested")).toEqual([]);
  });

  it("count like further values of the parameter", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt", { note_type: "fact", tags: ["a"] });
    await note("Owls sleep", { note_type: "belief", tags: ["b"] });
    await note("Owls see", { note_type: "insight" });
    expect((await findTitles("type:fact", { note_type: ["belief"] })).toSorted()).toEqual(["Owls hunt", "Owls sleep"]);
    expect((await findTitles("owls tag:a", { tag: ["b"] })).toSorted()).toEqual(["Owls hunt", "Owls sleep"]);
    expect(await findTitles("owls tag:a", { note_type: ["belief"] })).toEqual([]);
    expect(await findTitles("-type:fact", { note_type: ["fact"] })).toEqual([]);
  });

  it("go on over pages, with words and without", async () => {
    const { note, clock, pages } = setUp();
    for (const title of ["Owls 1", "Owls 2", "Owls 3"]) {
      await note(title, { tags: ["birds"] });
      await note(`Bats, not ${title}`);
      clock.advance(1);
    }
    expect(await pages({ q: "tag:birds", limit: 2 })).toEqual(["Owls 3", "Owls 2", "Owls 1"]);
    expect((await pages({ q: "owls tag:birds", limit: 2 })).toSorted()).toEqual(["Owls 1", "Owls 2", "Owls 3"]);
    expect(await pages({ q: "owls tag:birds", limit: 2, sort: "newest" })).toEqual(["Owls 3", "Owls 2", "Owls 1"]);
  });

  it("are words where their value is unknown or the title has them", async () => {
    const { note, findTitles } = setUp();
    await note("In TypeScript, type:string is a mistake");
    await note("Use tag:v2 in every URL", { content: "-" });
    await note("Choose -O2 over -O3");
    expect(await findTitles("type:string")).toEqual(["In TypeScript, type:string is a mistake"]);
    expect(await findTitles("Use tag:v2 in every URL")).toEqual(["Use tag:v2 in every URL"]);
    expect(await findTitles("choose -o2 OVER -O3")).toEqual(["Choose -O2 over -O3"]);
    expect(await findTitles("choose -O2")).toEqual(["Choose -O2 over -O3"]);
    expect(await findTitles("over -o2")).toEqual([]);
  });

  it("stream in the same order, without a limit", async () => {
    const { ctx, note, findTitles } = setUp();
    for (const title of ["Owls hunt", "Bats hunt", "Mice hide"]) await note(title);
    for (const q of ["hunt -owls", "-owls", "type:fact", "owls OR mice"]) {
      const titles: string[] = [];
      for await (const batch of streamNotes(ctx, { q })) titles.push(...batch.map(({ title }) => title));
      expect(titles).toEqual(await findTitles(q));
    }
  });
});

it("answers any search", async () => {
  const { note, findTitles } = setUp();
  await note("Owls hunt", { tags: ["birds"] });
  const parts = [
    '"',
    "*",
    " ",
    "-",
    "(",
    ":",
    " OR ",
    "owl",
    "owlz",
    "tag:",
    "birds",
    "type:",
    "fact",
    "before:",
    "2026",
  ];
  const syntax = fc.array(fc.constantFrom(...parts, "\ud83e", "日本", "\0"), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(syntax, async (chosenParts) => {
      expect(await findTitles(chosenParts.join(""))).toBeInstanceOf(Array);
    }),
  );
});

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const titlesOf = (notes: readonly { readonly title: string }[]) => notes.map(({ title }) => title);
  const findTitles = async (q: string, input: ListNotesInput = {}) =>
    titlesOf((await user.api.notes.list({ q, ...input })).notes);
  const pages = async (input: ListNotesInput) => {
    const titles: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await user.api.notes.list({ ...input, ...(cursor && { cursor }) });
      titles.push(...titlesOf(page.notes));
      cursor = page.next;
    }
    return titles;
  };
  return { ...user, clock: services.clock, findTitles, pages };
}
