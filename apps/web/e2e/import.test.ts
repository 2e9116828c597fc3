import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openZip } from "@knote/formats";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { dragFiles } from "./support/drop-files.ts";
import { importLines } from "./support/import-lines.ts";
import { shareDashboard } from "./support/share-dashboard.ts";
import type { Dashboard } from "./support/start-dashboard.ts";
import { vaultWith } from "./support/vault.ts";

const newcomer = shareDashboard();

const VAULT = {
  "Owls hunt at night.md": '---\ntags: [birds]\nextends: "[[Owls see well]]"\n---\nThey hear mice. See [[Nowhere]].',
  "Birds/Owls see well.md": "Big eyes.",
  "Birds/owl.png": "no text",
  ".obsidian/app.json": "{}",
  ".trash/Old.md": "gone",
};

async function titles({ api }: Dashboard): Promise<string[]> {
  const { notes } = (await api("GET", "/api/graph/notes")).body;
  return notes.map(({ title }: { title: string }) => title).toSorted();
}

const figures = (page: Page) => page.locator("dl[aria-label='What would come in']").innerText();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

describe("an import", () => {
  it("of a dropped folder shows the plan, then the notes, and can be undone after a reload", async () => {
    await using dashboard = await newcomer();
    await using vault = await vaultWith(VAULT);
    const { page, watch, goto } = await dashboard.visit();
    await goto("/notes");
    await dragFiles(page, [vault.path], { isDropped: false });
    await page.getByText("Drop to import").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await dragFiles(page, [vault.path]);
    await page.getByText("My vault was read as Obsidian.").waitFor();
    expect((await figures(page)).split(/\s+/)).toEqual(["notes", "2", "links", "1", "tags", "1"]);
    expect(await titles(dashboard)).toEqual([]);
    await page.getByText("Links that lead nowhere: 1").click();
    await page.getByText("Nowhere leads nowhere.").waitFor();
    await page.getByText("1 file holds no note and stays where it is.").waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    await press(page, "Import 2 notes");
    await page.getByText("2 notes stored, 1 link made, 0 already here, 0 refused.").waitFor();
    expect(await titles(dashboard)).toEqual(["Owls hunt at night", "Owls see well"]);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole("list", { name: "Imported notes" }).getByText("Owls see well").click();
    await page.getByRole("complementary", { name: "Note beside" }).getByText("Big eyes.").waitFor();

    const { notes } = (await dashboard.api("GET", "/api/graph/notes?q=eyes")).body;
    await dashboard.api("PUT", `/api/workspace/notes/${notes[0].id}`, { importance: 0.9 });
    await goto("/import");
    await page.getByText("Latest import: My vault, 2 notes").waitFor();
    await press(page, "Undo the import");
    await page.getByText("1 note was deleted.").waitFor();
    await page.getByText("1 note was changed since and stays.").waitFor();
    expect(await titles(dashboard)).toEqual(["Owls see well"]);
    await press(page, "Import something else");
    expect(await page.getByText("Latest import").count()).toBe(0);
    expect(watch.problems).toEqual([]);
  });

  it("of a chosen folder doubles nothing the second time, by keyboard alone", async () => {
    await using dashboard = await newcomer();
    await using vault = await vaultWith(VAULT);
    const { page, watch, goto } = await dashboard.visit();
    for (const outcome of [
      "2 notes stored, 1 link made, 0 already here",
      "0 notes stored, 0 links made, 3 already here",
    ]) {
      await goto("/settings");
      await page.getByRole("link", { name: "Import notes …" }).press("Enter");
      const choosing = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Choose a folder" }).press("Enter");
      await (await choosing).setFiles(vault.path);
      await page.getByRole("button", { name: "Import 2 notes" }).press("Enter");
      await page.getByText(outcome).waitFor();
    }
    expect(await titles(dashboard)).toHaveLength(2);
    expect(watch.problems).toEqual([]);
  });

  it("that stops goes on where it was, and a second click does nothing", async () => {
    await using dashboard = await newcomer();
    await using vault = await vaultWith({});
    const file = join(vault.path, "../many.csv");
    const rows = Array.from({ length: 450 }, (_, index) => `Note ${index},Text ${index}`);
    await writeFile(file, `title,content\n${rows.join("\n")}\n`);
    const { page, context, goto } = await dashboard.visit();
    await goto("/notes");
    await dragFiles(page, [file]);
    await page.getByText("many was read as CSV.").waitFor();
    let requests = 0;
    const [isSecond, isStopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await context.route("/api/workspace/import", async (route) => {
      requests += 1;
      if (requests !== 2) return await route.continue();
      isSecond.resolve();
      await isStopped.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Import 450 notes" }).dblclick();
    await isSecond.promise;
    await page.getByText("200 of 450 lines stored").waitFor();
    await press(page, "Stop");
    isStopped.resolve();
    await page.getByText("The import was stopped.").waitFor();
    await page.getByText("400 notes stored").waitFor();

    await context.unroute("/api/workspace/import");
    await context.route("/api/workspace/import", (route) => route.abort());
    await press(page, "Go on");
    await page.getByRole("alert").getByText("Knote cannot be reached.").waitFor();
    await context.unroute("/api/workspace/import");
    await press(page, "Go on");
    await page.getByText("450 notes stored, 0 links made, 0 already here, 0 refused.").waitFor();
    expect((await dashboard.api("GET", "/api/graph/stats")).body.total_notes).toBe(450);
  });

  it("of a table asks for its columns, and reads it again as it is told", async () => {
    await using dashboard = await newcomer();
    await using vault = await vaultWith({ "x.csv": "Claim it,Why\nOwls hunt,At night\n" });
    const { page, goto } = await dashboard.visit();
    await goto("/import");
    await page.getByLabel("Files to import").setInputFiles(join(vault.path, "x.csv"));
    await page.getByRole("alert").getByText("Say which column is the title").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByLabel("Columns").fill("title=Claim it\ncontent=Why");
    await page.getByLabel("Type of notes that have none").selectOption("insight");
    await press(page, "Read again");
    await page.getByText("insight 1").waitFor();
    await press(page, "Import 1 note");
    await page.getByText("1 note stored").waitFor();
    const { notes } = (await dashboard.api("GET", "/api/graph/notes")).body;
    expect(notes).toMatchObject([{ title: "Owls hunt", note_type: "insight" }]);
  });

  it("that could be two things lets its user choose", async () => {
    await using dashboard = await newcomer();
    await using vault = await vaultWith({ ...VAULT, "logseq/config.edn": "{}", "pages/a.b.md": "- x" });
    const { page, goto } = await dashboard.visit();
    await goto("/notes");
    await dragFiles(page, [vault.path]);
    await page.getByText("It could also be Obsidian: choose below.").waitFor();
    expect(await figures(page)).toMatch(/^notes\s+1/);
    await page.getByLabel("As", { exact: true }).selectOption("markdown");
    await press(page, "Read again");
    await expect.poll(() => figures(page)).toMatch(/^notes\s+3/);
  });

  it("says which lines it refuses, and takes the others", async () => {
    await using dashboard = await newcomer();
    await using vault = await vaultWith({
      "diary.txt": "Dear diary",
      "lines.ndjson": [
        '{"link":{"source":"a","target":"nowhere","relation":"extends"}}',
        '{"note":{"key":"a","title":"Taken","content":"-","note_type":"fact"}}',
        '{"note":{"title":"Of no type","content":"-"}}',
      ].join("\n"),
    });
    const { page, goto } = await dashboard.visit();
    await goto("/import");
    await page.getByLabel("Files to import").setInputFiles(join(vault.path, "diary.txt"));
    await page.getByRole("alert").getByText("There is nothing to read").waitFor();
    await press(page, "Choose something else");
    await page.getByLabel("Files to import").setInputFiles(join(vault.path, "lines.ndjson"));
    await page.getByText("Not read: 1").click();
    await page.getByText("line 3:").waitFor();
    await press(page, "Import 1 note");
    await page.getByText("1 note stored, 0 links made, 0 already here, 1 refused.").waitFor();
    await page.getByText("a extends nowhere: target is no note").waitFor();
  });

  it("is not begun in the past", async () => {
    await using dashboard = await newcomer();
    await using vault = await vaultWith(VAULT);
    const { page, goto } = await dashboard.visit();
    await goto("/notes?as_of=2020-01-01");
    await dragFiles(page, [vault.path]);
    await page.getByText("The past is read-only: go back to now to import.").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/notes");
    await goto("/import?as_of=2020-01-01");
    await page.getByText("This page has no past").waitFor();
    expect(await titles(dashboard)).toEqual([]);
  });
});

describe("an export", () => {
  it("as Markdown has the notes of its filters and their links", async () => {
    await using dashboard = await newcomer();
    const note = (key: string, title: string, fields: object = {}) => ({
      note: { key, title, content: "-", note_type: "fact", tags: ["birds"], ...fields },
    });
    await importLines(dashboard, [
      note("a", "Owls hunt"),
      note("b", "Owls see: well?", { archived: true }),
      note("c", "Boats float", { tags: [] }),
      { link: { source: "a", target: "b", relation: "extends" } },
      { link: { source: "c", target: "b", relation: "extends" } },
    ]);
    const { page, watch, goto } = await dashboard.visit();
    await goto("/settings");
    await page.getByText("Only some notes").click();
    await page.getByRole("group", { name: "Tags" }).getByRole("combobox").fill("birds");
    await page.getByRole("option", { name: "#birds" }).click();
    await page.getByRole("group", { name: "Tags" }).getByRole("button", { name: "#birds" }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    const [file, name] = await download(page);
    expect(name).toMatch(/^knote-\d{4}-\d\d-\d\d\.zip$/);
    await page.getByText("2 notes, 1 link exported.").waitFor();
    const { files } = await openZip("zip", new Blob([file]));
    expect(files.map(({ path }) => path).toSorted()).toEqual([
      ".knote/graph.jsonl",
      "Owls hunt.md",
      "Owls see well.md",
    ]);
    const owls = await files.find(({ path }) => path === "Owls hunt.md")!.bytes();
    expect(new TextDecoder().decode(owls)).toContain('extends:\n  - "[[Owls see well|Owls see: well?]]"');
    expect(watch.problems).toEqual([]);
  });

  it("that was cut off says so and saves nothing", async () => {
    await using dashboard = await newcomer();
    const { page, context, goto } = await dashboard.visit();
    await context.route("/api/workspace/export?*", (route) => route.fulfill({ body: '{"note":{"key":"a"}}\n' }));
    await goto("/settings");
    await press(page, "Export");
    await page.getByText("The export was cut off before its end; try again.").waitFor();
    expect(await page.getByText("exported.").count()).toBe(0);
  });
});

async function download(page: Page): Promise<[file: Buffer<ArrayBuffer>, name: string]> {
  const saving = page.waitForEvent("download");
  await press(page, "Export");
  const file = await saving;
  return [await readFile(await file.path()), file.suggestedFilename()];
}
