import { describe, expect, it } from "vitest";
import { readSample } from "../testing/read-sample.ts";
import { byTitle, linesOfLinks } from "../testing/source-of.ts";

describe("a backup of Bear", () => {
  it("becomes its notes without those in the trash", async () => {
    const result = await readSample("bear");
    expect(result).toMatchObject({ reader: "bear", tool: "Bear" });
    expect(byTitle(result)["A claim"]).toMatchObject({
      key: "bear:vault:ID-1",
      tags: ["two words", "short"],
      archived: true,
      created_at: "2021-03-04T05:06:07.000Z",
    });
    expect(Object.keys(byTitle(result)).toSorted()).toEqual(["A claim", "Two"]);
    expect(linesOfLinks(result)).toEqual(["relates_to A claim Two"]);
  });
});
