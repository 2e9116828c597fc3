import { expect, it } from "vitest";
import { EMPTY_FIELDS } from "../notes/editor/note-fields.ts";
import { captureLines, captureOutcome, waitingOf, type WaitingEntry } from "./waiting-notes.ts";

const ENTRY: WaitingEntry = {
  id: "0195cf6a",
  userId: "local:owner",
  at: "2026-03-01T12:00:00.000Z",
  value: {
    fields: { ...EMPTY_FIELDS, title: "Owls", content: "Hunt" },
    links: [{ target: "b", relation: "supersedes" }],
  },
  problem: null,
};

it("is sent as a note with a key of its own, its time, and its links", () => {
  const [note, link] = captureLines(ENTRY)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(note).toEqual({
    note: {
      key: "capture:0195cf6a",
      title: "Owls",
      content: "Hunt",
      note_type: "fact",
      tags: [],
      importance: 0.5,
      created_at: ENTRY.at,
    },
  });
  expect(link).toEqual({ link: { source: "capture:0195cf6a", target: "b", relation: "supersedes" } });
  expect(captureLines(ENTRY, false)).not.toContain("created_at");
});

it.each([
  [[{ line: 1, status: "created" as const }], { kind: "stored", refusedLinks: 0 }],
  [
    [
      { line: 1, status: "exists" as const },
      { line: 2, status: "error" as const },
    ],
    { kind: "stored", refusedLinks: 1 },
  ],
  [
    [{ line: 1, status: "error" as const, issues: [{ path: "note.created_at", message: "Not in the future." }] }],
    { kind: "early" },
  ],
  [
    [{ line: 1, status: "error" as const, issues: [{ path: "note.title", message: "title is too long." }] }],
    { kind: "refused", detail: "title is too long." },
  ],
  [[], { kind: "refused", detail: "The server did not answer for this note." }],
])("knows what became of it: %j", (results, outcome) => {
  expect(captureOutcome(results)).toEqual(outcome);
});

it("belongs to its user alone", () => {
  expect(waitingOf([ENTRY], "local:owner")).toEqual([ENTRY]);
  expect(waitingOf([ENTRY], "github:2")).toEqual([]);
  expect(waitingOf([ENTRY], null)).toEqual([]);
});
