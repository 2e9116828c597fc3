import { describe, expect, it } from "vitest";
import { inLines } from "./draw-label.ts";

describe("a title under its note", () => {
  it("takes one line when short, else two lines of whole words", () => {
    expect(inLines("Naps help")).toEqual(["Naps help"]);
    expect(inLines("Spaced reviews help more than cramming")).toEqual(["Spaced reviews help more", "than cramming"]);
  });

  it("ends in an ellipsis when cut, and never takes more room", () => {
    const lines = inLines("Students who took notes by hand understood lectures better than laptop users");
    expect(lines).toEqual(["Students who took notes", "by hand understood…"]);
    const long = inLines(`${"x".repeat(80)} y ${"z".repeat(80)}`);
    expect(long).toHaveLength(2);
    for (const line of [...lines, ...long]) expect(line.length).toBeLessThanOrEqual(24);
    expect(inLines("")).toEqual([""]);
  });
});
