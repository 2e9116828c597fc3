import { describe, expect, it } from "vitest";
import { readSource } from "../read-source.ts";
import { openZip } from "../sources/open-zip.ts";
import { readSample, sampleOf } from "../testing/read-sample.ts";
import { someOptions } from "../testing/some-options.ts";
import { byTitle, countsOf, linesOfLinks, zipOf } from "../testing/source-of.ts";

const PAGE = "a".repeat(32);

describe("an export of Notion", () => {
  it("in an archive within an archive becomes its pages, with the columns of their tables", async () => {
    const inner = new Uint8Array(await (await zipOf(await sampleOf("notion"))).arrayBuffer());
    const source = await openZip("Export", await zipOf({ "Export-1-Part-1.zip": inner }));
    const result = await readSource(source, someOptions({ source: "Export" }));
    expect(result).toMatchObject({ reader: "notion", tool: "Notion" });
    expect(byTitle(result)["Write it: now?"]).toMatchObject({
      key: `notion:Export:${PAGE}`,
      tags: ["work", "home"],
      created_at: "2021-03-04T05:06:00.000Z",
      content: expect.stringMatching(/^Remark: stays in the text/),
    });
    expect(byTitle(result)["Plan"]!.content).toBe("Text: colon stays");
    expect(linesOfLinks(result)).toEqual(["depends_on Write it: now? Plan", "relates_to Tasks Write it: now?"]);
    expect(countsOf(result)).toEqual({});
  });

  it("reads the same unpacked", async () => {
    const result = await readSample("notion");
    expect(result.notes.map(({ key }) => key)).toContain(`notion:vault:${PAGE}`);
    expect(linesOfLinks(result)).toHaveLength(2);
  });

  it("as HTML is refused with what to choose", async () => {
    await expect(readSample("notion-html")).rejects.toThrow("choose “Markdown & CSV”");
  });
});
