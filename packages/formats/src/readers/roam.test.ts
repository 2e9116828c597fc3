import { describe, expect, it } from "vitest";
import { readSample } from "../testing/read-sample.ts";
import { byTitle, countsOf, linesOfLinks, readFiles } from "../testing/source-of.ts";

describe("an export of Roam", () => {
  it("becomes its pages as outlines", async () => {
    const result = await readSample("roam");
    expect(result).toMatchObject({ reader: "roam", tool: "Roam" });
    expect(byTitle(result)["Spaced repetition"]).toMatchObject({
      key: "roam:vault:page1",
      created_at: "2021-03-04T05:06:07.000Z",
      content: "- Extends:: [[Sleep]]\n- ## Reviews ==work== *well*\n  - [ ] try #[[two words]]",
    });
    expect(byTitle(result)["Sleep"]!.content).toBe(
      "- Reviews ==work== *well*, Reviews ==work== *well*, [ ] try #[[two words]], ((none))",
    );
    expect(Object.keys(byTitle(result))).not.toContain("March 4th, 2021");
    expect(linesOfLinks(result)).toEqual([
      "extends Spaced repetition Sleep",
      "relates_to Sleep two words",
      "relates_to Spaced repetition two words",
    ]);
    expect(countsOf(result)).toEqual({ empty: 1 });
  });

  it("can be as deep as it likes", async () => {
    const depth = 5_000;
    const open = '{"string":"x","children":[';
    const json = `[{"title":"Deep","uid":"d","children":[${open.repeat(depth)}${"]}".repeat(depth)}]}]`;
    const { notes, problems } = await readFiles({ "graph.json": json });
    // An outline of this depth is longer than a note, as each level is indented.
    expect([notes.length, problems.map(({ kind }) => kind)]).toEqual([0, ["long"]]);
  });

  it("loses no page to what is none, or to a time or heading that cannot be", async () => {
    const times = [0, -1, 8.64e15, 8.65e15, 253_402_300_799_999, 253_402_300_800_000];
    const pages = times.map((time) => {
      return { title: `At ${time}`, "create-time": time, children: [{ string: "x", heading: 1e9 }] };
    });
    const result = await readFiles({ "graph.json": JSON.stringify([null, "page", ...pages]) });
    expect(byTitle(result)["At 0"]).toMatchObject({ created_at: "1970-01-01T00:00:00.000Z", content: "- ###### x" });
    expect(result.notes.filter((note) => note.created_at !== undefined)).toHaveLength(1);
    expect(result.notes).toHaveLength(times.length);
    // The last moment of the year 9999 is a time, but not a past one.
    expect(countsOf(result)).toEqual({ time: 5 });
  });
});
