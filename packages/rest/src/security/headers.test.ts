import { describe, expect, it } from "vitest";
import { rawSocket, readToEnd } from "../testing/raw-socket.ts";
import { SCENARIOS } from "../testing/scenarios.ts";
import { serveRaw } from "../testing/serve-raw.ts";
import { startApp } from "../testing/start-app.ts";
import { startWithNotes } from "../testing/start-with-notes.ts";

describe("every answer", () => {
  it("keeps browsers from running, loading and framing it", async () => {
    const { app, ada, id, other } = await startWithNotes();
    await using _app = app;
    const requests = [
      ...Object.values(SCENARIOS).map(({ request, json }) => ({
        request: request(id, other),
        json: json?.(id, other),
      })),
      ...app.http.routes.map(({ path }) => ({ request: `GET ${path.replace(/\{\w+\}/g, "x")}`, json: undefined })),
      ...app.http.routes.map(({ path }) => ({ request: `OPTIONS ${path.replace(/\{\w+\}/g, "x")}`, json: undefined })),
      { request: "PATCH /api/quota", json: undefined },
      { request: "GET /nothing", json: undefined },
      { request: "POST /api/ask", json: [] },
    ].filter(({ request }) => request !== "GET /api/activity/stream");
    for (const { request, json } of requests) {
      const { headers } = await ada.send(request, json === undefined ? {} : { json });
      expect({ request, headers }).toMatchObject({
        request,
        headers: {
          "x-content-type-options": "nosniff",
          "x-frame-options": "DENY",
          "referrer-policy": "no-referrer",
          "cross-origin-resource-policy": "same-origin",
          "content-security-policy": expect.stringContaining("default-src 'none'"),
          "cache-control": expect.stringMatching(/no-store|no-cache/),
        },
      });
      expect(headers["content-security-policy"]).toMatch(/frame-ancestors 'none'/);
      for (const name of ["x-powered-by", "server"]) expect(headers).not.toHaveProperty(name);
      // Only notes have one, of revision and time.
      expect({ request, etag: headers["etag"] ?? '"1.0"' }).toEqual({
        request,
        etag: expect.stringMatching(/^"\d+\.\d+"$/),
      });
    }
  });

  it("asks for https only if the public address has https", async () => {
    await using secure = await startApp({ publicUrl: "https://notes.example" });
    await using plain = await startApp();
    expect((await secure.send("GET /health")).headers["strict-transport-security"]).toMatch(/^max-age=\d{7,}/);
    expect((await plain.send("GET /health")).headers).not.toHaveProperty("strict-transport-security");
  });
});

describe("what a caller sends", () => {
  const BREAKS = ["\r\n", "\n", "\r", "%0d%0a", "\u560d\u560a", "\u2028"];

  it("never becomes a header of its own", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (let count = 0; count < 3; count++) await ada.note(`injected: yes ${count}`);
    for (const sign of BREAKS) {
      const text = `injected${sign}Injected: yes`;
      const q = encodeURIComponent(`injected ${sign}Injected: yes`);
      const answers = [
        await ada.send(`GET /api/graph/notes?limit=1&q=${q}`),
        await ada.send(`GET /api/graph/notes?limit=1&tag=${q}&note_type=fact`),
        await ada.send(`GET /api/workspace/notes/${encodeURIComponent(text)}`),
        await ada.send("POST /api/workspace/notes", {
          json: { title: text, content: text, note_type: "fact", tags: ["a"] },
        }),
        await ada.send("POST /api/ask", { json: { query: text } }),
      ];
      for (const { status, headers } of answers) {
        expect(status).toBeLessThan(500);
        expect(headers).not.toHaveProperty("injected");
        expect(JSON.stringify(headers)).not.toMatch(/\\r|\\n|\u560d|\u2028/);
      }
    }
    expect(app.logLines.join()).not.toContain("request failed");
  });

  it.each(["a b", "a\tb", "a\xe9", "x".repeat(129), '"quoted"', "a,b", "<script>"])(
    "is not used as a request id when it is %j",
    async (id) => {
      await using app = await startApp();
      const { headers } = await app.send("GET /health", { headers: { "X-Request-Id": id } });
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it("breaks no log line and no response, even in unused headers", async () => {
    await using running = await serveRaw();
    const ada = await running.app.user("ada");
    for (const value of ["\xff\xfe", "\x1b[2J", '"}\t{"level":"error"', "${jndi:ldap://x}", "%n%s%x"]) {
      const socket = await rawSocket(running.url);
      const answer = readToEnd(socket);
      const lines = ["User-Agent", "X-Request-Id", "Idempotency-Key", "Referer", "Last-Event-ID", "Accept"].map(
        (name) => `${name}: ${value}\r\n`,
      );
      const body = JSON.stringify({ title: "x", content: "x", note_type: "fact" });
      socket.end(
        `POST /api/workspace/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${lines.join("")}\r\n${body}`,
        "latin1",
      );
      expect(await answer).toMatch(/^HTTP\/1\.1 (4\d\d|201) /);
    }
    for (const line of running.app.logLines)
      expect(JSON.parse(line)).toMatchObject({ level: "info", message: "request" });
    expect(running.app.logLines.join()).not.toContain("jndi");
  });
});
