import type { ImportLink, ImportNote } from "@knote/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finishNotes } from "./import/finish-notes.ts";
import type { Graph } from "./graph/graph.ts";
import { readLines } from "./lines/read-lines.ts";
import { writeLines } from "./lines/write-lines.ts";
import { readNote } from "./markdown/read-note.ts";
import { writeMarkdown } from "./markdown/write-markdown.ts";
import { relationNames } from "./references/relation-names.ts";
import { anyGraph } from "./testing/any-graph.ts";
import { someOptions } from "./testing/some-options.ts";

const RELATIONS = relationNames();

describe("a graph", () => {
  it("comes back from JSON lines with all that its notes and links hold", () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const { notes, links, problems, isWhole } = readLines([...writeLines(graph)].join("\n"));
        expect({ notes: notesOf(notes), links: timedLinks(links), problems, isWhole }).toEqual({
          notes: expectedNotes(graph),
          links: graph.links
            .map((link) => linkText(link.source_id, link.relation, link.target_id) + link.created_at)
            .sort(),
          problems: [],
          isWhole: true,
        });
      }),
    );
  });

  it("comes back from Markdown with all but the times of its links", () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const results = [...writeMarkdown(graph)].map((file) => readNote(file, RELATIONS));
        const { notes, links, problems } = finishNotes(
          results.map((result) => result.note),
          { reader: "markdown", options: someOptions() },
        );
        expect({
          notes: notesOf(notes),
          links: links.map(({ source, relation, target }) => linkText(source, relation, target)).sort(),
          refused: [...results.flatMap((one) => one.problems), ...problems].filter(
            ({ kind }) => kind !== "unresolved" && kind !== "ambiguous",
          ),
        }).toEqual({
          notes: expectedNotes(graph),
          links: graph.links.map((link) => linkText(link.source_id, link.relation, link.target_id)).sort(),
          refused: [],
        });
      }),
      { numRuns: 300 },
    );
  });

  it("loses in Markdown only links to notes that are not written with it", () => {
    const [one, other] = [note(1, "One"), note(2, "Other")];
    const link = { source_id: one.id, target_id: other.id, relation: "extends", created_at: one.created_at } as const;
    expect([...writeMarkdown({ notes: [one], links: [link] })][0]!.text).not.toContain("extends");
    expect([...writeMarkdown({ notes: [one, other], links: [link] })][0]!.text).toContain('extends:\n  - "[[Other]]"');
  });

  it("is not whole when its last line is missing, or names other numbers", () => {
    const lines = [...writeLines({ notes: [note(1, "One")], links: [] })];
    expect(readLines(lines.join("\n")).isWhole).toBe(true);
    expect(readLines(lines[0]!).isWhole).toBeNull();
    expect(readLines(lines[1]!).isWhole).toBe(false);
  });
});

function note(number: number, title: string) {
  return {
    id: `0195cf6a-7c00-7000-8000-${String(number).padStart(12, "0")}`,
    title,
    content: "text",
    note_type: "fact",
    tags: [],
    importance: 0.5,
    archived: false,
    created_at: "2026-03-01T12:00:00.000Z",
    updated_at: "2026-03-01T12:00:00.000Z",
  } as const;
}

function notesOf(notes: readonly ImportNote[]) {
  return notes.map(({ key, title, content, note_type, tags, importance, archived = false, created_at }) => ({
    key,
    title,
    content,
    note_type,
    tags,
    importance,
    archived,
    created_at,
  }));
}

function expectedNotes({ notes }: Graph) {
  return notes.map(({ id, updated_at: _, ...fields }) => ({ key: id, ...fields }));
}

function timedLinks(links: readonly ImportLink[]): string[] {
  return links.map((link) => linkText(link.source, link.relation, link.target) + link.created_at).sort();
}

/** Names a link; `relates_to` is the same in both directions. */
function linkText(source: string, relation: string, target: string): string {
  const ends = relation === "relates_to" ? [source, target].sort() : [source, target];
  return [relation, ...ends].join(" ");
}
