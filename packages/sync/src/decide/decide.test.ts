import { describe, expect, it } from "vitest";
import type { Entry } from "../notes/entry.ts";
import { decide, type Act, type FileState, type HeadState, type Likeness } from "./decide.ts";

const ENTRY: Entry = {
  path: "Owls.md",
  was: [],
  etag: '"3.1"',
  note: "note",
  file: "bytes",
  stat: null,
  inode: "1",
  fileId: "owls",
  isStripped: false,
  references: [],
  textLinks: {},
};
const TEXT = { kind: "text", path: "Owls.md", note: "note", file: "bytes", hasId: true } as const;

const FILES = {
  same: TEXT,
  "same in other bytes": { ...TEXT, file: "other bytes" },
  "same at another path": { ...TEXT, path: "birds/Owls.md" },
  "same without its id": { ...TEXT, file: "other bytes", hasId: false },
  changed: { ...TEXT, note: "other note", file: "other bytes" },
  "changed without its id": { ...TEXT, note: "other note", file: "other bytes", hasId: false },
  gone: { kind: "gone" },
  held: { kind: "held" },
} as const satisfies Record<string, FileState>;
type FileRow = keyof typeof FILES;

const live = (etag: string, likeness: Likeness): HeadState => ({ kind: "live", etag, likeness });
const HEADS = {
  same: live(ENTRY.etag, "unread"),
  "changed, unread": live('"4.2"', "unread"),
  "changed, alike": live('"4.2"', "alike"),
  "changed, earlier": live('"4.2"', "earlier"),
  "changed, mergeable": live('"4.2"', "mergeable"),
  "changed, apart": live('"4.2"', "apart"),
  trash: { kind: "trash" },
  none: { kind: "none" },
} as const satisfies Record<string, HeadState>;
type HeadColumn = keyof typeof HEADS;

/** Every cell, written by hand, in the order of `HEADS`. */
const PAIRS: Record<FileRow, readonly Act[]> = {
  same: ["nothing", "write", "write", "write", "write", "write", "trash-file", "trash-file"],
  "same in other bytes": ["record", "write", "write", "write", "write", "write", "trash-file", "trash-file"],
  "same at another path": ["record", "write", "write", "write", "write", "write", "trash-file", "trash-file"],
  "same without its id": ["label", "write", "write", "write", "write", "write", "trash-file", "trash-file"],
  changed: ["push", "compare", "record", "conflict", "merge", "conflict", "restore", "create"],
  "changed without its id": ["push", "compare", "record", "conflict", "merge", "conflict", "restore", "create"],
  gone: ["delete-note", "write", "write", "write", "write", "write", "forget", "forget"],
  held: ["wait", "wait", "wait", "wait", "wait", "wait", "wait", "wait"],
};

/** Without an entry "same" and "changed" mean nothing, so every text has the same row. */
const TEXT_WITHOUT_ENTRY: readonly Act[] = [
  "compare",
  "compare",
  "record",
  "write",
  "conflict",
  "conflict",
  "restore",
  "create",
];
const UNPAIRED_ACTS: Record<FileRow, readonly Act[]> = {
  same: TEXT_WITHOUT_ENTRY,
  "same in other bytes": TEXT_WITHOUT_ENTRY,
  "same at another path": TEXT_WITHOUT_ENTRY,
  "same without its id": TEXT_WITHOUT_ENTRY,
  changed: TEXT_WITHOUT_ENTRY,
  "changed without its id": TEXT_WITHOUT_ENTRY,
  gone: ["write", "write", "write", "write", "write", "write", "nothing", "nothing"],
  held: ["wait", "wait", "wait", "wait", "wait", "wait", "wait", "wait"],
};

const FILE_ROWS = Object.keys(FILES) as FileRow[];
const HEAD_COLUMNS = Object.keys(HEADS) as HeadColumn[];
const CELLS = FILE_ROWS.flatMap((file) => HEAD_COLUMNS.map((head, column) => ({ file, head, column })));

describe("what is done about a pair", () => {
  it.each(CELLS)("file $file, note $head", ({ file, head, column }) => {
    expect(decide(ENTRY, FILES[file], HEADS[head])).toBe(PAIRS[file][column]);
  });
});

describe("what is done without a pair", () => {
  it.each(CELLS)("file $file, note $head", ({ file, head, column }) => {
    expect(decide(null, FILES[file], HEADS[head])).toBe(UNPAIRED_ACTS[file][column]);
  });
});

describe("the table", () => {
  it("never deletes while a file is held or changed, or while the note has changed", () => {
    const destructiveActs = CELLS.filter(({ file, head }) =>
      ["delete-note", "trash-file"].includes(decide(ENTRY, FILES[file], HEADS[head])),
    );
    expect(destructiveActs.filter(({ file }) => file === "held" || file.startsWith("changed"))).toEqual([]);
    expect(destructiveActs.filter(({ head }) => head.startsWith("changed"))).toEqual([]);
  });

  it("deletes nothing without an entry", () => {
    const acts = CELLS.map(({ file, head }) => decide(null, FILES[file], HEADS[head]));
    expect(acts.filter((act) => act === "delete-note" || act === "trash-file")).toEqual([]);
  });
});
