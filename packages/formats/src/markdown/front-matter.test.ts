import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editFrontMatter, FRONT_MATTER_BYTES, parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import { changesOf, readProperty, type Property } from "./note-properties.ts";

/** Entries of other tools, each with the lines that follow it. */
const FOREIGN = [
  "# a comment\n",
  "cssclasses: [wide, 'x: y']\n",
  "note: |\n  type: not ours\n\n  tags:\n    - x\n",
  "nested:\n    title: x\n    deep: { a: 1, b: [2] } # tail\n",
  "\n",
  "\"quoted key\" :   'single'   # spaced\n",
  "folded: >-\n  a\n  b\n",
  "empty:\n",
  "date: 2026-03-01\n",
  "url: https://example.org/#x\n",
];
const OWN = [
  "title: old\n",
  "tags: [a, b]\n",
  "tags:\n- a\n- b # why\n",
  "importance: 0.25 # mine\n",
  "type: decision\n",
  "archived: true\n",
  'extends:\n  - [[A]]\n  - "[[B]]"\n',
  "knote: 0195cf6a-7c00-7000-8000-000000000001\n",
];
const WANTED_VALUES = new Map<Property, string | number | readonly string[]>([
  ["knote", "0195cf6a-7c00-7000-8000-000000000002"],
  ["title", "Why: a new one"],
  ["tags", ["no", "2026"]],
  ["importance", 0.75],
  ["supersedes", ["[[C (2)|C?]]"]],
]);

describe("an edit of our properties", () => {
  it("leaves every other byte as it is", () => {
    const block = fc.tuple(fc.subarray(FOREIGN), fc.subarray(OWN)).chain(([foreign, own]) => {
      const oncePerKey = [...new Map(own.map((entry) => [entry.split(":")[0], entry])).values()];
      const all = [...foreign, ...oncePerKey];
      return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
    });
    const wantedValues = fc.subarray([...WANTED_VALUES]).map((entries) => new Map(entries));
    fc.assert(
      fc.property(
        block,
        wantedValues,
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom("", "\uFEFF"),
        fc.string(),
        (entries, next, end, mark, body) => {
          const text = mark + `---\n${entries.join("")}---\n${body}`.replaceAll(/\r?\n/g, end);
          const values = parseFrontMatter(splitFrontMatter(text).yaml!);
          const editedText = editFrontMatter(text, changesOf(values, next));
          expect(foreignPart(editedText)).toBe(foreignPart(text));
          const after = parseFrontMatter(splitFrontMatter(editedText).yaml!);
          for (const property of [...WANTED_VALUES.keys(), "type", "archived", "extends"] as const)
            expect(readProperty(after, property)).toEqual(next.get(property));
          expect(splitFrontMatter(editedText).body).toBe(splitFrontMatter(text).body);
          expect(changesOf(after, next).size).toBe(0);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("keeps what a stranger holds under our names", () => {
    const text = "---\ntype: feature\narchived: 2023-10-11\n---\ntext";
    const wantedValues = new Map<Property, string | boolean>([
      ["type", "belief"],
      ["archived", true],
    ]);
    const editedText = editFrontMatter(text, changesOf(parseFrontMatter(splitFrontMatter(text).yaml!), wantedValues));
    expect(editedText).toBe(
      "---\ntype: feature\narchived: 2023-10-11\nknote_type: belief\nknote_archived: true\n---\ntext",
    );
    expect(readProperty(parseFrontMatter(splitFrontMatter(editedText).yaml!), "type")).toBe("belief");
  });

  it("changes nothing where the file says it already", () => {
    const text = "---\ntitle:   'A'\ntags: [ x ]\n---\n";
    const values = parseFrontMatter(splitFrontMatter(text).yaml!);
    expect(
      editFrontMatter(
        text,
        changesOf(
          values,
          new Map<Property, string | string[]>([
            ["title", "A"],
            ["tags", ["x"]],
          ]),
        ),
      ),
    ).toBe(text);
  });

  it("begins a block where there is none", () => {
    expect(editFrontMatter("text\r\n", new Map([["title", "A"]]))).toBe("---\r\ntitle: A\r\n---\r\ntext\r\n");
    expect(editFrontMatter("\uFEFFtext", new Map([["title", "A"]]))).toBe("\uFEFF---\ntitle: A\n---\ntext");
    expect(editFrontMatter("text", new Map())).toBe("text");
  });

  it.each([
    ["---\n{title: a}\n---\n", "The front matter stands in braces; write one property a line."],
    ["---\n? title\n: a\n---\n", "A property does not begin its line."],
    ["---\ntitle: &a x\nother: *a\n---\n", "The front matter is no YAML"],
    ["---\ntitle: [\n---\n", "The front matter is no YAML"],
    ["---\n- a\n---\n", "The front matter is no list of properties."],
  ])("is refused where it could harm the rest: %j", (text, message) => {
    expect(() => editFrontMatter(text, new Map([["title", "new"]]))).toThrow(message);
  });
});

describe("front matter", () => {
  it.each([
    ["---\na: 1\n---\nb", "a: 1\n", "b"],
    ["---\n---\nb", "", "b"],
    ["\uFEFF--- \r\na: 1\r\n---\r\nb", "a: 1\r\n", "b"],
    ["---\na: 1\n---", "a: 1\n", ""],
    ["---\na: 1", null, "---\na: 1"],
    ["----\na\n---\n", null, "----\na\n---\n"],
    [" ---\na: 1\n---\n", null, " ---\na: 1\n---\n"],
    ["text\n---\na: 1\n---\n", null, "text\n---\na: 1\n---\n"],
  ])("of %j is %j", (text, yaml, body) => {
    expect(splitFrontMatter(text)).toMatchObject({ yaml, body });
  });

  it("can have 64 KiB and 100 aliases, and no more", () => {
    const yamlOfSize = (bytes: number) => `a: ${"x".repeat(bytes - 4)}\n`;
    expect(parseFrontMatter(yamlOfSize(FRONT_MATTER_BYTES)).get("a")).toHaveLength(FRONT_MATTER_BYTES - 4);
    expect(() => parseFrontMatter(yamlOfSize(FRONT_MATTER_BYTES + 1))).toThrow(
      "The front matter has more than 64 KiB.",
    );
    const yamlWithAliases = (count: number) => `a: &a [x]\nb: [${"*a, ".repeat(count)}]\n`;
    expect(parseFrontMatter(yamlWithAliases(100)).get("b")).toHaveLength(100);
    expect(() => parseFrontMatter(yamlWithAliases(101))).toThrow("The front matter is no YAML");
  });

  it.each([
    [
      "an alias bomb",
      `a: &a [x, x]\n${[..."bcdefghij"].map((key, index) => `${key}: &${key} [${`*${"abcdefghi"[index]}, `.repeat(9)}]`).join("\n")}\n`,
    ],
    ["lists 5,000 deep", `a: ${"[".repeat(5_000)}${"]".repeat(5_000)}\n`],
    ["maps 5,000 deep", `a: ${"{a: ".repeat(5_000)}${"}".repeat(5_000)}\n`],
    ["list marks 5,000 deep", `a:\n ${"- ".repeat(5_000)}x\n`],
    ["indents 300 deep", Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("")],
    ["a key twice", "a: 1\na: 2\n"],
  ])("is refused with a sentence: %s", (_name, yaml) => {
    expect(() => parseFrontMatter(yaml)).toThrow(/^The front matter is (?:no YAML|nested too deeply)/);
  });
});

/** Returns the text without the entries of our properties and without blanks at the ends of lines. */
function foreignPart(text: string): string {
  const { yaml, body, start } = splitFrontMatter(text);
  const foreign = yaml!
    .split(/(?<=\n)/)
    .reduce(
      ({ lines, isOwn }, line) => {
        const isContinued = /^(?:[ \t]+-|-)/.test(line);
        const own = isContinued
          ? isOwn
          : /^(?:knote|title|type|tags|importance|archived|extends|supersedes)\s*:/.test(line);
        // A comment behind a value of ours is not ours.
        const comment = own && !isContinued && /^(?:importance): \S+( # mine)?/.exec(line)?.[1];
        return { lines: own ? [...lines, ...(comment ? [comment] : [])] : [...lines, line], isOwn: own };
      },
      { lines: [] as string[], isOwn: false },
    )
    .lines.filter((line) => line.trim() !== "# mine");
  return text.slice(0, start) + foreign.join("") + body;
}
