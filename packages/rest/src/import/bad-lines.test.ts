import type { ImportResult } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { importLinesOf } from "../testing/import-lines-of.ts";
import { startApp } from "../testing/start-app.ts";

const VALID = { title: "Owls hunt", content: "-", note_type: "fact" };
const LIMIT = 2_000;

/** Imports the line between two good ones, and returns its error; the good ones must be stored. */
async function refusedLine(line: object | string | Buffer): Promise<ImportResult> {
  await using app = await startApp({ bodyLimitBytes: LIMIT });
  const ada = await app.user("ada");
  const before = [{ note: { ...VALID, key: "a" } }, { note: { ...VALID, key: "b" } }];
  const { results, summary } = await importLinesOf(ada, [...before, line, { note: { ...VALID, key: "c" } }]);
  expect(results.map((result) => result.status)).toEqual(["created", "created", "error", "created"]);
  expect(summary).toEqual({ done: true, created: 3, exists: 0, linked: 0, failed: 1 });
  expect((await ada.send("GET /api/graph/stats")).body).toMatchObject({ total_notes: 3, total_links: 0 });
  expect(app.logLines.join()).not.toContain("failed");
  return results[2]!;
}

describe("a line that is neither a note nor a link", () => {
  it.each<[string, object | string | Buffer, string]>([
    ["broken JSON", '{"note":', "The line must be valid JSON."],
    ["two values", "{} {}", "The line must be valid JSON."],
    ["invalid UTF-8", Buffer.from([0x22, 0xff, 0x22]), "The line must be valid UTF-8."],
    ["a surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), "The line must be valid UTF-8."],
    ["one byte too many", paddedLine(LIMIT + 1), "The line must have at most 2,000 bytes."],
    ["far too many bytes", paddedLine(300_000), "The line must have at most 2,000 bytes."],
    ...["[]", "null", "1", '"note"', "{}", '{"note":{},"link":{}}', '{"__proto__":{"note":{}}}'].map(
      (text): [string, string, string] => [
        text,
        text,
        "The line must be a JSON object that holds either a note or a link.",
      ],
    ),
  ])("is an error: %s", async (_name, line, detail) => {
    expect(await refusedLine(line)).toEqual({ line: 3, status: "error", detail });
  });

  it("can have as many bytes as the limit", async () => {
    await using app = await startApp({ bodyLimitBytes: LIMIT });
    const { results } = await importLinesOf(await app.user("ada"), [paddedLine(LIMIT)]);
    expect(results).toMatchObject([{ line: 1, status: "created" }]);
  });
});

describe("a field out of bounds", () => {
  it.each<[object, string, string]>([
    [{ note: { content: "-", note_type: "fact" } }, "note.title", "title is required."],
    [{ note: { ...VALID, title: "x".repeat(301) } }, "note.title", "title must have at most 300 characters."],
    [{ note: { ...VALID, key: "" } }, "note.key", "key must not be empty."],
    [{ note: { ...VALID, key: " " } }, "note.key", "key must not be empty."],
    [{ note: { ...VALID, key: "k".repeat(201) } }, "note.key", "key must have at most 200 characters."],
    [{ note: { ...VALID, key: "a\nb" } }, "note.key", "key must not contain control characters."],
    [{ note: { ...VALID, key: 1 } }, "note.key", "key must be a string."],
    [
      { note: { ...VALID, created_at: "2026-03-01T12:00:00.001Z" } },
      "note.created_at",
      "created_at must not be in the future.",
    ],
    [
      { note: { ...VALID, created_at: "1969-12-31T23:59:59Z" } },
      "note.created_at",
      "created_at must not be before 1970.",
    ],
    ...["yesterday", "2021-03-04", "2021-03-04T05:06:07", "2021-02-30T00:00:00Z", null].map(
      (created_at): [object, string, string] => [
        { note: { ...VALID, created_at } },
        "note.created_at",
        "created_at must be an ISO 8601 time with its zone, such as 2021-03-04T05:06:07Z.",
      ],
    ),
    ...["true", 1, null].map((value): [object, string, string] => [
      { note: { ...VALID, archived: value } },
      "note.archived",
      "archived must be true or false.",
    ]),
    [{ link: { source: "a", relation: "extends" } }, "link.target", "target is required."],
    [
      { link: { source: "a", target: "c", relation: "extends" } },
      "link.target",
      "target is no note of an earlier line or an earlier import.",
    ],
    [
      { link: { source: "a", target: "b", relation: "extends", created_at: "2026-03-01T12:00:00.001Z" } },
      "link.created_at",
      "created_at must not be in the future.",
    ],
    [
      { link: { source: "a", target: "b", relation: "extends", created_at: "2026-03-01T11:59:59.999Z" } },
      "link.created_at",
      "created_at must not be before either note was written.",
    ],
    [
      { link: { source: "a", target: "b", relation: "supersedes", created_at: "2021-03-04" } },
      "link.created_at",
      "created_at must be an ISO 8601 time with its zone, such as 2021-03-04T05:06:07Z.",
    ],
    [{ link: { source: "a", target: "a", relation: "extends" } }, "link.target", "A note cannot be linked to itself."],
  ])("is an error: %j", async (line, path, message) => {
    const { issues } = await refusedLine(line);
    expect(issues).toEqual([{ path, message }]);
  });

  it("can reach the bounds", async () => {
    await using app = await startApp();
    const notes = [
      { ...VALID, key: "\u{1F9E0}".repeat(200), created_at: "1970-01-01T00:00:00Z" },
      { ...VALID, key: "k", created_at: "2026-03-01T12:00:00Z", unknown: "ignored" },
    ];
    const { summary } = await importLinesOf(
      await app.user("ada"),
      notes.map((note) => ({ note })),
    );
    expect(summary).toMatchObject({ created: 2, failed: 0 });
  });
});

/** Returns a note on a line of the given number of bytes. */
function paddedLine(bytes: number): string {
  const line = (content: string) => JSON.stringify({ note: { ...VALID, content } });
  return line("x".repeat(bytes - line("").length));
}
