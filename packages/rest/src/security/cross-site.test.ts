import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";
import { startWithNotes } from "../testing/start-with-notes.ts";
import { SCENARIOS } from "../testing/scenarios.ts";

const NOTE = JSON.stringify({ title: "Planted", content: "By a page.", note_type: "fact" });
const EVIL = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site", Referer: "https://evil.example/" };

/** Requests that a page can send to another site without a preflight. */
const SIMPLE: Record<string, Record<string, string>> = {
  text: { "Content-Type": "text/plain" },
  "a form": { "Content-Type": "application/x-www-form-urlencoded" },
  "a form with files": { "Content-Type": "multipart/form-data; boundary=x" },
  "no type": { "Content-Type": "" },
};

describe("a page of another site", () => {
  it("gains nothing from cookies: no response sets one, and none authorises a request", async () => {
    const { app, ada, id, other } = await startWithNotes();
    await using _app = app;
    const cookie = [`token=${ada.token}`, `session=${ada.token}`, `access_token=${ada.token}`].join("; ");
    for (const { request, json, scope } of Object.values(SCENARIOS)) {
      const requestOptions = { headers: { ...EVIL, Cookie: cookie }, ...(json && { json: json(id, other) }) };
      const { status, headers } = await app.send(request(id, other), requestOptions);
      expect([request(id, other), status === 401]).toEqual([request(id, other), scope !== "nobody needed"]);
      expect(headers).not.toHaveProperty("set-cookie");
      expect(headers).not.toHaveProperty("access-control-allow-origin");
    }
  });

  it.each(Object.entries(SIMPLE))("cannot write with %s, even with a token", async (_name, headers) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (const door of ["POST /api/workspace/notes", "POST /api/ask", "POST /trpc/notes.create"]) {
      const answer = await ada.send(door, { bytes: NOTE, headers: { ...headers, ...EVIL } });
      expect([door, answer.status]).toEqual([door, 415]);
    }
    expect(await ada.events()).toEqual([]);
  });

  it("writes nothing with GET", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const input = encodeURIComponent(NOTE);
    for (const door of [
      `GET /trpc/notes.create?input=${input}`,
      `GET /trpc/notes.create?batch=1&input=${encodeURIComponent(`{"0":${NOTE}}`)}`,
    ]) {
      const { status } = await ada.send(door);
      expect([door, status >= 400 && status < 500]).toEqual([door, true]);
    }
    for (const path of ["/api/workspace/notes", "/api/workspace/links", "/api/ask"]) {
      for (const override of ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"]) {
        const { status } = await ada.send(`GET ${path}?_method=POST`, { headers: { [override]: "POST" } });
        expect(status).toBe(405);
      }
    }
    expect(await ada.events()).toEqual([]);
  });

  it("whose host name resolves to this service is refused before anything else", async () => {
    await using app = await startApp({ allowedHosts: ["127.0.0.1", "localhost"] });
    const ada = await app.user("ada");
    for (const host of [
      "evil.example",
      "127.0.0.1.evil.example:8420",
      "localhost.",
      "[::ffff:127.0.0.1]",
      "0",
      "2130706433",
    ]) {
      for (const { request, json } of Object.values(SCENARIOS)) {
        const requestOptions = { headers: { Host: host }, ...(json && { json: json("x", "y") }) };
        expect((await ada.send(request("x", "y"), requestOptions)).status).toBe(421);
      }
    }
    expect(await ada.events()).toEqual([]);
  });
});
