import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "__defineGetter__",
  "then",
];

describe("the names of every object's own properties", () => {
  it("are ordinary words in texts, tags, searches and keys", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (const name of NAMES) {
      const json = { title: name, content: name, note_type: "fact", tags: [name, `${name}.polluted`] };
      const firstAnswer = await ada.send("POST /api/workspace/notes", { json, headers: { "Idempotency-Key": name } });
      expect([firstAnswer.status, firstAnswer.body.title, firstAnswer.body.tags]).toEqual([201, name, json.tags]);
      const again = await ada.send("POST /api/workspace/notes", { json, headers: { "Idempotency-Key": name } });
      expect([again.text, again.headers["idempotency-replayed"]]).toEqual([firstAnswer.text, "true"]);
      const taggedNotes = await ada.send(`GET /api/graph/notes?tag=${name}`);
      expect(taggedNotes.body.notes.map((note: { id: string }) => note.id)).toEqual([firstAnswer.body.id]);
      expect((await ada.send(`GET /api/graph/notes?q=${name}`)).status).toBe(200);
      expect((await ada.send("POST /api/recall", { json: { query: name } })).status).toBe(200);
      expect((await ada.send("POST /api/ask", { json: { query: name } })).status).toBe(200);
    }
    expect((await ada.send("GET /api/graph/stats")).body.total_notes).toBe(NAMES.length);
  });

  it("are no users, paths, procedures, values or parameters", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (const name of NAMES) {
      expect((await (await app.user(name)).send("GET /api/graph/stats")).body.total_notes).toBe(0);
      const note = { title: "x", content: "x", note_type: name };
      expect((await ada.send("POST /api/workspace/notes", { json: note })).status).toBe(422);
      for (const request of [
        `GET /${name}`,
        `GET /api/workspace/notes/${name}`,
        `GET /docs/${name}`,
        `GET /trpc/${name}`,
        `GET /trpc/notes.${name}`,
        `GET /trpc/${name}.${name}?batch=1&input=${encodeURIComponent(`{"0":{"${name}":{"polluted":1}}}`)}`,
      ]) {
        expect([request, (await ada.send(request)).status]).toEqual([request, 404]);
      }
      expect((await ada.send(`GET /api/graph/notes?note_type=${name}`)).status).toBe(422);
      expect((await ada.send(`GET /api/graph/notes?${name}=1&${name}[polluted]=1&limit[${name}]=1`)).status).toBe(200);
      expect((await ada.send(`${name} /health`)).status).toBeGreaterThanOrEqual(400);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect({}).not.toHaveProperty("polluted");
    expect(app.logLines.join()).not.toContain("request failed");
  });
});
