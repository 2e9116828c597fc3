import { describe, expect, it } from "vitest";
import { startWithNotes, TITLE } from "../testing/start-with-notes.ts";

const REFUSAL = { status: 412, body: { detail: "The note has changed since it was read." } };

describe("the ETag of a note", () => {
  it("comes with every answer that shows the note, and changes with it", async () => {
    const { app, ada, id } = await startWithNotes();
    await using _ = app;
    const path = `/api/workspace/notes/${id}`;
    const first = (await ada.send(`GET ${path}`)).headers["etag"];
    expect(first).toMatch(/^"1\.\d+"$/);
    const { headers } = await ada.send(`PUT ${path}`, { json: { importance: 0.9 } });
    expect(headers["etag"]).toMatch(/^"2\.\d+"$/);
    expect((await ada.send(`GET ${path}`)).headers["etag"]).toBe(headers["etag"]);
    expect((await ada.send(`PUT ${path}`, { json: { importance: 0.9 } })).headers["etag"]).toBe(headers["etag"]);
    await ada.send(`DELETE ${path}`);
    expect((await ada.send(`POST ${path}/restore`)).headers["etag"]).toBe(headers["etag"]);
    const json = { title: "Owls hunt", content: "-", note_type: "fact" };
    const idempotent = { json, headers: { "Idempotency-Key": "a" } };
    const creation = await ada.send("POST /api/workspace/notes", idempotent);
    expect(creation.headers["etag"]).toMatch(/^"1\.\d+"$/);
    expect((await ada.send("POST /api/workspace/notes", idempotent)).headers["etag"]).toBe(creation.headers["etag"]);
  });

  it("does not come with a note of the past, or a refusal", async () => {
    const { app, ada, id } = await startWithNotes();
    await using _ = app;
    const past = await ada.send(`GET /api/workspace/notes/${id}?as_of=2026-03-01`);
    expect(past.headers).not.toHaveProperty("etag");
    expect((await ada.send("GET /api/workspace/notes/unknown")).headers).not.toHaveProperty("etag");
  });
});

describe("If-Match", () => {
  it("lets a change through only while the note is as it was read", async () => {
    const { app, ada, id } = await startWithNotes();
    await using _ = app;
    const path = `/api/workspace/notes/${id}`;
    const etag = (await ada.send(`GET ${path}`)).headers["etag"]!;
    const put = (title: string, match: string) =>
      ada.send(`PUT ${path}`, { json: { title }, headers: { "If-Match": match } });
    const revision = await put("Owls sleep", etag);
    expect(revision.status).toBe(200);
    expect(await put("Owls wake", etag)).toMatchObject(REFUSAL);
    expect(await put("Owls wake", etag.replace(".", ".1"))).toMatchObject(REFUSAL);
    expect((await ada.send(`GET ${path}`)).body.title).toBe("Owls sleep");
    expect((await put("Owls wake", revision.headers["etag"]!)).status).toBe(200);
    expect((await put(TITLE, "*")).status).toBe(200);
  });

  it("accepts a change that has been made already", async () => {
    const { app, ada, id } = await startWithNotes();
    await using _ = app;
    const path = `/api/workspace/notes/${id}`;
    const headers = { "If-Match": (await ada.send(`GET ${path}`)).headers["etag"]! };
    const first = await ada.send(`PUT ${path}`, { json: { title: "Owls sleep" }, headers });
    const again = await ada.send(`PUT ${path}`, { json: { title: "Owls sleep" }, headers });
    expect([again.status, again.headers["etag"]]).toEqual([200, first.headers["etag"]]);
  });

  it.each(["", "?purge=true"])("deletes only the note as it was read (%s)", async (query) => {
    const { app, ada, id } = await startWithNotes();
    await using _ = app;
    const path = `/api/workspace/notes/${id}`;
    const etag = (await ada.send(`GET ${path}`)).headers["etag"]!;
    const revision = await ada.send(`PUT ${path}`, { json: { title: "Owls sleep" } });
    const remove = (match: string) => ada.send(`DELETE ${path}${query}`, { headers: { "If-Match": match } });
    expect(await remove(etag)).toMatchObject(REFUSAL);
    expect((await ada.send(`GET ${path}`)).status).toBe(200);
    expect((await remove(revision.headers["etag"]!)).status).toBe(204);
    expect((await ada.send(`GET ${path}`)).status).toBe(404);
    expect((await remove(revision.headers["etag"]!)).status).toBe(404);
    expect((await ada.send(`POST ${path}/restore`)).status).toBe(query === "" ? 200 : 404);
  });

  it.each(["1.1", '"1"', '"a.b"', 'W/"1.1"', '"1.1", "2.2"', "", '"1234567890123456.1"'])(
    "is refused when it is no ETag: %j",
    async (match) => {
      const { app, ada, id } = await startWithNotes();
      await using _ = app;
      const path = `/api/workspace/notes/${id}`;
      const refusal = {
        status: 422,
        body: { issues: [{ path: "If-Match", message: "If-Match must be the ETag of a note, or an asterisk." }] },
      };
      const headers = { "If-Match": match };
      expect(await ada.send(`PUT ${path}`, { json: { title: "x" }, headers })).toMatchObject(refusal);
      expect(await ada.send(`DELETE ${path}`, { headers })).toMatchObject(refusal);
      expect((await ada.send(`GET ${path}`)).body.title).toBe(TITLE);
    },
  );

  it("of another user's note says that there is none", async () => {
    const { app, ada, id } = await startWithNotes();
    await using _ = app;
    const etag = (await ada.send(`GET /api/workspace/notes/${id}`)).headers["etag"]!;
    const bob = await app.user("bob");
    const headers = { "If-Match": etag };
    expect((await bob.send(`DELETE /api/workspace/notes/${id}`, { headers })).status).toBe(404);
    expect((await bob.send(`PUT /api/workspace/notes/${id}`, { json: { title: "x" }, headers })).status).toBe(404);
    expect((await ada.send(`GET /api/workspace/notes/${id}`)).headers["etag"]).toBe(etag);
  });
});
