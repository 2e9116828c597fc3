import { describe, expect, it } from "vitest";
import { importLinesOf } from "../testing/import-lines-of.ts";
import { startApp, type TestCaller } from "../testing/start-app.ts";
import { startWithNotes, TITLE } from "../testing/start-with-notes.ts";

const EXPORT = "GET /api/workspace/export";

async function linesOf(caller: TestCaller, query = ""): Promise<any[]> {
  const { status, text } = await caller.send(`${EXPORT}${query}`);
  expect(status).toBe(200);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const kindsOf = (lines: readonly object[]) => lines.map((line) => Object.keys(line).join());

describe("an export", () => {
  it("has all notes, the links between them, and their numbers at the end", async () => {
    const { app, ada, id, other } = await startWithNotes();
    await using _ = app;
    await ada.send(`PUT /api/workspace/notes/${other}`, { json: { state: "archived", tags: ["sleep"] } });
    const lines = await linesOf(ada);
    expect(kindsOf(lines)).toEqual(["note", "note", "link", "end"]);
    const { headers } = await ada.send(`GET /api/workspace/notes/${id}`);
    expect(lines.find(({ note }) => note?.key === id).note).toEqual({
      key: id,
      title: TITLE,
      content: "A private explanation.",
      note_type: expect.any(String),
      tags: [],
      importance: 0.5,
      archived: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      etag: headers["etag"],
    });
    expect(lines[0].note).toMatchObject({ key: other, archived: true, tags: ["sleep"] });
    expect(lines[2].link).toEqual({
      source: id,
      target: other,
      relation: "relates_to",
      created_at: expect.any(String),
    });
    expect(lines[3]).toEqual({ end: { notes: 2, links: 1 } });
  });

  it("comes back from an import with all that it holds", async () => {
    const { app, ada } = await startWithNotes();
    await using _ = app;
    const lines = await linesOf(ada);
    const bob = await app.user("bob");
    const { summary } = await importLinesOf(bob, lines.slice(0, -1));
    expect(summary).toEqual({ done: true, created: 2, exists: 0, linked: 1, failed: 0 });
    const withoutIds = ({ note, link, end }: any) => [
      note?.title,
      note?.content,
      note?.created_at,
      link?.relation,
      end,
    ];
    const texts = (all: readonly object[]) => all.map((line) => JSON.stringify(withoutIds(line))).toSorted();
    expect(texts(await linesOf(bob))).toEqual(texts(lines));
    expect((await importLinesOf(ada, lines.slice(0, -1))).summary).toMatchObject({ created: 0, exists: 3, failed: 0 });
  });

  it.each([
    ["?note_type=belief", 0],
    ["?q=dreams", 1],
    ["?q=type:fact+-dreams", 1],
    ["?state=active", 2],
    ["?state=archived", 0],
    ["?tag=none", 0],
    ["?needs_review=false", 2],
  ])("of %s has %i notes, and only links whose notes both came", async (query, count) => {
    const { app, ada } = await startWithNotes();
    await using _ = app;
    const lines = await linesOf(ada, query);
    expect(lines.at(-1)).toEqual({ end: { notes: count, links: count === 2 ? 1 : 0 } });
    expect(lines).toHaveLength(count === 2 ? 4 : count + 1);
  });

  it("leaves out deleted notes and other users' notes", async () => {
    const { app, ada, id } = await startWithNotes();
    await using _ = app;
    await ada.send(`DELETE /api/workspace/notes/${id}`);
    expect(kindsOf(await linesOf(ada))).toEqual(["note", "end"]);
    expect(await linesOf(await app.user("bob"), "?history=true")).toEqual([{ end: { notes: 0, links: 0 } }]);
  });

  it("is compressed where the client takes it", async () => {
    const { app, ada } = await startWithNotes();
    await using _ = app;
    const plain = await ada.send(EXPORT);
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(plain.headers["content-type"]).toBe("application/x-ndjson");
    const response = await fetch(`${app.url}/api/workspace/export`, {
      headers: { Authorization: `Bearer ${ada.token}`, "Accept-Encoding": "gzip" },
    });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(await response.text()).toBe(plain.text);
  });

  it("of more than a batch comes whole and in turns", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const notes = Array.from({ length: 1_201 }, (_, index) => ({
      note: { key: `${index}`, title: `Owl ${index}`, content: "-", note_type: "fact" },
    }));
    const links = Array.from({ length: 1_200 }, (_, index) => ({
      link: { source: `${index}`, target: `${index + 1}`, relation: "extends" },
    }));
    await importLinesOf(ada, [...notes, ...links]);
    const lines = await linesOf(ada);
    expect(lines.at(-1)).toEqual({ end: { notes: 1_201, links: 1_200 } });
    expect(new Set(lines.flatMap(({ note }) => note?.key ?? [])).size).toBe(1_201);
  });

  it("has the history of its notes by kind where it is asked for", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const note = { key: "diary", title: "Owls hunt", content: "-", note_type: "decision" };
    const { results } = await importLinesOf(ada, [{ note }]);
    const id = results[0]!.id!;
    await ada.send(`PUT /api/workspace/notes/${id}`, { json: { title: "Owls sleep" } });
    await ada.send(`PUT /api/workspace/notes/${id}/stance`, { json: { confidence: 0.7 } });
    const lines = await linesOf(ada, "?history=true");
    expect(kindsOf(lines)).toEqual(["note", "revision", "key", "stance", "end"]);
    expect(lines[1].revision).toMatchObject({ note: id, revision: 1, title: "Owls hunt" });
    expect(lines[2]).toEqual({ key: { note: id, key: "diary" } });
    expect(lines[3].stance).toMatchObject({ note: id, confidence: 0.7 });
    expect(kindsOf(await linesOf(ada))).toEqual(["note", "end"]);
  });

  it.each([
    ["?state=lost", "state"],
    ["?history=maybe", "history"],
    ["?heads=1", "heads"],
  ])("is refused for %s", async (query, path) => {
    await using app = await startApp();
    const { status, body } = await (await app.user("ada")).send(`${EXPORT}${query}`);
    expect(status).toBe(422);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  it("needs a token that can read", async () => {
    await using app = await startApp();
    expect((await app.send(EXPORT)).status).toBe(401);
  });
});

describe("the heads of an export", () => {
  it("tell the state of each note, of its links and of the trash", async () => {
    const { app, ada, id, other } = await startWithNotes();
    await using _ = app;
    const third = await ada.note("Naps help");
    const before = await linesOf(ada, "?heads=true");
    expect(kindsOf(before)).toEqual(["head", "head", "head", "end"]);
    const headOf = (lines: any[], note: string) => lines.find(({ head }) => head?.id === note)?.head;
    expect(headOf(before, id).links).toBe(headOf(before, other).links);
    expect(headOf(before, id).links).not.toBe(headOf(before, third).links);
    await ada.send("POST /api/workspace/links", {
      json: { source_id: third, target_id: other, relation: "extends" },
    });
    const { headers } = await ada.send(`DELETE /api/workspace/notes/${id}`);
    expect(headers).not.toHaveProperty("etag");
    const after = await linesOf(ada, "?heads=true");
    expect(kindsOf(after)).toEqual(["head", "head", "gone", "end"]);
    expect(headOf(after, other).etag).toBe(headOf(before, other).etag);
    expect(headOf(after, other).links).not.toBe(headOf(before, other).links);
    expect(after[2].gone).toEqual({ id, etag: headOf(before, id).etag, deleted_at: expect.any(String) });
    expect(after[3]).toEqual({ end: { notes: 2, links: 1 } });
    await ada.send(`DELETE /api/workspace/notes/${id}?purge=true`);
    expect(kindsOf(await linesOf(ada, "?heads=true"))).toEqual(["head", "head", "end"]);
  });

  it("show nothing of another user", async () => {
    const { app } = await startWithNotes();
    await using _ = app;
    expect(await linesOf(await app.user("bob"), "?heads=true")).toEqual([{ end: { notes: 0, links: 0 } }]);
  });
});
