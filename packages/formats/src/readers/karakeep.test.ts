import { describe, expect, it } from "vitest";
import { readSample } from "../testing/read-sample.ts";
import { byTitle, countsOf, readFiles } from "../testing/source-of.ts";

describe("bookmarks of karakeep", () => {
  it("are named by their address or text, and lists become tags", async () => {
    const result = await readSample("karakeep");
    expect(result).toMatchObject({ reader: "karakeep", tool: "karakeep" });
    expect(byTitle(result)["https://example.org"]).toMatchObject({
      content: "Why\n\nhttps://example.org",
      tags: ["web", "Reading"],
      archived: true,
      created_at: "2021-03-04T05:06:07.000Z",
    });
    expect(byTitle(result)["A text"]!.content).toBe("Owls hunt. At night.");
    expect(countsOf(result)).toEqual({ refused: 1 });
    const again = await readSample("karakeep");
    expect(again.notes.map(({ key }) => key)).toEqual(result.notes.map(({ key }) => key));
  });

  it("are none of them lost to a time in the wrong unit", async () => {
    const bookmark = (title: string, createdAt: number) => ({ title, createdAt, content: { text: title } });
    const file = { bookmarks: [bookmark("milliseconds", 1_614_834_367_000), bookmark("microseconds", 1.6e15)] };
    const result = await readFiles({ "karakeep.json": JSON.stringify(file) });
    expect(result.notes.map((note) => [note.title, note.created_at])).toEqual([
      ["milliseconds", undefined],
      ["microseconds", undefined],
    ]);
    expect(countsOf(result)).toEqual({ time: 2 });
  });
});
