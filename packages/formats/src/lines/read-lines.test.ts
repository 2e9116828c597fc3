import { describe, expect, it } from "vitest";
import { readSample, sampleOf } from "../testing/read-sample.ts";
import { countsOf, readFiles } from "../testing/source-of.ts";

const textOf = async () => new TextDecoder().decode((await sampleOf("knote"))["graph.jsonl"] as Uint8Array);

describe("an export of Knote", () => {
  it("is read as it is, and a cut is told", async () => {
    const result = await readSample("knote");
    expect(result).toMatchObject({ reader: "knote", tool: "Knote", problems: [] });
    expect(result.notes[0]).toMatchObject({ key: "a", archived: true });
    expect(result.links).toHaveLength(1);
    const [note, , end] = (await textOf()).split("\n");
    const { problems } = await readFiles({ "graph.jsonl": `${note}\n${end}` });
    expect(problems[0]!.detail).toContain("cut off");
    const text = `${await textOf()}[]\n{"note":{}}\nnonsense`;
    expect(countsOf(await readFiles({ "graph.jsonl": text }))).toEqual({ refused: 3 });
  });

  it.each(["", "\uFEFF"])(
    "of the first version is one JSON object, or has the state of archived notes",
    async (mark) => {
      const notes = [
        { title: "Old", content: "-", note_type: "fact", state: "archived" },
        { title: "Other", content: "-", note_type: "fact", state: "superseded" },
      ];
      const result = await readFiles({ "knote.json": mark + JSON.stringify({ notes, links: [] }) });
      expect(result.notes.map(({ archived }) => archived)).toEqual([true, undefined]);
    },
  );
});
