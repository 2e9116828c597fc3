import { describe, expect, it } from "vitest";
import { importLinesOf } from "../testing/import-lines-of.ts";
import { startApp, type TestApp } from "../testing/start-app.ts";

const note = (key: string, title = `Note ${key}`) => ({ note: { key, title, content: "-", note_type: "fact" } });
const link = (source: string, relation: string, target: string) => ({ link: { source, target, relation } });
const FILE = [note("a"), note("b"), link("a", "supersedes", "b"), note("c"), link("c", "relates_to", "a")];

async function totals(app: TestApp, userId: string) {
  const { body } = await (await app.user(userId)).send("GET /api/graph/stats");
  return [body.total_notes, body.total_links];
}

describe("a file that is imported again", () => {
  it("stores nothing twice, and returns the ids of the existing notes", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const first = await importLinesOf(ada, FILE);
    const again = await importLinesOf(ada, FILE);
    expect(again.results).toEqual(first.results.map((result) => ({ ...result, status: "exists" })));
    expect(again.summary).toEqual({ done: true, created: 0, exists: 5, linked: 0, failed: 0 });
    expect(await totals(app, "ada")).toEqual([3, 2]);
  });

  it("continues where it was interrupted", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    await importLinesOf(ada, FILE.slice(0, 2));
    const { results } = await importLinesOf(ada, FILE);
    expect(results.map(({ status }) => status)).toEqual(["exists", "exists", "linked", "created", "linked"]);
    expect(await totals(app, "ada")).toEqual([3, 2]);
  });

  it("stores each note once when it is sent several times at once", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const lines = Array.from({ length: 300 }, (_, index) => note(`n${index}`));
    const imports = await Promise.all(
      [1, 2, 3, 4].map(() => importLinesOf(ada, [...lines, link("n0", "supersedes", "n1")])),
    );
    expect(imports.reduce((sum, { summary }) => sum + summary!.created, 0)).toBe(300);
    expect(imports.reduce((sum, { summary }) => sum + summary!.linked, 0)).toBe(1);
    expect(imports.map(({ summary }) => summary!.failed)).toEqual([0, 0, 0, 0]);
    expect(await totals(app, "ada")).toEqual([300, 1]);
  });

  it("does not overwrite a note that was edited since, and says so", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const [{ id } = { id: "" }] = (await importLinesOf(ada, [note("a", "Owls hunt")])).results;
    const { results } = await importLinesOf(ada, [note("a", "Owls sleep")]);
    const detail = "The note of this key says something else; it was left as it is.";
    expect(results).toEqual([{ line: 1, status: "exists", id, detail }]);
    expect((await ada.send(`GET /api/workspace/notes/${id}`)).body.title).toBe("Owls hunt");
  });

  it("finds the notes of an export by their ids, and stores them where they do not exist", async () => {
    await using app = await startApp();
    const [ada, grace] = [await app.user("ada"), await app.user("grace")];
    const id = await ada.note("Written by hand");
    const { content } = (await ada.send(`GET /api/workspace/notes/${id}`)).body;
    const exportedLine = JSON.stringify({ note: { key: id, title: "Written by hand", content, note_type: "fact" } });
    expect((await importLinesOf(ada, [exportedLine])).results).toMatchObject([{ line: 1, status: "exists", id }]);
    expect(await totals(app, "ada")).toEqual([1, 0]);
    const [result] = (await importLinesOf(grace, [exportedLine])).results;
    expect(result).toMatchObject({ status: "created" });
    expect(result!.id).not.toBe(id);
  });

  it("keeps notes archived, in another graph and in their own", async () => {
    await using app = await startApp();
    const [ada, grace] = [await app.user("ada"), await app.user("grace")];
    const id = await ada.note("Set aside");
    await ada.send(`PUT /api/workspace/notes/${id}`, { json: { state: "archived" } });
    const { content } = (await ada.send(`GET /api/workspace/notes/${id}`)).body;
    const fields = { key: id, title: "Set aside", content, note_type: "fact", archived: true };
    const exportedLines = [{ note: fields }, note("b"), link("b", "contradicts", id)];
    expect((await importLinesOf(ada, exportedLines.slice(0, 1))).results).toEqual([{ line: 1, status: "exists", id }]);
    const { results } = await importLinesOf(grace, exportedLines);
    expect(results.map(({ status }) => status)).toEqual(["created", "created", "linked"]);
    const { notes } = (await grace.send("GET /api/graph/notes?state=archived")).body;
    expect(notes).toMatchObject([{ id: results[0]!.id, title: "Set aside", state: "archived" }]);
    const { revisions } = (await grace.send(`GET /api/workspace/notes/${results[0]!.id}/history`)).body;
    expect(revisions).toHaveLength(1);
  });

  it("reports a note that exists unarchived as existing, and does not archive it", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    await importLinesOf(ada, [note("a")]);
    const { results } = await importLinesOf(ada, [{ note: { ...note("a").note, archived: true } }]);
    const detail = "The note of this key says something else; it was left as it is.";
    expect(results).toMatchObject([{ status: "exists", detail }]);
    expect((await ada.send("GET /api/graph/notes?state=archived")).body.notes).toEqual([]);
  });

  it("brings no deleted note back, but stores a purged one again", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const [{ id } = { id: "" }] = (await importLinesOf(ada, [note("a"), note("b")])).results;
    await ada.send(`DELETE /api/workspace/notes/${id}`);
    const { results } = await importLinesOf(ada, [note("a"), link("b", "extends", "a")]);
    const detail = "The note of this key was deleted; it can be restored until it is purged.";
    expect(results).toMatchObject([
      { status: "exists", id, detail },
      { status: "error", detail: "Note not found." },
    ]);
    await ada.send(`DELETE /api/workspace/notes/${id}?purge=true`);
    const again = await importLinesOf(ada, [note("a")]);
    expect(again.results).toMatchObject([{ status: "created" }]);
    expect(again.results[0]!.id).not.toBe(id);
  });
});

describe("the links of an import", () => {
  it("name notes by key or id, of earlier imports too", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const id = await ada.note("Written by hand");
    await importLinesOf(ada, [note("a")]);
    const { results } = await importLinesOf(ada, [link("a", "extends", id), link(id, "derived_from", "a")]);
    expect(results.map(({ status }) => status)).toEqual(["linked", "linked"]);
  });

  it("cannot name a note of a later line", async () => {
    await using app = await startApp();
    const { results } = await importLinesOf(await app.user("ada"), [link("a", "extends", "b"), note("a"), note("b")]);
    expect(results.map(({ status }) => status)).toEqual(["error", "created", "created"]);
    expect(await totals(app, "ada")).toEqual([2, 0]);
  });

  it("never close a cycle of supersessions", async () => {
    await using app = await startApp();
    const { results } = await importLinesOf(await app.user("ada"), [
      note("a"),
      note("b"),
      note("c"),
      link("a", "supersedes", "b"),
      link("b", "supersedes", "c"),
      link("c", "supersedes", "a"),
    ]);
    expect(results.at(-1)).toEqual({
      line: 6,
      status: "error",
      detail: "This link would make a note supersede itself through a chain.",
    });
    expect(await totals(app, "ada")).toEqual([3, 2]);
  });

  it("see nothing of another user's keys and notes", async () => {
    await using app = await startApp();
    const [ada, grace] = [await app.user("ada"), await app.user("grace")];
    await importLinesOf(ada, [note("a", "Ada's own")]);
    const id = await ada.note("By hand");
    const { results, text } = await importLinesOf(grace, [
      note("b"),
      link("b", "extends", "a"),
      link("b", "extends", id),
      note("a", "Grace's own"),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["created", "error", "error", "created"]);
    expect(text).not.toContain("Ada");
    expect(await totals(app, "ada")).toEqual([2, 0]);
    expect(await totals(app, "grace")).toEqual([2, 0]);
  });
});
