import { describe, expect, it } from "vitest";
import type { CanonicalNote } from "../notes/canonical-note.ts";
import { mergeNotes } from "./merge-notes.ts";

const BASE: CanonicalNote = {
  title: "Owls hunt",
  content: "At night.\n\nAlone.\n\nIn woods.",
  note_type: "fact",
  tags: ["birds", "night"],
  importance: 0.5,
  archived: false,
};
const mergeOf = (file: Partial<CanonicalNote>, server: Partial<CanonicalNote>) =>
  mergeNotes(BASE, { ...BASE, ...file }, { ...BASE, ...server });

describe("merging notes", () => {
  it("takes each field from the side that changed it", () => {
    expect(
      mergeOf(
        { title: "Owls hunt at night", importance: 0.9 },
        { content: "At night!", note_type: "insight", archived: true },
      ),
    ).toEqual({
      ...BASE,
      title: "Owls hunt at night",
      content: "At night!",
      note_type: "insight",
      importance: 0.9,
      archived: true,
    });
  });

  it("takes the server's type, importance and archive flag when both changed them", () => {
    expect(
      mergeOf({ note_type: "belief", importance: 0.1 }, { note_type: "insight", importance: 0.9, archived: true }),
    ).toEqual({ ...BASE, note_type: "insight", importance: 0.9, archived: true });
  });

  it("refuses titles that both changed, unless alike", () => {
    expect(mergeOf({ title: "Owls see" }, { title: "Owls hear" })).toBeNull();
    expect(mergeOf({ title: "Owls see" }, { title: "Owls see" })).toEqual({ ...BASE, title: "Owls see" });
  });

  it("adds and removes tags of both sides, whatever their case", () => {
    expect(mergeOf({ tags: ["Birds", "woods"] }, { tags: ["birds", "night", "mice"] })!.tags).toEqual([
      "birds",
      "mice",
      "woods",
    ]);
    expect(mergeOf({ tags: ["night"] }, { tags: ["birds"] })!.tags).toEqual([]);
    expect(mergeOf({ tags: ["new", ...BASE.tags] }, { tags: [...BASE.tags, "New"] })!.tags).toEqual([
      ...BASE.tags,
      "New",
    ]);
  });

  it("refuses a merger that the contract refuses", () => {
    const many = (name: string) => Array.from({ length: 30 }, (_, index) => `${name}${index}`);
    expect(mergeOf({ tags: [...BASE.tags, ...many("a")] }, { tags: [...BASE.tags, ...many("b")] })).toBeNull();
    expect(mergeOf({ tags: [...BASE.tags, ...many("a")] }, { importance: 1 })).not.toBeNull();
  });
});
