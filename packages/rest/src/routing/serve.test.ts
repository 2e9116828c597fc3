import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const INVALID_NOTE = { title: "", note_type: "rumour" };

describe("the order of checks", () => {
  it("begins with the path, then the method, before anything about the caller", async () => {
    await using app = await startApp();
    const unknown = await app.send("POST /api/workspace/note", { json: INVALID_NOTE });
    expect(unknown).toMatchObject({ status: 404, body: { detail: "There is nothing at this path." } });
    const method = await app.send("PATCH /api/workspace/notes", { json: INVALID_NOTE });
    expect(method.status).toBe(405);
    expect(method.headers["allow"]).toBe("OPTIONS, POST");
    expect(method.headers["www-authenticate"]).toBeUndefined();
  });

  it("checks the token before the body", async () => {
    await using app = await startApp();
    const headers = { "Content-Type": "text/plain" };
    const missing = await app.send("POST /api/workspace/notes", { bytes: "{", headers });
    expect(missing).toMatchObject({ status: 401, body: { detail: "An access token is required." } });
    expect(missing.headers["www-authenticate"]).toBe("Bearer");
    const wrong = await app.send("POST /api/workspace/notes", { token: "a.b.c", bytes: "{", headers });
    expect(wrong).toMatchObject({ status: 401, body: { detail: "The access token is not valid." } });
    expect(wrong.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
  });

  it("checks the scope before the body", async () => {
    await using app = await startApp();
    const reader = await app.user("ada", { scope: "notes:read" });
    const { status, headers, body } = await reader.send("POST /api/workspace/notes", {
      bytes: "{",
      headers: { "Content-Type": "text/plain" },
    });
    expect({ status, body }).toEqual({
      status: 403,
      body: { detail: "This token does not carry the scope notes:write." },
    });
    expect(headers["www-authenticate"]).toBe('Bearer error="insufficient_scope"');
  });

  it("continues with content type, size, syntax, fields, idempotency and ids", async () => {
    await using app = await startApp({ bodyLimitBytes: 200 });
    const ada = await app.user("ada");
    const long = `{"title":"${"x".repeat(300)}"`;
    const post = async (requestOptions: object) => (await ada.send("POST /api/workspace/links", requestOptions)).status;
    expect(await post({ bytes: long, headers: { "Content-Type": "text/plain" } })).toBe(415);
    expect(await post({ bytes: long })).toBe(413);
    expect(await post({ bytes: "{", headers: { "Idempotency-Key": "no good" } })).toBe(400);
    const key = { "Idempotency-Key": "k" };
    expect(await post({ json: { relation: "rumour" }, headers: key })).toBe(422);
    const unknown = { source_id: "nobody", target_id: "nothing", relation: "extends" };
    expect(await post({ json: unknown, headers: key })).toBe(404);
    // Neither the invalid body nor the unknown ids claim the key.
    expect(await post({ json: { ...unknown, relation: "relates_to" }, headers: key })).toBe(404);
  });

  it("ends with the quota", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (let index = 0; index < 50; index++)
      expect((await ada.send("POST /api/ask", { json: { query: "What?" } })).status).toBe(200);
    const before = await ada.events();
    expect((await ada.send("POST /api/ask", { json: { query: "" } })).status).toBe(422);
    const { status, headers, body } = await ada.send("POST /api/ask", { json: { query: "What?" } });
    expect(status).toBe(429);
    expect(body.detail).toMatch(/monthly query quota exceeded.*upgrade.*tier.*wait for the reset/i);
    expect(Number(headers["retry-after"])).toBe((Date.parse("2026-04-01") - app.services.clock.now()) / 1000);
    expect(await ada.events()).toEqual(before);
  });
});
