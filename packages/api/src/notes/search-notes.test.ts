import { LIMITS, type ListNotesInput } from "@knote/contract";
import { aNoteWrite, testServices, testUser } from "@knote/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Any code units, lone surrogates among them. */
const anyCodeUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));

describe("searching notes", () => {
  it("looks through title, content and tags", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt");
    await note("Night birds", { content: "An owl hears its prey." });
    await note("Mice hide", { tags: ["Owl"] });
    await note("Bats listen");
    expect(await findTitles("owl")).toEqual(["Mice hide", "Night birds", "Owls hunt"]);
  });

  it("stems words and folds case and accents", async () => {
    const { note, findTitles } = setUp();
    await note("Organizing the café");
    for (const q of ["organize", "ORGANIZED", "organizes", "cafe", "Cafés"])
      expect(await findTitles(q)).toEqual(["Organizing the café"]);
    expect(await findTitles("orchestra")).toEqual([]);
  });

  it("requires all words", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt at night");
    await note("Owls sleep");
    expect(await findTitles("owl hunts")).toEqual(["Owls hunt at night"]);
    expect(await findTitles("what do the owls hunt at night?")).toEqual(["Owls hunt at night"]);
  });

  it("relaxes to any word only when no note has all", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt");
    await note("Bats hunt");
    expect(await findTitles("owls bats")).toEqual(["Bats hunt", "Owls hunt"]);
    await note("Owls and bats");
    expect(await findTitles("owls bats")).toEqual(["Owls and bats"]);
    expect(await findTitles("owls xylophone")).toEqual(["Owls and bats", "Owls hunt"]);
    expect(await findTitles("xylophone zither")).toEqual([]);
  });

  it("applies filters before it relaxes", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt", { note_type: "fact" });
    await note("Owls sleep", { note_type: "belief" });
    expect(await findTitles("owls hunt", { note_type: ["belief"] })).toEqual(["Owls sleep"]);
    expect(await findTitles("owls hunt", { note_type: ["decision"] })).toEqual([]);
  });

  it("reads a trailing * as a prefix of the word as written", async () => {
    const { note, findTitles } = setUp();
    await note("Organizing notes");
    await note("Organs are loud");
    expect(await findTitles("organiz*")).toEqual(["Organizing notes"]);
    expect(await findTitles("organ*")).toEqual(["Organizing notes", "Organs are loud"]);
    expect(await findTitles("ORGANI* not*")).toEqual(["Organizing notes"]);
    expect(await findTitles("*ganizing")).toEqual([]);
  });

  it("finds phrases in order, within one field, stop words included", async () => {
    const { note, findTitles } = setUp();
    await note("The state of the art");
    await note("Art of the state");
    await note("State", { content: "of the art" });
    expect(await findTitles('"state of the art"')).toEqual(["The state of the art"]);
    expect(await findTitles('"the art"')).toEqual(["State", "The state of the art"]);
    expect(await findTitles('"of the"')).toHaveLength(3);
    expect(await findTitles('"art state"')).toEqual([]);
    expect(await findTitles('"state of" art')).toEqual(["The state of the art"]);
  });

  it("knows c++, c# and node.js as words", async () => {
    const { note, findTitles } = setUp();
    await note("C++ is fast");
    await note("C# has records");
    await note("Node.js runs files");
    await note("The letter C");
    expect(await findTitles("c++")).toEqual(["C++ is fast"]);
    expect(await findTitles("C#")).toEqual(["C# has records"]);
    expect(await findTitles("node.js")).toEqual(["Node.js runs files"]);
    expect(await findTitles("node")).toEqual(["Node.js runs files"]);
    expect(await findTitles("c")).toEqual(["The letter C"]);
  });

  it("finds words of scripts without spaces", async () => {
    const { note, findTitles } = setUp();
    await note("私は日本語を勉強します");
    await note("使用c++编程");
    expect(await findTitles("日本語")).toEqual(["私は日本語を勉強します"]);
    expect(await findTitles("c++")).toEqual(["使用c++编程"]);
  });

  it.each(["", "   ", "\n"])("ignores a blank q %j", async (q) => {
    const { note, findTitles } = setUp();
    await note("Owls hunt");
    expect(await findTitles(q)).toEqual(["Owls hunt"]);
  });

  it.each(["?!", "*", '"', '""', "the", "what is it", "🦉", "-", "()", "\0", "\ud83e"])(
    "matches nothing with %j, which contains no word",
    async (q) => {
      const { note, findTitles } = setUp();
      await note("What is the owl? 🦉 -");
      expect(await findTitles(q)).toEqual([]);
    },
  );

  it("lists the best match first", async () => {
    const { api, note } = setUp();
    await note("Birds", { content: `${"Many a word on birds and trees and weather. ".repeat(10)} One owl.` });
    await note("Owls");
    await note("Owls and more owls", { content: "Owls, owls." });
    const titles = (await api.notes.list({ q: "owl" })).notes.map((one) => one.title);
    expect(titles).toEqual(["Owls and more owls", "Owls", "Birds"]);
  });

  it("uses up to 64 words", async () => {
    const { note, findTitles } = setUp();
    await note("Owls hunt");
    const q = `owls ${Array.from({ length: 63 }, (_, index) => `filler${index}`).join(" ")}`;
    expect(await findTitles(`${q} hunt`)).toEqual(["Owls hunt"]);
    expect(await findTitles(`${q.replace("owls", "other")} hunt`)).toEqual([]);
  });

  it("never errors, whatever it is given", async () => {
    const { api, note } = setUp();
    await note("Owls hunt at night", { content: "c++ and 日本語, node.js" });
    const odd = fc.array(
      fc.constantFrom(
        '"',
        "*",
        " ",
        "owl",
        "c++",
        "AND",
        "NEAR(",
        "^",
        ":",
        "-",
        "\\",
        "'",
        "%",
        "\ud83e",
        "日本",
        "${",
        "é",
      ),
      { maxLength: 12 },
    );
    const q = fc.oneof(
      odd.map((parts) => parts.join("")),
      anyCodeUnits,
    );
    await fc.assert(
      fc.asyncProperty(q, async (text) => {
        expect((await api.notes.list({ q: text })).notes.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("paging through matches", () => {
  it("walks through all once, best first", async () => {
    const { api, note } = setUp();
    for (let index = 0; index < 12; index++) await note(`Owl ${"owl ".repeat(index % 4)}`);
    const whole = (await api.notes.list({ q: "owl" })).notes;
    for (const limit of [1, 5, 12]) expect(await pages(api, { q: "owl", limit })).toEqual(whole);
  });

  it("goes on where it was when the last one shown is gone", async () => {
    const { api, note } = setUp();
    for (let index = 0; index < 4; index++) await note(`Owl ${index}`);
    const first = await api.notes.list({ q: "owl", limit: 2 });
    await api.notes.delete({ id: first.notes[1]!.id });
    const second = await api.notes.list({ q: "owl", limit: 2, cursor: first.next! });
    expect(second.notes.map((one) => one.title)).toEqual(["Owl 1", "Owl 0"]);
  });

  it("leaves nothing out when several that were shown are gone, the last of them too", async () => {
    const { api, note } = setUp();
    for (let index = 0; index < 6; index++) await note(`Owl ${index}`);
    const first = await api.notes.list({ q: "owl", limit: 4 });
    for (const { id } of first.notes.slice(1)) await api.notes.delete({ id });
    const second = await api.notes.list({ q: "owl", limit: 4, cursor: first.next! });
    expect(second.notes.map((one) => one.title)).toEqual(["Owl 1", "Owl 0"]);
  });

  it("goes on by count when the last five that were shown are gone", async () => {
    const { api, note } = setUp();
    for (let index = 0; index < 11; index++) await note(`Owl ${index}`);
    const first = await api.notes.list({ q: "owl", limit: 7 });
    for (const { id } of first.notes.slice(2)) await api.notes.delete({ id });
    const second = await api.notes.list({ q: "owl", limit: 7, cursor: first.next! });
    expect(second.notes.map((one) => one.title)).toEqual(["Owl 3", "Owl 2", "Owl 1", "Owl 0"]);
  });

  it("stays within the best 1,000", async () => {
    const { api, actor, ctx } = setUp();
    for (let index = 0; index < LIMITS.searchDepth + 5; index++) {
      await ctx.storage.notes.insert(actor.userId, aNoteWrite({ title: "Owl", content: "-" }), []);
    }
    const results = await pages(api, { q: "owl", limit: 400 });
    expect(results).toHaveLength(LIMITS.searchDepth);
    expect((await api.notes.list({ q: "owl", limit: LIMITS.pageSize })).next).toBeNull();
  });

  it("refuses a cursor of the plain list", async () => {
    const { api, note } = setUp();
    await note("Owls hunt");
    await note("Owls sleep");
    const { next } = await api.notes.list({ limit: 1 });
    await expect(api.notes.list({ q: "owls", cursor: next! })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  });
});

function setUp() {
  const user = testUser(testServices());
  /** Sorted titles of what a search finds. */
  const findTitles = async (q: string, input: ListNotesInput = {}) =>
    (await user.api.notes.list({ q, ...input })).notes.map((note) => note.title).toSorted();
  return { ...user, findTitles };
}

async function pages(api: ReturnType<typeof setUp>["api"], input: ListNotesInput) {
  const notes = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await api.notes.list({ ...input, ...(cursor && { cursor }) });
    notes.push(...page.notes);
    cursor = page.next;
  }
  return notes;
}
