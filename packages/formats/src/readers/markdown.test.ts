import { describe, expect, it } from "vitest";
import { readSample } from "../testing/read-sample.ts";
import { byTitle, countsOf, linesOfLinks, readFiles } from "../testing/source-of.ts";

describe("a vault of Obsidian", () => {
  it("becomes notes with its links, tags, aliases and times", async () => {
    const result = await readSample("obsidian", { skip: ["Templates/**"], relations: ["rests on=depends_on"] });
    expect(result.reader).toBe("markdown");
    expect(Object.keys(byTitle(result)).toSorted()).toEqual([
      "Crlf",
      "Empty but linked",
      "Index",
      "Naps",
      "Sleep helps",
      "Spaced repetition beats cramming",
    ]);
    expect(byTitle(result)["Spaced repetition beats cramming"]).toMatchObject({
      key: "markdown:vault:Spaced repetition beats cramming.md",
      note_type: "fact",
      tags: ["learning", "Memory", "study", "study/plan"],
      created_at: "2023-10-11T00:00:00.000Z",
      content: expect.stringContaining("%% [[Hidden]] %%"),
    });
    expect(byTitle(result)["Empty but linked"]!.content).toBe("Empty but linked");
    expect(linesOfLinks(result)).toEqual([
      "extends Spaced repetition beats cramming Sleep helps",
      "relates_to Crlf Index",
      "relates_to Crlf Naps",
      "relates_to Empty but linked Index",
      "relates_to Naps Sleep helps",
    ]);
    expect(countsOf(result)).toEqual({ unresolved: 1, empty: 1 });
  });

  it("reads templates too unless they are skipped, and empty notes where asked to", async () => {
    const titles = Object.keys(byTitle(await readSample("obsidian", { empty: true })));
    expect(titles).toContain("Daily");
    expect(titles).toContain("Empty");
    expect(titles).not.toContain("Old");
  });
});

describe("a folder of Foam", () => {
  it("loses the definitions that Foam writes, and takes headings for slugs", async () => {
    const result = await readSample("foam");
    expect(result.tool).toBe("Foam");
    expect(byTitle(result)["Spaced Repetition"]).toMatchObject({
      content: "See [[sleep-helps]] and [[sleep-helps|why we sleep]].",
      note_type: "fact",
    });
    expect(byTitle(result)["sleep-helps"]!.content).toBe("# Why we sleep\n\nText. [[missing-page]]");
    expect(linesOfLinks(result)).toEqual(["relates_to Spaced Repetition sleep-helps"]);
    expect(countsOf(result)).toEqual({ type: 1, unresolved: 1 });
  });

  it("gets the types that rules give", async () => {
    const files = {
      "a.md": "---\ntype: daily-note\n---\nx",
      "decisions/b.md": "y",
      "c.md": "---\ntype: belief\n---\nz",
    };
    const types = ["decisions/**=decision", "type:daily-note=experience"];
    const { notes, problems } = await readFiles(files, { types, defaultType: "insight" });
    expect(notes.map(({ note_type }) => note_type)).toEqual(["experience", "decision", "belief"]);
    expect(problems).toEqual([]);
    expect((await readFiles({ "a.md": "x" }, { defaultType: "insight" })).notes[0]!.note_type).toBe("insight");
    await expect(readFiles(files, { types: ["a=opinion"] })).rejects.toThrow("names no type");
  });
});

describe("fields of Dataview", () => {
  it("count where Dataview reads them, and in lists only in brackets", async () => {
    const result = await readSample("dataview", { relations: ["next=<extends"] });
    expect(linesOfLinks(result)).toEqual([
      "depends_on A B",
      "derived_from A E",
      "extends A C",
      "extends F A",
      "relates_to A D",
    ]);
  });
});

describe("files of basic-memory", () => {
  it("are named by their permalink, and any word can be a relation", async () => {
    const result = await readSample("basic-memory");
    expect(result.tool).toBe("basic-memory");
    expect(byTitle(result)["Coffee brewing"]).toMatchObject({
      key: "markdown:vault:notes/coffee-brewing",
      tags: ["coffee", "brewing"],
      created_at: "2026-01-02T03:04:05.000Z",
    });
    expect(linesOfLinks(result)).toEqual(["depends_on Coffee brewing Water", "relates_to Coffee brewing Tea"]);
    expect(result.problems.filter(({ kind }) => kind === "relation").map(({ detail }) => detail)).toEqual([
      "inspired by became relates_to.",
      "pairs_with became relates_to.",
      "grows_in became relates_to.",
    ]);
  });
});

describe("Markdown", () => {
  it("prefers the path from the root, then the nearest, and says where several fit", async () => {
    const result = await readFiles({
      "Home.md": "[[Topic]] [[a/b/Topic]] [[folder]]",
      "a/Topic.md": "1",
      "a/b/Topic.md": "2",
      "a/Near.md": "[[topic]]",
      "folder/README.md": "[[Home]]",
    });
    const keys = result.links.map(({ source, target }) => [source, target].map((key) => key.split(":")[2]).join(" "));
    expect(keys).toEqual([
      "Home.md a/Topic.md",
      "Home.md a/b/Topic.md",
      "Home.md folder/README.md",
      "a/Near.md a/Topic.md",
    ]);
    expect(countsOf(result)).toEqual({ ambiguous: 1 });
  });

  it("keeps the whole of a long title, and 32 tags", async () => {
    const long = `${"word ".repeat(70)}end`;
    const tags = Array.from({ length: 33 }, (_, index) => `t${index}`);
    const result = await readFiles({ "a.md": `---\ntitle: ${long}\ntags: [${tags.join(", ")}]\n---\ntext` });
    expect([...result.notes[0]!.title].length).toBeLessThanOrEqual(300);
    expect(result.notes[0]!.title).toMatch(/word…$/);
    expect(result.notes[0]!.content).toBe(`${long}\n\ntext`);
    expect(result.notes[0]!.tags).toHaveLength(32);
    expect(countsOf(result)).toEqual({ title: 1, tags: 1 });
  });

  it("refuses a text that is too long, or divides it", async () => {
    const text = `intro\n\n# One\n\n${"a ".repeat(20_000)}\n\n# Two\n\n${"b ".repeat(20_000)}`;
    const whole = await readFiles({ "Long.md": text });
    expect([whole.notes.length, countsOf(whole)]).toEqual([0, { long: 1 }]);
    const parts = await readFiles({ "Long.md": text }, { split: true });
    expect(parts.notes.map(({ title }) => title)).toEqual(["Long", "Long (2)"]);
    expect(parts.notes[1]!.content).toMatch(/^# Two/);
    expect(linesOfLinks(parts)).toEqual(["extends Long (2) Long"]);
    expect((await readFiles({ "Fits.md": "x".repeat(50_000) })).notes).toHaveLength(1);
    expect((await readFiles({ "Over.md": "x".repeat(50_001) })).notes).toHaveLength(0);
  });

  it("keeps front matter that is none as text, and says so", async () => {
    const result = await readFiles({ "a.md": "---\n- a\n- b\n---\ntext", "b.md": "---\na: [\n---\n[[a]]" });
    expect(byTitle(result)["a"]!.content).toBe("---\n- a\n- b\n---\ntext");
    expect(linesOfLinks(result)).toEqual(["relates_to a b"]);
    expect(countsOf(result)).toEqual({ "front-matter": 2 });
  });

  it("replaces bytes that are not UTF-8, and says so", async () => {
    const result = await readFiles({ "a.md": new Uint8Array([0x61, 0xff, 0x62]) });
    expect(result.notes[0]!.content).toBe("a\uFFFDb");
    expect(countsOf(result)).toEqual({ encoding: 1 });
  });

  it("keeps no time from before 1970 or of the future", async () => {
    const result = await readFiles({
      "a.md": "---\ndate: 1912-04-15\n---\nx",
      "b.md": "---\ndate: 2050-01-01\n---\ny",
    });
    expect(result.notes.map(({ created_at }) => created_at)).toEqual([undefined, undefined]);
    expect(countsOf(result)).toEqual({ time: 2 });
  });

  it("gives long paths keys of at most 200 signs, each its own", async () => {
    const folder = "f/".repeat(120);
    const { notes } = await readFiles({ [`${folder}a.md`]: "x", [`${folder}b.md`]: "y", "c.md": "z" });
    expect(notes.map(({ key }) => [...key!].length).every((length) => length <= 200)).toBe(true);
    expect(new Set(notes.map(({ key }) => key)).size).toBe(3);
  });
});
