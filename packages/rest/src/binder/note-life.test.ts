import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";
import { startWithNotes, TITLE } from "../testing/start-with-notes.ts";

describe("pages", () => {
  it("lead from one to the next with the same parameters, and end", async () => {
    const { app, ada } = await startWithNotes();
    await using _ = app;
    for (let count = 0; count < 5; count++) await ada.note(`Note ${count}`, { tags: ["a&b", "é"], note_type: "fact" });
    const seenTitles: string[] = [];
    let next = "/api/graph/notes?limit=2&note_type=fact&note_type=belief&tag=a%26b&tag=%C3%89&token=secret&junk=1";
    for (let pages = 0; pages < 3; pages++) {
      const { headers, body } = await ada.send(`GET ${next}`);
      seenTitles.push(...body.notes.map((note: { title: string }) => note.title));
      expect(body).not.toHaveProperty("next");
      const link = headers["link"];
      if (pages === 2) expect(link).toBeUndefined();
      else {
        expect(link).toMatch(
          /^<\/api\/graph\/notes\?note_type=fact&note_type=belief&tag=a%26b&tag=%C3%89&limit=2&cursor=[\w-]+>; rel="next"$/,
        );
        next = link!.slice(1, link!.indexOf(">"));
      }
    }
    expect(seenTitles).toEqual(["Note 4", "Note 3", "Note 2", "Note 1", "Note 0"]);
  });

  it("have no next page without a limit, even from a cursor on", async () => {
    const { app, ada } = await startWithNotes();
    await using _ = app;
    const first = await ada.send("GET /api/graph/notes?limit=1");
    const cursor = /cursor=([^&>]+)/.exec(first.headers["link"]!)![1]!;
    const rest = await ada.send(`GET /api/graph/notes?cursor=${cursor}`);
    expect(rest.body.notes.map((note: { title: string }) => note.title)).toEqual([TITLE]);
    expect(rest.headers).not.toHaveProperty("link");
  });
});

describe("deleting and restoring", () => {
  it("hides a note and brings it back; a purged one stays gone", async () => {
    const { app, ada, id, other } = await startWithNotes();
    await using _ = app;
    const path = `/api/workspace/notes/${id}`;
    expect((await ada.send(`DELETE ${path}`)).status).toBe(204);
    expect((await ada.send(`DELETE ${path}`)).status).toBe(404);
    expect((await ada.send(`GET /api/workspace/notes/${other}/links`)).body).toEqual({ outgoing: [], incoming: [] });
    expect(await ada.send(`POST ${path}/restore`)).toMatchObject({ status: 200, body: { id, title: TITLE } });
    expect((await ada.send(`GET /api/workspace/notes/${other}/links`)).body.incoming).toHaveLength(1);
    await ada.send(`DELETE ${path}`);
    expect((await ada.send(`DELETE ${path}?purge=true`)).status).toBe(204);
    expect((await ada.send(`POST ${path}/restore`)).status).toBe(404);
  });
});

describe("conflicts", () => {
  it("are 409 for a duplicate link and for a cycle of supersessions", async () => {
    const { app, ada, id, other } = await startWithNotes();
    await using _ = app;
    const link = (source_id: string, target_id: string, relation: string) =>
      ada.send("POST /api/workspace/links", { json: { source_id, target_id, relation } });
    expect((await link(other, id, "relates_to")).status).toBe(409);
    expect((await link(id, other, "supersedes")).status).toBe(201);
    const before = await ada.events();
    const cycle = await link(other, id, "supersedes");
    expect({ status: cycle.status, fields: Object.keys(cycle.body) }).toEqual({ status: 409, fields: ["detail"] });
    const self = await link(id, id, "extends");
    expect(self).toMatchObject({ status: 422, body: { issues: [{ path: "target_id" }] } });
    expect(await ada.events()).toEqual(before);
  });
});

describe("a question for the capable model whose quota is used up", () => {
  it("is answered by the default model, and says so", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const capable = await ada.send("POST /api/ask", { json: { query: "Compare naps and sleep" } });
    expect(capable.headers["x-model-fallback"]).toBe("sonnet-quota");
    expect(capable.body.model).toBe("test-default");
    const plain = await ada.send("POST /api/ask", { json: { query: "What are naps?" } });
    expect(plain.headers).not.toHaveProperty("x-model-fallback");
  });
});
