import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../format-error.ts";
import { anyGraph } from "../testing/any-graph.ts";
import { fileNameOf } from "./file-names.ts";
import { editOwnFile, readOwnFile, type OwnFileEdit } from "./own-file.ts";

const ID = "0195cf6a-7c00-7000-8000-000000000001";

function anEdit({
  archived = false,
  ...fields
}: Partial<Omit<OwnFileEdit, "archived">> & { archived?: boolean | undefined } = {}): OwnFileEdit {
  return {
    id: ID,
    title: "Owls",
    content: "They hunt.",
    note_type: "fact",
    tags: [],
    importance: 0.5,
    archived,
    created_at: "2026-03-01T12:00:00.000Z",
    isLinkWanted: () => true,
    addedLinks: [],
    ...fields,
  };
}

/** What the file says of the note. */
function fieldsOf(path: string, text: string) {
  const { id, title, content, note_type, tags, importance, archived } = readOwnFile(path, text);
  return { id, title, content, note_type, tags, importance, archived };
}

describe("a file of our own", () => {
  it("says what was written, new or in place of another text, and is left alone when it says so already", () => {
    const notes = anyGraph.map(({ notes: all }) => all).filter((all) => all.length > 0);
    fc.assert(
      fc.property(notes, ([first, second = first!]) => {
        const path = `birds/${fileNameOf(first!.title)}.md`;
        for (const [text, note] of [
          [null, first!],
          [editOwnFile(path, null, anEdit(first)), second],
          ["no properties\n", first!],
        ] as const) {
          const { id, title, content, note_type, tags, importance, archived } = note;
          const writtenText = editOwnFile(path, text, anEdit(note));
          expect(fieldsOf(path, writtenText)).toEqual({ id, title, content, note_type, tags, importance, archived });
          expect(editOwnFile(path, writtenText, anEdit(note))).toBe(writtenText);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("keeps the bytes of everything else", () => {
    const text = `\uFEFF---\r\n# mine\r\ncssclass: wide\r\nknote: ${ID}\r\ntags: [a, b] # birds\r\ncreated: 2026-03-01\r\n---\r\n\r\n  They hunt.  \r\n`;
    expect(editOwnFile("Owls.md", text, anEdit({ tags: ["a", "b"] }))).toBe(text);
    expect(editOwnFile("Owls.md", text, anEdit({ tags: ["a", "b"], importance: 1 }))).toBe(
      text.replace("01\r\n---", "01\r\nimportance: 1\r\n---"),
    );
    expect(editOwnFile("Owls.md", text, anEdit({ tags: ["a", "b"], content: "They see." }))).toBe(
      text.replace("\r\n  They hunt.  \r\n", "They see.\n"),
    );
  });

  it("does not touch what another tool means by our names", () => {
    const text = `---\nknote: ${ID}\ntype: feature\narchived: 2023-10-11\n---\nThey hunt.\n`;
    expect(fieldsOf("Owls.md", text)).toMatchObject({ note_type: "fact", archived: false });
    expect(editOwnFile("Owls.md", text, anEdit())).toBe(text);
    const editedText = editOwnFile("Owls.md", text, anEdit({ note_type: "belief", archived: true }));
    expect(editedText).toBe(text.replace("11\n---", "11\nknote_type: belief\nknote_archived: true\n---"));
  });

  it("removes the time of the last change, which an export writes", () => {
    const text = `---\nknote: ${ID}\nupdated: "2026-03-01T12:00:00.000Z"\n---\nThey hunt.\n`;
    expect(editOwnFile("Owls.md", text, anEdit())).toBe(`---\nknote: ${ID}\n---\nThey hunt.\n`);
  });

  it("adds and removes single links, and keeps the others as they stand", () => {
    const text = `---\nknote: ${ID}\nextends:\n  - "[[A|one]]"\n  - "[[B]] and [[C]]"\n  - words\nrelates_to: [[D]]\n---\nThey hunt.\n`;
    const editedText = editOwnFile(
      "Owls.md",
      text,
      anEdit({
        isLinkWanted: (relation, { target }) => relation === "extends" && target !== "B",
        addedLinks: [
          { relation: "extends", text: "[[E]]" },
          { relation: "supersedes", text: "[[F]]" },
        ],
      }),
    );
    expect(editedText).toBe(
      `---\nknote: ${ID}\nextends:\n  - "[[A|one]]"\n  - "[[C]]"\n  - words\n  - "[[E]]"\nsupersedes:\n  - "[[F]]"\n---\nThey hunt.\n`,
    );
    expect(
      readOwnFile("Owls.md", editedText).relations.map(({ relation, link }) => `${relation} ${link.target}`),
    ).toEqual(["extends A", "extends C", "extends E", "supersedes F"]);
  });

  it("reads tags that stand in one line, and properties without a note's id", () => {
    expect(fieldsOf("sub/Owls.md", "---\ntags: birds, night owls\nimportance: 0.9\n---\ntext")).toEqual({
      ...{ id: null, title: "Owls", content: "text", note_type: "fact" },
      ...{ tags: ["birds", "night owls"], importance: 0.9, archived: false },
    });
  });

  it.each(["---\nknote: x\n", "---\n- a\n---\n", "---\na: [\n---\n", "---"])(
    "refuses broken front matter: %j",
    (text) => {
      expect(() => readOwnFile("Owls.md", text)).toThrow(FormatError);
    },
  );

  it("is known without front matter", () => {
    expect(readOwnFile("Owls.md", "text")).toMatchObject({ id: null, hasFrontMatter: false, content: "text" });
    expect(readOwnFile("Owls.md", "---\n---\ntext")).toMatchObject({ id: null, hasFrontMatter: true });
  });
});
