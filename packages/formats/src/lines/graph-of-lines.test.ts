import { expect, it } from "vitest";
import { openZip } from "../sources/open-zip.ts";
import { writeZip } from "../sources/write-zip.ts";
import { graphOfLines } from "./graph-of-lines.ts";

const NOTE = {
  title: "Owls",
  content: "Hunt",
  note_type: "fact",
  tags: [],
  importance: 0.5,
  archived: false,
  created_at: "2026-03-01T12:00:00.000Z",
  updated_at: "2026-03-02T12:00:00.000Z",
};
const LINK = { relation: "extends", created_at: "2026-03-01T12:00:00.000Z" };
const LINES = [
  { note: { key: "a", ...NOTE, etag: '"1.0"' } },
  { note: { key: "b", ...NOTE, etag: '"1.0"' } },
  { link: { source: "a", target: "b", ...LINK } },
  { revision: { note: "a", revision: 1 } },
  { end: { notes: 2, links: 1 } },
].map((line) => JSON.stringify(line));

it("makes a graph of the lines of an export, and passes over its history", () => {
  expect(graphOfLines([...LINES, ""])).toEqual({
    notes: [
      { id: "a", ...NOTE },
      { id: "b", ...NOTE },
    ],
    links: [{ source_id: "a", target_id: "b", ...LINK }],
  });
});

it.each([
  ["without its last line", LINES.slice(0, -1)],
  ["without one of its notes", LINES.slice(1)],
  ["within a line", [...LINES.slice(0, 2), LINES[2]!.slice(0, 20)]],
  ["before its first line", []],
])("refuses an export that was cut %s", (_where, lines) => {
  expect(() => graphOfLines(lines)).toThrow("The export was cut off before its end; try again.");
});

it("comes back from an archive", async () => {
  const { files } = await openZip("zip", await writeZip([{ path: "a b/\u00e4.md", text: "\u{1f989}" }]));
  expect(files.map(({ path }) => path)).toEqual(["a b/\u00e4.md"]);
  expect(new TextDecoder().decode(await files[0]!.bytes())).toBe("\u{1f989}");
});
