import { describe, expect, it } from "vitest";
import { readFiles, type SampleFiles, sourceOf } from "./testing/source-of.ts";
import { recognize } from "./recognize.ts";

const PAGE = "a".repeat(32);

const tools = async (files: SampleFiles, hiddenFolders: readonly string[] = []): Promise<string[]> => {
  const source = { ...sourceOf(files), hiddenFolders };
  return (await recognize(source, source.files, [])).map(({ reader, tool }) => `${reader}: ${tool}`);
};

describe("a source is recognised", () => {
  it.each<[string[], SampleFiles]>([
    [["markdown: Markdown"], { "a.md": "x", "b.csv": "a,b" }],
    [["markdown: Obsidian"], { "a.md": "x", ".obsidian/app.json": "{}" }],
    [["markdown: Foam"], { "a.md": "x", "garden/.foam/x": "" }],
    [["markdown: Knote"], { "a.md": "x", ".knote/graph.jsonl": "{}", ".obsidian/app.json": "{}" }],
    [["logseq: Logseq"], { "logseq/config.edn": "{}", "pages/a.md": "x" }],
    [["logseq: Logseq", "markdown: Obsidian"], { "logseq/config.edn": "", "pages/a.md": "", ".obsidian/a.json": "" }],
    [["notion: Notion"], { [`A ${PAGE}.md`]: "x", "b.md": "y" }],
    [["bear: Bear"], { "A.textbundle/info.json": "{}", "A.textbundle/text.md": "x" }],
    [["roam: Roam"], { "a.json": '[{"title":"A","edit-time":1}]' }],
    [["karakeep: karakeep"], { "a.json": '{"bookmarks":[]}' }],
    [["readwise: Readwise"], { "a.csv": "Highlight,Book Title\n" }],
    [["table: CSV"], { "a.csv": "a,b\n" }],
    [["table: mem0"], { "a.json": '{"results":[]}' }],
    [["table: JSON"], { "a.json": "[]" }],
    [["knote: Knote"], { "a.json": '\uFEFF{"notes":[]}' }],
    [["knote: Knote"], { "a.jsonl": "" }],
  ])("as %j", async (candidates, files) => {
    expect(await tools(files)).toEqual(candidates);
  });

  it("by folders whose files were never read", async () => {
    expect(await tools({ "a.md": "x" }, [".obsidian"])).toEqual(["markdown: Obsidian"]);
  });

  it("by what its notes say", async () => {
    expect((await readFiles({ "a.md": "---\npermalink: a/b\n---\nx" })).tool).toBe("basic-memory");
    const ownExport = await readFiles({ "a.md": "---\nknote: 0195cf6a-7c00-7000-8000-000000000001\n---\nx" });
    expect(ownExport.tool).toBe("Knote");
  });

  it("unless it is of no form, or the caller says which", async () => {
    await expect(tools({ "a.txt": "Dear diary" })).rejects.toThrow("There is nothing to read");
    expect(await readFiles({ "a.md": "x" }, {}, "logseq")).toMatchObject({ reader: "logseq", candidates: [] });
  });
});

it("counts the files that hold no notes", async () => {
  const result = await readFiles({ "a.md": "x", "pic.png": "y", "b.pdf": "z" });
  expect(result.otherFiles).toBe(2);
});
