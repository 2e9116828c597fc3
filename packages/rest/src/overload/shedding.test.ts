import { aNoteWrite, createMemoryStorage, eventually, openEvents, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { holdCalls } from "../testing/hold-calls.ts";
import { rawSocket } from "../testing/raw-socket.ts";
import type { Answer } from "../testing/send.ts";
import { startApp } from "../testing/start-app.ts";

const QUESTION = { json: { query: "What consolidates memory?" } };
const NOTE = { json: { title: "Naps do too", content: "A little.", note_type: "belief" } };
const SEARCH = "GET /api/graph/notes?q=memory";

function expectShed({ status, headers, body }: Answer): void {
  expect({ status, body }).toEqual({
    status: 503,
    body: { detail: "The service has too much to do; try again in a moment." },
  });
  expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
}

/** Fills the two places for searches with ones that wait in the storage. */
async function searching() {
  const storage = createMemoryStorage();
  const search = holdCalls(storage.keywords.search);
  const services = testServices({
    storage: { ...storage, keywords: { ...storage.keywords, search: search.call } },
  });
  const app = await startApp({ services, workLimits: { search: { most: 2 } }, metricsToken: "figures" });
  const ada = await app.user("ada");
  const waiting = [ada.send(SEARCH), ada.send(SEARCH)];
  await eventually(() => expect(search.arrivals).toBe(2));
  return { app, ada, search, waiting, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

async function metrics(app: Awaited<ReturnType<typeof startApp>>): Promise<string> {
  return (await app.send("GET /metrics", { token: "figures" })).text;
}

describe("more searches than there is room for", () => {
  it("are refused at once, without asking the engine, until one is done", async () => {
    await using busy = await searching();
    const { app, ada, search, waiting } = busy;
    for (let more = 0; more < 20; more++) expectShed(await ada.send(SEARCH));
    expectShed(await (await app.user("grace")).send(SEARCH));
    expect(search.arrivals).toBe(2);
    search.release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await ada.send(SEARCH)).status).toBe(200);
  });

  it("delay nothing else", async () => {
    await using busy = await searching();
    const { app, ada } = busy;
    const { note, ...write } = aNoteWrite();
    await app.services.storage.notes.insert("ada", { note, ...write }, []);
    for (const request of [
      `GET /api/workspace/notes/${note.id}`,
      "GET /api/graph/notes?limit=5",
      "GET /api/graph/notes",
      "GET /api/graph/stats",
      "GET /health",
      "GET /openapi.json",
    ]) {
      expect([request, (await ada.send(request)).status]).toEqual([request, 200]);
    }
    expect(await metrics(app)).toContain("knote_");
    busy.search.release();
    await Promise.all(busy.waiting);
  });

  it("are counted, but not logged as failures", async () => {
    await using busy = await searching();
    const { app, ada, search } = busy;
    expectShed(await ada.send(SEARCH));
    expect(await metrics(app)).toMatch(/^knote_work_under_way\{work="search"\} 2$/m);
    expect(await metrics(app)).toMatch(/^knote_work_limit\{work="search"\} 2$/m);
    expect(await metrics(app)).toMatch(/^knote_work_shed_total\{work="search"\} 1$/m);
    expect(await metrics(app)).toMatch(/^knote_work_shed_total\{work="write"\} 0$/m);
    const lines = app.logLines.map((line) => JSON.parse(line) as { level: string; status?: number });
    expect(lines.filter(({ status }) => status === 503)).toMatchObject([{ level: "info", message: "request" }]);
    expect(lines.filter(({ level }) => level !== "info")).toEqual([]);
    search.release();
    await Promise.all(busy.waiting);
    expect(await metrics(app)).toMatch(/^knote_work_under_way\{work="search"\} 0$/m);
  });

  it("are refused to typed clients, too: all calls of a request or none", async () => {
    await using busy = await searching();
    const { ada, search } = busy;
    const call = (procedures: string, input: object) =>
      ada.send(`GET /trpc/${procedures}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`);
    const shed = await call("notes.list,quota.get", { 0: { q: "memory" } });
    expect(shed.status).toBe(503);
    expect(shed.headers["retry-after"]).toBe("2");
    expect(shed.body[0].error.data.code).toBe("SERVICE_UNAVAILABLE");
    expect((await call("notes.list,quota.get", { 0: {} })).status).toBe(200);
    search.release();
    await Promise.all(busy.waiting);
    for (let again = 0; again < 5; again++) expect((await call("notes.list", { 0: { q: "memory" } })).status).toBe(200);
  });
});

describe("work that is refused", () => {
  async function full(work: "write" | "recall") {
    const app = await startApp({ workLimits: { [work]: { most: 0 } } });
    return { app, ada: await app.user("ada"), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
  }

  it.each([
    ["POST /api/workspace/notes", NOTE],
    ["PUT /api/workspace/notes/any", { json: { title: "New" } }],
    ["DELETE /api/workspace/notes/any", {}],
    ["POST /api/workspace/notes/any/restore", {}],
    ["POST /api/workspace/links", { json: { source_id: "a", target_id: "b", relation: "extends" } }],
    ["DELETE /api/workspace/links?source_id=a&target_id=b&relation=extends", {}],
  ])("writes nothing: %s", async (request, requestOptions) => {
    await using busy = await full("write");
    expectShed(await busy.ada.send(request, requestOptions));
    expect(await busy.ada.events()).toEqual([]);
    expect((await busy.ada.send("GET /api/graph/stats")).body.total_notes).toBe(0);
  });

  it("uses no quota and emits no event", async () => {
    await using busy = await full("recall");
    for (const request of ["POST /api/ask", "POST /api/recall"]) expectShed(await busy.ada.send(request, QUESTION));
    expectShed(await busy.ada.send("GET /api/workspace/notes/any/suggestions"));
    expectShed(await busy.app.send("GET /api/demo/ask"));
    expect(await busy.ada.events()).toEqual([]);
    expect((await busy.ada.send("GET /api/quota")).body.queries_used).toBe(0);
  });

  it("leaves its idempotency key free", async () => {
    const storage = createMemoryStorage();
    const insert = holdCalls(storage.notes.insert);
    const services = testServices({ storage: { ...storage, notes: { ...storage.notes, insert: insert.call } } });
    await using app = await startApp({ services, workLimits: { write: { most: 1 } } });
    const ada = await app.user("ada");
    const first = ada.send("POST /api/workspace/notes", NOTE);
    await eventually(() => expect(insert.arrivals).toBe(1));
    const keyedRequest = { ...NOTE, headers: { "Idempotency-Key": "k" } };
    expectShed(await ada.send("POST /api/workspace/notes", keyedRequest));
    insert.release();
    expect((await first).status).toBe(201);
    expect((await ada.send("POST /api/workspace/notes", keyedRequest)).status).toBe(201);
  });

  it("is refused after checking the caller", async () => {
    await using busy = await full("write");
    expect((await busy.app.send("POST /api/workspace/notes", NOTE)).status).toBe(401);
    const reader = await busy.app.user("ada", { scope: "notes:read" });
    expect((await reader.send("POST /api/workspace/notes", NOTE)).status).toBe(403);
  });
});

describe("a place", () => {
  async function oneRecall() {
    const app = await startApp({ workLimits: { recall: { most: 1 } } });
    return { app, ada: await app.user("ada"), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
  }

  it("is given back by work that fails", async () => {
    await using busy = await oneRecall();
    const { app, ada } = busy;
    app.services.embedder.failWith(new Error("a bug"));
    for (let again = 0; again < 5; again++) expect((await ada.send("POST /api/recall", QUESTION)).status).toBe(500);
    for (let again = 0; again < 5; again++) {
      expect((await ada.send("POST /api/recall", { json: { query: 7 } })).status).toBe(422);
    }
    app.services.embedder.failWith(null);
    expect((await ada.send("POST /api/recall", QUESTION)).status).toBe(200);
  });

  it("is given back by a caller who leaves", async () => {
    await using busy = await oneRecall();
    const { app, ada } = busy;
    app.services.embedder.hold();
    const socket = await rawSocket(app.url);
    const body = JSON.stringify(QUESTION.json);
    const head = ["POST /api/recall HTTP/1.1", "Host: x", `Authorization: Bearer ${ada.token}`];
    head.push("Content-Type: application/json", `Content-Length: ${body.length}`, "", body);
    socket.write(head.join("\r\n"));
    await eventually(() => expect(app.services.embedder.calls).toHaveLength(1));
    expectShed(await ada.send("POST /api/recall", QUESTION));
    socket.destroy();
    app.services.embedder.release();
    await eventually(async () => expect((await ada.send("POST /api/recall", QUESTION)).status).toBe(200));
  });

  it("is given back once only the reader of a response is waited for", async () => {
    await using busy = await oneRecall();
    const { app, ada } = busy;
    app.services.models.default.hold();
    using events = await openEvents(app.url, "POST /api/ask", { ...QUESTION, token: ada.token });
    await events.waitForMessages(1);
    expect((await ada.send("POST /api/recall", QUESTION)).status).toBe(200);
    app.services.models.default.release();
    await eventually(() => expect(events.hasEnded).toBe(true));
  });
});
