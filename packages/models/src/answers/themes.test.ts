import { wordReader } from "@knote/api";
import { describe, expect, it } from "vitest";
import { type Claim, groupByTheme } from "./themes.ts";

const ENGLISH = wordReader("What is it?");

describe("themes", () => {
  it("group claims by a shared word, labelled as the first claim writes it, the rest last", () => {
    const claims = [
      aClaim("Cached tokens expire"),
      aClaim("Memory fades"),
      aClaim("Caching is cheap", ["cach", "cheap"]),
      aClaim("Sleep helps"),
    ];
    expect(
      groupByTheme(claims, new Set(["cach"]), ENGLISH).map(({ label, claims: own }) => [label, own.length]),
    ).toEqual([
      ["Cached", 2],
      [null, 2],
    ]);
  });

  it("are labelled by the word of a later claim where the first has it only beside its text", () => {
    const claims = [
      aClaim("Memory fades", ["cach"]),
      aClaim("Caching is cheap", ["cach"]),
      aClaim("Sleep"),
      aClaim("Rain"),
    ];
    expect(groupByTheme(claims, new Set(["cach"]), ENGLISH)[0]!.label).toBe("Caching");
  });

  it("are not labelled by a word that all claims share or that is no topic", () => {
    const claims = [aClaim("Dave likes cars"), aClaim("Dave likes music"), aClaim("Dave reads"), aClaim("Dave runs")];
    expect(groupByTheme(claims, new Set(["dave"]), ENGLISH)).toEqual([{ label: null, claims }]);
  });

  it("are none without claims", () => {
    expect(groupByTheme([], new Set(["dave"]), ENGLISH)).toEqual([]);
  });
});

function aClaim(
  text: string,
  stems = text
    .toLowerCase()
    .split(" ")
    .map((word) => word.replace(/ed$/, "")),
): Claim {
  return { text, stems: new Set(stems), passages: [0] };
}
