import { expect, it } from "vitest";
import { dataFolder } from "../testing/data-folder.ts";
import { readVault } from "./read-vault.ts";

const NOTE = { title: "The kettle is blue", note_type: "fact", created_at: "2025-01-02T03:04:05Z" };
const FILES = {
  "notes.jsonl": lines({ key: "new", ...NOTE }, { ...NOTE, key: "old", created_at: undefined, age_days: 400 }),
  "links.jsonl": lines({ source: "new", target: "old", relation: "supersedes" }),
  "questions.jsonl": lines(
    { ...aLine("colour"), sources: ["new"], right: ["blue"] },
    { ...aLine("size"), abstain: true },
  ),
};

it("reads notes, links, questions and which notes are superseded", async () => {
  await using folder = await dataFolder(FILES);
  const { notes, links, questions, superseded } = await readVault(folder.path);
  expect(notes.map(({ key }) => key)).toEqual(["new", "old"]);
  expect(links).toHaveLength(1);
  expect(questions).toMatchObject([{ key: "colour", right: [/blue/iu], clutter: [], past: false }, { abstain: true }]);
  expect([...superseded]).toEqual(["old"]);
});

it.each([
  ["notes.jsonl", lines({ key: "new", ...NOTE, age_days: 3 }), "notes.jsonl:1: needs either created_at or age_days."],
  ["notes.jsonl", lines({ key: "new", ...NOTE, colour: "blue" }), "notes.jsonl:1: Unrecognized key"],
  ["notes.jsonl", lines({ key: "new", ...NOTE }, { key: "new", ...NOTE }), "The key new occurs twice."],
  [
    "links.jsonl",
    lines({ source: "new", target: "none", relation: "extends" }),
    "A link names none, which is not a note.",
  ],
  ["questions.jsonl", lines(aLine("q")), "questions.jsonl:1: sources: "],
  ["questions.jsonl", lines({ ...aLine("q"), sources: ["new"] }), "questions.jsonl:1: needs right or polarity."],
  [
    "questions.jsonl",
    lines({ ...aLine("q"), sources: ["new"], right: ["("] }),
    "questions.jsonl:1: right.0: ( is not a regular expression.",
  ],
  [
    "questions.jsonl",
    lines({ ...aLine("q"), sources: ["new"], right: ["a"], enough: 2 }),
    "questions.jsonl:1: enough must be",
  ],
  ["questions.jsonl", lines({ ...aLine("q"), abstain: true, right: ["a"] }), "questions.jsonl:1: Unrecognized key"],
  ["questions.jsonl", lines({ ...aLine("q"), sources: ["none"], right: ["a"] }), "The question q names none"],
  ["questions.jsonl", lines({ ...aLine("q"), sources: ["new"], partly: ["none"], right: ["a"] }), "names none"],
])("refuses a wrong line of %s: %s", async (file, text, message) => {
  await using folder = await dataFolder({ ...FILES, [file]: text });
  await expect(readVault(folder.path)).rejects.toThrow(message);
});

function aLine(key: string) {
  return { key, kind: "fact", language: "en", question: "Which colour?" };
}

function lines(...values: object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
