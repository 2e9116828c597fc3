import type { Link, Note } from "@knote/contract";
import { expect, it } from "vitest";
import type { Client } from "../../remote/trpc.ts";
import { exportGraph } from "./export-graph.ts";
import { importFile, type ImportState, type SendLines } from "./import-file.ts";
import { readImport } from "./read-import.ts";

const note = (id: string, fields: Partial<Note> = {}): Note => ({
  id,
  title: `Note ${id}`,
  content: "Two\nlines, “quoted”",
  note_type: "fact",
  state: "active",
  tags: ["one"],
  importance: 0.5,
  created_at: "2026-03-01T12:00:00.000Z",
  ...fields,
});
const link: Link = { source_id: "b", target_id: "a", relation: "supersedes", created_at: "2026-03-01T12:00:00.000Z" };

function clientOf(notePages: Note[][], links: Link[]): Client {
  const client = {
    notes: {
      list: {
        async query({ cursor = "0" }: { cursor?: string }) {
          const page = Number(cursor);
          return { notes: notePages[page]!, next: page + 1 < notePages.length ? String(page + 1) : null };
        },
      },
    },
    links: { list: { query: async () => ({ links, next: null }) } },
  };
  // Safe because an export only lists.
  return client as unknown as Client;
}

it.each(["ndjson", "json"] as const)("exports all pages as %s, which an import reads line by line", async (format) => {
  const client = clientOf(
    [[note("a", { state: "superseded" }), note("b")], [note("c", { state: "archived" })]],
    [link],
  );
  const progressReports: object[] = [];
  const file = await exportGraph(client, format, (count) => progressReports.push({ ...count }));
  expect(progressReports.at(-1)).toEqual({ notes: 3, links: 1 });
  const lines = readImport(await file.text())!;
  const { id: _id, state: _state, ...fields } = note("a");
  expect(lines.map(({ text }) => JSON.parse(text))).toEqual([
    { note: { key: "a", ...fields } },
    { note: { key: "b", ...fields, title: "Note b" } },
    { note: { key: "c", ...fields, title: "Note c", archived: true } },
    { link: { source: "b", target: "a", relation: "supersedes", created_at: "2026-03-01T12:00:00.000Z" } },
  ]);
});

it.each(["ndjson", "json"] as const)("exports an empty graph as %s", async (format) => {
  const text = await (await exportGraph(clientOf([[]], []), format, () => undefined)).text();
  expect(format === "json" ? JSON.parse(text) : text).toEqual(format === "json" ? { notes: [], links: [] } : "");
});

it("puts notes before links, keeps line numbers, and passes on lines it does not understand", () => {
  const lines = readImport('{"link":{}}\n\n{"note":{}}\nnonsense\n')!;
  expect(lines.map(({ line, text }) => [line, text])).toEqual([
    [3, '{"note":{}}'],
    [4, "nonsense"],
    [1, '{"link":{}}'],
  ]);
});

it.each(["", "\n", "Dear diary", "[1, 2]\nx", '"text"'])("does not read %j as an import", (text) => {
  const lines = readImport(text);
  expect(lines === null || lines.every((line) => !line.text.includes("note"))).toBe(true);
  if (!text.startsWith("[")) expect(lines).toBeNull();
});

it("reads exports of the first version, which marked archived notes by their state", () => {
  const [old, other] = [
    { title: "Old", state: "archived" },
    { title: "Other", state: "superseded" },
  ];
  const archivedNote = { ...old, archived: true };
  const expectedLines = [{ note: archivedNote }, { note: other }];
  const read = (text: string) => readImport(text)!.map((line) => JSON.parse(line.text));
  expect(read([old, other].map((one) => JSON.stringify({ note: one })).join("\n"))).toEqual(expectedLines);
  expect(read(JSON.stringify({ notes: [old, other] }))).toEqual(expectedLines);
});

it("sends a file in parts, and counts the results", async () => {
  const lines = readImport(
    Array.from({ length: 450 }, (_, index) => JSON.stringify({ note: { title: `n${index}` } })).join("\n"),
  )!;
  const [bodies, reportedStates]: [string[], ImportState[]] = [[], []];
  const send: SendLines = async (body) => {
    bodies.push(body);
    const sentLines = body.trimEnd().split("\n");
    return [
      ...sentLines.map((text, index) =>
        text.includes('"n201"')
          ? {
              line: index + 1,
              status: "error" as const,
              detail: "The line has invalid fields.",
              issues: [{ path: "note", message: "content is required." }],
            }
          : { line: index + 1, status: "created" as const, id: JSON.parse(text).note.title as string },
      ),
      { done: true, created: 0, exists: 0, linked: 0, failed: 0 },
    ];
  };
  const state = await importFile(lines, { send, onProgress: (next) => reportedStates.push(next) });
  expect(bodies.map((body) => body.split("\n").length - 1)).toEqual([200, 200, 50]);
  expect(reportedStates.map(({ sentLines }) => sentLines)).toEqual([200, 400, 450]);
  expect(state).toMatchObject({ created: 449, failed: 1, total: 450 });
  expect(state.refusedLines).toEqual([{ line: 202, detail: "content is required." }]);
});

it("says why an import was interrupted", async () => {
  const lines = readImport('{"note":{}}')!;
  const parts = { onProgress: () => undefined };
  const failedSummary = {
    done: false,
    created: 0,
    exists: 0,
    linked: 0,
    failed: 0,
    detail: "The access token has expired.",
  };
  await expect(importFile(lines, { ...parts, send: async () => [failedSummary] })).rejects.toThrow(
    "The access token has expired.",
  );
  await expect(importFile(lines, { ...parts, send: async () => [] })).rejects.toThrow("The import was interrupted.");
});
