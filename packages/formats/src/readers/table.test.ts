import { describe, expect, it } from "vitest";
import { readSample } from "../testing/read-sample.ts";
import { countsOf, readFiles } from "../testing/source-of.ts";

describe("a table", () => {
  it("is read by the names of its columns, or by rules", async () => {
    const result = await readSample("table", { columns: ["created=When"] });
    expect(result).toMatchObject({ reader: "table", tool: "CSV" });
    expect(result.notes).toMatchObject([
      { title: "Owls hunt", content: "At night", tags: ["birds", "night"], created_at: "2021-03-04T00:00:00.000Z" },
      { title: "Bats", content: "Fly" },
    ]);
    expect(countsOf(result)).toEqual({ time: 1 });
    await expect(readSample("table", { columns: ["title=Nothing"] })).rejects.toThrow("There is no column Nothing");
    await expect(readSample("table", { columns: ["colour=Text"] })).rejects.toThrow("colour is no field");
    await expect(readFiles({ "x.csv": "a,b\n1,2\n" })).rejects.toThrow("Say which column is the title");
  });

  it.each(["mem0", "supermemory", "memos"])("of %s needs no rules", async (tool) => {
    const result = await readSample(tool);
    expect(result.tool).toBe(tool);
    expect(result.notes).toEqual([
      {
        key: "table:vault:m1",
        title: "Likes tea",
        content: "Likes tea. Really.",
        note_type: "fact",
        tags: ["food"],
        importance: 0.5,
        created_at: "2026-01-02T03:04:05.000Z",
      },
    ]);
  });

  it("in JSON lies where the path says", async () => {
    const files = { "x.json": JSON.stringify({ data: { items: [{ title: "Owls", content: "Hunt" }] } }) };
    expect((await readFiles(files, { at: "data.items" })).notes).toHaveLength(1);
    await expect(readFiles(files)).rejects.toThrow("say where it lies");
    await expect(readFiles({ "x.png": "x" })).rejects.toThrow("There is nothing to read");
  });
});
