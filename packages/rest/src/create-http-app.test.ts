import { DomainError } from "@knote/api";
import { createScriptedModel, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startApp } from "./testing/start-app.ts";

const NOTE = { title: "Sleep consolidates memory", content: "It does.", note_type: "fact" };

describe("every answer", () => {
  it("carries its request id: the sent one if that is well formed", async () => {
    await using app = await startApp();
    const sendWithId = async (id: string) =>
      (await app.send("GET /health", { headers: { "X-Request-Id": id } })).headers["x-request-id"];
    expect(await sendWithId("a-Request.1_2")).toBe("a-Request.1_2");
    expect(await sendWithId("x".repeat(128))).toBe("x".repeat(128));
    for (const wrong of ["x".repeat(129), "a b", "a/b", "é", "a,b"]) {
      expect(await sendWithId(wrong)).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect((await app.send("GET /nothing")).headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("keeps browsers from running, sniffing and storing it, and does not name its software", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const requests = [
      "GET /health",
      "GET /nothing",
      "POST /api/ask",
      "OPTIONS /api/ask",
      "GET /api/graph/notes",
      "GET /trpc/quota.get",
    ];
    for (const request of requests) {
      const { headers } = await ada.send(request);
      expect(headers).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
      });
      for (const name of [
        "x-powered-by",
        "etag",
        "server",
        "strict-transport-security",
        "access-control-allow-origin",
      ]) {
        expect(headers).not.toHaveProperty(name);
      }
    }
  });

  it("asks for HTTPS if the public address has it", async () => {
    await using app = await startApp({ publicUrl: "https://notes.example" });
    expect((await app.send("GET /health")).headers["strict-transport-security"]).toBe("max-age=15552000");
  });
});

describe("internal failures", () => {
  it("are hidden from the caller and logged in full", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    app.services.embedder.failWith(new Error("secret: disk sda1 on fire"));
    const headers = { "X-Request-Id": "req-1" };
    const { status, text } = await ada.send("POST /api/recall", { json: { query: "What?" }, headers });
    expect({ status, text }).toEqual({ status: 500, text: '{"detail":"Internal server error."}' });
    const failure = app.logLines.find((line) => line.includes("request failed"));
    expect(failure).toContain('"id":"req-1"');
  });

  it("are 503 with a time to retry when the storage is down, and leave nothing behind", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    await ada.send("GET /api/quota");
    await app.services.storage.close();
    const { status, headers, body } = await ada.send("POST /api/workspace/notes", { json: NOTE });
    expect({ status, body }).toEqual({ status: 503, body: { detail: "The storage is closed." } });
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    const health = await app.send("GET /health");
    expect(health).toMatchObject({ status: 503, body: { status: "down", checks: { storage: "down" } } });
    expect(health.headers["retry-after"]).toBeDefined();
  });

  it("are 502 when an answer model fails, and cost no query", async () => {
    const error = new DomainError("PROVIDER_FAILED", "The answer model failed.");
    const model = createScriptedModel("failing", () => ({ text: ["half "], cited: [], error }));
    await using app = await startApp({
      services: testServices({ models: { default: model, capable: model, demo: model } }),
    });
    const ada = await app.user("ada");
    const { status, text } = await ada.send("POST /api/ask", { json: { query: "What?" } });
    expect({ status, text }).toEqual({ status: 502, text: '{"detail":"The answer model failed."}' });
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(0);
  });

  it("are 503 on REST and tRPC when tokens cannot be checked", async () => {
    const authenticate = () => Promise.reject(new DomainError("UNAVAILABLE", "The keys are out of reach."));
    await using app = await startApp({ authenticate });
    for (const request of ["GET /api/quota", "GET /trpc/quota.get", "GET /api/activity/stream?token=x"]) {
      const { status, headers, text } = await app.send(request, { token: "x" });
      expect({ request, status }).toEqual({ request, status: 503 });
      expect(headers["retry-after"]).toBeDefined();
      expect(text).toContain("The keys are out of reach.");
    }
    expect((await app.send("GET /api/pricing", { token: "x" })).status).toBe(200);
  });

  it("of a model show in /health, which still answers 200", async () => {
    await using app = await startApp();
    app.services.models.default.setStatus("down");
    const { status, body } = await app.send("GET /health");
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "degraded", checks: { storage: "ok", search: "ok", models: "down" } });
  });
});

describe("the log", () => {
  it("has one line per request, with neither query nor token nor text", async () => {
    await using app = await startApp();
    const ada = await app.user("github:ada");
    await ada.note("A private claim");
    const before = app.logLines.length;
    await ada.send("GET /api/graph/notes?q=private&limit=5", { headers: { "X-Request-Id": "req-2" } });
    const lines = app.logLines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toEqual([
      {
        level: "info",
        message: "request",
        id: "req-2",
        method: "GET",
        route: "/api/graph/notes",
        status: 200,
        ms: expect.any(Number),
        user: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
    ]);
    const all = app.logLines.join("\n");
    for (const secret of ["private", "github:ada", ada.token]) expect(all).not.toContain(secret);
  });

  it("names all unknown paths alike", async () => {
    await using app = await startApp();
    await app.send("GET /wp-admin/secret?token=hush");
    expect(app.logLines.join()).toContain('"route":"unmatched"');
    expect(app.logLines.join()).not.toMatch(/wp-admin|secret|hush/);
  });
});

describe("hosts", () => {
  it("refuses host names that are not allowed", async () => {
    await using app = await startApp({ allowedHosts: ["localhost", "127.0.0.1", "[::1]", "notes.example:8443"] });
    const status = async (host: string) => (await app.send("GET /health", { headers: { Host: host } })).status;
    for (const own of ["localhost", "LOCALHOST:8420", "127.0.0.1:1", "[::1]", "[::1]:8420", "notes.example"]) {
      expect(await status(own)).toBe(200);
    }
    for (const foreign of [
      "evil.example",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "evil.example:8420",
      "::1",
    ]) {
      expect(await status(foreign)).toBe(421);
    }
  });
});

describe("further routes on the app", () => {
  it("come after its own and before 404, with the same headers and log", async () => {
    await using app = await startApp({
      extend: (express) => {
        express.get("/auth/hello", (_request, response) => void response.json({ hello: true }));
        express.get("/health", (_request, response) => void response.json({ status: "stolen" }));
        express.get("/auth/broken", () => {
          throw new Error("secret");
        });
        express.get("/auth/refused", () => {
          throw Object.assign(new Error("secret"), { status: 400 });
        });
      },
    });
    const hello = await app.send("GET /auth/hello", { headers: { "X-Request-Id": "req-3" } });
    expect(hello).toMatchObject({ status: 200, body: { hello: true } });
    expect(hello.headers).toMatchObject({ "x-request-id": "req-3", "x-content-type-options": "nosniff" });
    expect((await app.send("GET /health")).body.status).toBe("ok");
    expect(await app.send("GET /auth/other")).toMatchObject({
      status: 404,
      text: '{"detail":"There is nothing at this path."}',
    });
    expect(await app.send("GET /auth/broken")).toMatchObject({
      status: 500,
      text: '{"detail":"Internal server error."}',
    });
    expect(await app.send("GET /auth/refused")).toMatchObject({
      status: 400,
      text: '{"detail":"The request was refused."}',
    });
    expect(app.logLines.filter((line) => line.includes("req-3"))).toHaveLength(1);
  });
});
