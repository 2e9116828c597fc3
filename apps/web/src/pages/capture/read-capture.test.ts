import { LIMITS } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { captureFields, readCaptureSearch } from "./read-capture.ts";

describe("what comes in the address", () => {
  it("becomes the fields of a note", () => {
    const search = {
      title: " Owls \n hunt ",
      content: "At night.",
      tags: "birds, #night,birds,,",
      url: "https://example.org/a",
    };
    expect(captureFields(readCaptureSearch(search))).toEqual({
      title: "Owls hunt",
      content: "At night.\n\nhttps://example.org/a",
      tags: ["birds", "night"],
      isCut: false,
    });
  });

  it("can be missing or of another kind", () => {
    expect(captureFields(readCaptureSearch({ title: 2024, content: { a: 1 }, tags: ["x"], other: "y" }))).toEqual({
      title: "2024",
      content: "",
      tags: [],
      isCut: false,
    });
  });

  it.each([
    [8_000, false],
    [8_001, true],
  ])("of %s characters is cut: %s", (length, isCut) => {
    const fields = captureFields({ content: "🦉".repeat(length) });
    expect([[...fields.content].length, fields.isCut]).toEqual([8_000, isCut]);
  });

  it.each([
    [300, "x".repeat(300), ""],
    [301, `${"x".repeat(299)}…`, "x".repeat(301)],
  ])("with a title of %s characters keeps the whole of it", (length, title, content) => {
    expect(captureFields({ title: "x".repeat(length) })).toEqual({ title, content, tags: [], isCut: false });
  });

  it("says that tags were left out", () => {
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`).join(",");
    expect(captureFields({ tags: tags(32) })).toMatchObject({ isCut: false });
    expect(captureFields({ tags: tags(33) })).toMatchObject({ isCut: true });
    const { tagLength } = LIMITS;
    expect(captureFields({ tags: "x".repeat(tagLength) })).toMatchObject({ isCut: false });
    expect(captureFields({ tags: "x".repeat(tagLength + 1) })).toMatchObject({ tags: [], isCut: true });
  });
});
