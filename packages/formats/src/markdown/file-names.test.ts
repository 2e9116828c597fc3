import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyGraph } from "../testing/any-graph.ts";
import { createFileNames, fileNameOf, NAME_BYTES } from "./file-names.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

describe("the name of a file", () => {
  it("is valid and unique on three systems, whatever the titles", () => {
    fc.assert(
      fc.property(anyGraph, ({ notes }) => {
        const nameOf = createFileNames();
        const names = notes.map(({ title }) => nameOf(title));
        for (const name of names) {
          expect(name).not.toMatch(/[*"\\/<>:|?#^[\]\p{Cc}]|%%|^\.|[. ]$|^ |^$/u);
          expect(name).not.toMatch(RESERVED_NAME);
          expect(name).toBe(name.normalize("NFC"));
          expect(name.isWellFormed()).toBe(true);
          expect(bytesOf(`${name}.md`)).toBeLessThanOrEqual(143);
        }
        for (const fold of [
          (name: string) => name.toLowerCase(),
          (name: string) => name.toUpperCase(),
          (name: string) => name.normalize("NFD").toLowerCase(),
        ])
          expect(new Set(names.map(fold)).size).toBe(names.length);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["Spaced repetition beats cramming", "Spaced repetition beats cramming"],
    ["Why: a title/that [no] file|can#hold^it?", "Why a title that no file can hold it"],
    ["...", "Untitled"],
    [".hidden.", "hidden"],
    ["\u200d", "Untitled"],
    ["CON", "CON_"],
    ["con.x", "con_.x"],
    ["COM1", "COM1_"],
    ["Contents", "Contents"],
    ["notes.md", "notes.md_"],
    ["a\u0308", "\u00e4"],
    ["100%%", "100"],
    ["100%", "100%"],
  ])("of %j is %j", (title, name) => {
    expect(fileNameOf(title)).toBe(name);
  });

  it("has at most 120 bytes and ends with a whole sign", () => {
    const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
    expect(fileNameOf("x".repeat(NAME_BYTES))).toBe("x".repeat(NAME_BYTES));
    expect(fileNameOf("x".repeat(NAME_BYTES + 1))).toBe("x".repeat(NAME_BYTES));
    expect(fileNameOf(family.repeat(20))).toBe(family.repeat(6));
    expect(bytesOf(fileNameOf(`z${"\u0301".repeat(200)}`))).toBeLessThanOrEqual(NAME_BYTES);
  });

  it("gets a number where another title has it already", () => {
    const nameOf = createFileNames();
    expect(["Owls", "OWLS", "Owls?", "Owls (2)"].map(nameOf)).toEqual(["Owls", "OWLS (2)", "Owls (3)", "Owls (2) (2)"]);
  });
});
