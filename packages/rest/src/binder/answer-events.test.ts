import { DomainError } from "@knote/api";
import { createScriptedModel, eventually, openEvents, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const QUESTION = { json: { query: "What consolidates memory?" } };

describe("a streamed answer", () => {
  it("comes as sources, words and the whole answer", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const id = await ada.note("Sleep consolidates memory");
    using events = await openEvents(app.url, "POST /api/ask", { ...QUESTION, token: ada.token });
    expect(events.status).toBe(200);
    expect(events.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    await eventually(() => expect(events.hasEnded).toBe(true));
    const messages = events.messages;
    expect(messages.map(({ event }) => event)).toEqual(["sources", "delta", "delta", "done"]);
    expect(messages[0]!.data.sources[0].id).toBe(id);
    expect(messages.at(-1)!.data).toEqual({
      answer: "Sleep consolidates memory [1]",
      sources: [{ id, title: "Sleep consolidates memory", similarity: expect.any(Number) }],
      model: "test-default",
    });
    const whole = await ada.send("POST /api/ask", QUESTION);
    expect(whole.body).toEqual(messages.at(-1)!.data);
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(2);
  });

  it("comes word by word", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    app.services.models.default.hold();
    using events = await openEvents(app.url, "POST /api/ask", { ...QUESTION, token: ada.token });
    await events.waitForMessages(1);
    expect(events.messages.map(({ event }) => event)).toEqual(["sources"]);
    app.services.models.default.release();
    await eventually(() => expect(events.hasEnded).toBe(true));
  });

  it("reports the fallback in its headers", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    using events = await openEvents(app.url, "POST /api/ask", { json: { query: "Compare naps" }, token: ada.token });
    expect(events.headers["x-model-fallback"]).toBe("sonnet-quota");
  });

  it.each([
    ["text/event-stream", true],
    ["TEXT/EVENT-STREAM", true],
    ["text/event-stream, application/json;q=0.5", true],
    ["text/*", true],
    ["application/json, text/event-stream;q=0.9", false],
    ["text/event-stream;q=0, */*", false],
    ["text/event-stream;q=0.1, application/json", false],
    ["*/*", false],
    ["application/json", false],
    ["text/html, */*;q=0.8", false],
    ["text/html", false],
  ])("is what %s wants: %s", async (accept, isStreamed) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const { status, headers } = await ada.send("POST /api/ask", { ...QUESTION, headers: { Accept: accept } });
    expect(status).toBe(200);
    expect(headers["content-type"]).toContain(isStreamed ? "text/event-stream" : "application/json");
  });
});

describe("a streamed answer that fails", () => {
  it("before its first event is an ordinary error, and emits nothing", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const headers = { Accept: "text/event-stream" };
    expect((await app.send("POST /api/ask", { ...QUESTION, headers })).status).toBe(401);
    expect(await ada.send("POST /api/ask", { json: { query: "" }, headers })).toMatchObject({
      status: 422,
      body: { issues: [{ path: "query" }] },
    });
    for (let index = 0; index < 50; index++) await ada.send("POST /api/ask", QUESTION);
    const before = await ada.events();
    const refusal = await ada.send("POST /api/ask", { ...QUESTION, headers });
    expect(refusal.status).toBe(429);
    expect(refusal.headers["content-type"]).toContain("application/json");
    expect(await ada.events()).toEqual(before);
  });

  it.each([
    [
      "as a refusal that may be told",
      new DomainError("PROVIDER_FAILED", "The answer model failed."),
      "The answer model failed.",
    ],
    ["as a failure of our own", new Error("secret"), "Internal server error."],
  ])("halfway ends with an error event, and the query is refunded (%s)", async (_name, error, detail) => {
    const model = createScriptedModel("failing", () => ({ text: ["Half a ", "sentence"], cited: [], error }));
    await using app = await startApp({
      services: testServices({ models: { default: model, capable: model, demo: model } }),
    });
    const ada = await app.user("ada");
    using events = await openEvents(app.url, "POST /api/ask", { ...QUESTION, token: ada.token });
    await eventually(() => expect(events.hasEnded).toBe(true));
    expect(events.messages.map(({ event }) => event)).toEqual(["sources", "delta", "delta", "error"]);
    expect(events.messages.at(-1)!.data).toEqual({ detail });
    expect(events.text).not.toContain("secret");
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(0);
  });

  it("because its reader left stops the model, and is free before the first word", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const model = app.services.models.default;
    model.hold();
    const events = await openEvents(app.url, "POST /api/ask", { ...QUESTION, token: ada.token });
    await events.waitForMessages(1);
    expect(model.requests[0]!.signal?.aborted).toBe(false);
    events[Symbol.dispose]();
    await eventually(() => expect(model.requests[0]!.signal?.aborted).toBe(true));
    await eventually(() => expect(app.logLines.join()).toContain('"status":499'));
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(0);
    expect(app.logLines.join()).not.toMatch(/failed/);
  });

  it("stops a question asked in JSON too when the caller leaves", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const model = app.services.models.default;
    model.hold();
    const leaving = new AbortController();
    const headers = { Authorization: `Bearer ${ada.token}`, "Content-Type": "application/json" };
    const abandonedRequest = fetch(`${app.url}/api/ask`, {
      method: "POST",
      headers,
      body: JSON.stringify(QUESTION.json),
      signal: leaving.signal,
    });
    await eventually(() => expect(model.requests).toHaveLength(1));
    leaving.abort();
    await expect(abandonedRequest).rejects.toThrow(/abort/i);
    await eventually(() => expect(model.requests[0]!.signal?.aborted).toBe(true));
    await eventually(() => expect(app.logLines.join()).toContain('"status":499'));
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(0);
  });
});

describe("a streamed answer whose reader does not read", () => {
  it("waits, and holds no more than a little of it", async () => {
    const pieces = 2_000;
    let takenPieces = 0;
    const model = createScriptedModel("long", () => ({
      text: Array.from({ length: pieces }, () => "x".repeat(10_000)),
      cited: [],
    }));
    const answer: typeof model.answer = async function* (request) {
      for await (const part of model.answer(request)) {
        takenPieces++;
        yield part;
      }
    };
    const slow = { ...model, answer };
    await using app = await startApp({
      services: testServices({ models: { default: slow, capable: slow, demo: slow } }),
    });
    const ada = await app.user("ada");
    using events = await openEvents(app.url, "POST /api/ask", { ...QUESTION, token: ada.token });
    events.response.pause();
    await eventually(() => expect(takenPieces).toBeGreaterThan(0));
    let before = -1;
    // The model runs as far as the buffers of both ends reach, then waits.
    await eventually(async () => {
      const now = takenPieces;
      for (let other = 0; other < 5; other++) await app.send("GET /health");
      const stands = now === before && takenPieces === now;
      before = takenPieces;
      expect(stands).toBe(true);
    });
    expect(takenPieces).toBeLessThan(pieces);
    events.response.resume();
    await eventually(() => expect(events.hasEnded).toBe(true));
    expect(takenPieces).toBe(pieces + 1);
  });
});
