import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CreateNoteInput, NOTE_STATES, NOTE_TYPES, UpdateNoteInput } from "./note.ts";

const OWL = "\u{1F989}";
const VALID = { title: "Owls hunt at night", content: "They hear their prey.", note_type: "fact" };

describe("CreateNoteInput", () => {
  it("fills in optional fields", () => {
    expect(CreateNoteInput.parse(VALID)).toEqual({ ...VALID, tags: [], importance: 0.5 });
  });

  it("never shares its defaults between two notes", () => {
    CreateNoteInput.parse(VALID).tags.push("changed");
    expect(CreateNoteInput.parse(VALID).tags).toEqual([]);
  });

  it("names every missing field", () => {
    expect(issues({}).map((issue) => issue.path)).toEqual(["title", "content", "note_type"]);
  });

  it.each(["title", "content", "note_type", "tags", "importance"])("refuses null for %s", (field) => {
    expect(paths({ ...VALID, [field]: null })).toEqual([field]);
  });

  it.each([null, undefined, [], "note", 1, true, [VALID]])("refuses a body that is no object: %j", (body) => {
    expect(issues(body).map((issue) => issue.path)).toEqual([""]);
  });

  it("ignores fields that it does not know, whatever their name", () => {
    const requestBody = JSON.parse(
      `{"__proto__": {"importance": 1}, "constructor": 1, "state": "archived", "id": "x", ${JSON.stringify(VALID).slice(1)}`,
    ) as unknown;
    const input = CreateNoteInput.parse(requestBody);
    expect(input).toEqual({ ...VALID, tags: [], importance: 0.5 });
    expect(Object.keys(input).toSorted()).toEqual(["content", "importance", "note_type", "tags", "title"]);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });

  it("takes required fields from the body alone, never from its prototype", () => {
    expect(paths(JSON.parse(`{"__proto__": ${JSON.stringify(VALID)}}`))).toEqual(["title", "content", "note_type"]);
  });

  it.each([
    ["title", 300],
    ["content", 50_000],
  ])("bounds %s at %i code points", (field, limit) => {
    expect(paths({ ...VALID, [field]: OWL.repeat(limit) })).toEqual([]);
    expect(paths({ ...VALID, [field]: ` ${"a".repeat(limit)} ` })).toEqual([]);
    expect(paths({ ...VALID, [field]: OWL.repeat(limit + 1) })).toEqual([field]);
    expect(paths({ ...VALID, [field]: "a".repeat(limit + 1) })).toEqual([field]);
    expect(paths({ ...VALID, [field]: " " })).toEqual([field]);
  });

  it("knows the seven types and no other", () => {
    expect(NOTE_TYPES).toHaveLength(7);
    for (const note_type of NOTE_TYPES) expect(paths({ ...VALID, note_type })).toEqual([]);
    for (const note_type of ["Fact", "fact ", "", "question", "codefinding", 0, {}, ["fact"]]) {
      expect(paths({ ...VALID, note_type })).toEqual(["note_type"]);
    }
  });
});

describe("importance", () => {
  it.each([0, -0, 0.0001, 0.5, 1])("accepts %d", (importance) => {
    expect(CreateNoteInput.parse({ ...VALID, importance }).importance).toBe(importance);
  });

  it.each([-0.0001, 1.0001, -1, 2, Number.NaN, Infinity, -Infinity, "0.5", true, [0.5], {}])(
    "refuses %s",
    (importance) => {
      expect(paths({ ...VALID, importance })).toEqual(["importance"]);
    },
  );
});

describe("tags", () => {
  it("accepts 32 and refuses 33", () => {
    expect(tagsOf(tagList(32))).toEqual(tagList(32));
    expect(issues({ ...VALID, tags: tagList(33) })).toEqual([
      { path: "tags", message: "tags must have at most 32 entries." },
    ]);
  });

  it("counts after removing duplicates", () => {
    expect(tagsOf([...tagList(32), ...tagList(32).map((tag) => ` ${tag.toUpperCase()} `)])).toEqual(tagList(32));
    expect(tagsOf(Array.from({ length: 10_000 }, () => "owl"))).toEqual(["owl"]);
  });

  it("refuses an absurd number before it looks at them", () => {
    expect(paths({ ...VALID, tags: Array.from({ length: 10_001 }, () => "owl") })).toEqual(["tags"]);
  });

  it("keeps order and the first spelling, whatever the case of the others", () => {
    expect(tagsOf(["Owl", "bat", "OWL", " owl ", "Bat", "ÄRGER", "ärger", "B"])).toEqual(["Owl", "bat", "ÄRGER", "B"]);
  });

  it("keeps tags apart that differ in accents", () => {
    expect(tagsOf(["resume", "résumé"])).toEqual(["resume", "résumé"]);
  });

  it("bounds each at 64 code points, trimmed", () => {
    expect(tagsOf([` ${OWL.repeat(64)} `])).toEqual([OWL.repeat(64)]);
    expect(paths({ ...VALID, tags: ["fine", OWL.repeat(65)] })).toEqual(["tags.1"]);
    expect(paths({ ...VALID, tags: ["a".repeat(65), "fine", "  "] })).toEqual(["tags.0", "tags.2"]);
  });

  it("refuses anything but a list of well-formed texts", () => {
    for (const tags of ["owl", {}, 1])
      expect(issues({ ...VALID, tags })).toEqual([{ path: "tags", message: "tags must be an array of strings." }]);
    for (const tag of [null, 1, ["owl"], "\ud83e", "a\0b"])
      expect(paths({ ...VALID, tags: ["fine", tag] })).toEqual(["tags.1"]);
  });

  it("normalises any list of texts as documented", () => {
    const tag = fc.oneof(
      fc.constantFrom("a", "A", " a", "b ", "ß", "SS", "İ", "i̇"),
      fc.string({ unit: "grapheme", maxLength: 70 }),
    );
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 40 }), (tags) => {
        const result = CreateNoteInput.safeParse({ ...VALID, tags });
        if (!result.success) return;
        const storedTags = result.data.tags;
        expect(storedTags.length).toBeLessThanOrEqual(32);
        expect(new Set(storedTags.map((one) => one.toLowerCase())).size).toBe(storedTags.length);
        const trimmedTags = tags.map((one) => one.trim());
        expect(storedTags).toEqual(
          [...new Map(trimmedTags.toReversed().map((one) => [one.toLowerCase(), one])).values()].toSorted(
            (one, other) => trimmedTags.indexOf(one) - trimmedTags.indexOf(other),
          ),
        );
      }),
    );
  });
});

describe("UpdateNoteInput", () => {
  it("accepts an empty object, and adds no defaults", () => {
    expect(UpdateNoteInput.parse({})).toEqual({});
    expect(UpdateNoteInput.parse({ title: " New " })).toEqual({ title: "New" });
  });

  it.each(["title", "content", "note_type", "tags", "importance", "state"])("refuses null for %s", (field) => {
    expect(UpdateNoteInput.safeParse({ [field]: null }).error?.issues.map((issue) => issue.path.join("."))).toEqual([
      field,
    ]);
  });

  it("bounds fields as create does", () => {
    const over = {
      title: "a".repeat(301),
      content: " ",
      note_type: "x",
      tags: tagList(33),
      importance: 1.0001,
      state: "gone",
    };
    expect(UpdateNoteInput.safeParse(over).error?.issues.map((issue) => issue.path.join("."))).toEqual(
      Object.keys(over),
    );
  });

  it("accepts all four states: the verb decides which the note can get", () => {
    for (const state of NOTE_STATES) expect(UpdateNoteInput.parse({ state })).toEqual({ state });
    expect(UpdateNoteInput.safeParse({ state: "Active" }).success).toBe(false);
  });
});

function tagList(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `tag-${index}`);
}

function tagsOf(tags: string[]): string[] {
  return CreateNoteInput.parse({ ...VALID, tags }).tags;
}

function issues(body: unknown): { path: string; message: string }[] {
  const problems = CreateNoteInput.safeParse(body).error?.issues ?? [];
  return problems.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
}

function paths(body: unknown): string[] {
  return issues(body).map((issue) => issue.path);
}
