import { describe, expect, it } from "vitest";
import { readSample } from "../testing/read-sample.ts";
import { byTitle, countsOf, linesOfLinks, readFiles } from "../testing/source-of.ts";

describe("a graph of Logseq", () => {
  it("becomes its pages with properties, blocks and days", async () => {
    const result = await readSample("logseq");
    expect(result).toMatchObject({ reader: "logseq", tool: "Logseq" });
    expect(Object.keys(byTitle(result)).toSorted()).toEqual([
      "2021-03-04",
      "Diary",
      "Sleep",
      "Spaced repetition",
      "two words",
    ]);
    expect(byTitle(result)["Spaced repetition"]).toMatchObject({
      key: "logseq:vault:learning/spaced : repetition",
      tags: ["learning", "memory"],
      content: "- Reviews at intervals #[[two words]]\n\t- nested",
    });
    expect(byTitle(result)["Sleep"]!.content).toBe(
      "- See [[srs]]\n- Reviews at intervals #[[two words]]\n- ((64f0c0de-0000-4000-8000-00000000ffff))",
    );
    expect(byTitle(result)["2021-03-04"]!.created_at).toBe("2021-03-04T00:00:00.000Z");
    expect(linesOfLinks(result)).toEqual([
      "extends Spaced repetition Sleep",
      "relates_to 2021-03-04 Diary",
      "relates_to 2021-03-04 Sleep",
      "relates_to Sleep two words",
      "relates_to Spaced repetition two words",
    ]);
  });

  it("of the older form has dots for slashes", async () => {
    expect((await readSample("logseq-old")).notes.map(({ title }) => title)).toEqual(["a/b.c"]);
  });

  it("loses no note to a day that does not exist", async () => {
    const files = { "logseq/config.edn": "{}", "journals/2021_13_04.md": "- x", "journals/1969_12_31.md": "- y" };
    const result = await readFiles(files);
    expect(result.notes.map((note) => [note.title, note.created_at])).toEqual([
      ["2021-13-04", undefined],
      ["1969-12-31", undefined],
    ]);
    expect(countsOf(result)).toEqual({ time: 2 });
  });
});
