import { conflict, DomainError } from "@knote/api";
import { createMemoryStorage, eventually, testClock, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const NOTE = { title: "Sleep consolidates memory", content: "It does.", note_type: "fact" };
const key = (value: string) => ({ "Idempotency-Key": value });

describe("an idempotency key", () => {
  it("repeats the first response, without doing anything again", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const requestOptions = { json: NOTE, headers: key("k-1") };
    const first = await ada.send("POST /api/workspace/notes", requestOptions);
    expect(first.headers).not.toHaveProperty("idempotency-replayed");
    const events = await ada.events();
    for (let again = 0; again < 3; again++) {
      const replay = await ada.send("POST /api/workspace/notes", {
        ...requestOptions,
        headers: { ...requestOptions.headers, "X-Request-Id": `r-${again}` },
      });
      expect(replay).toMatchObject({ status: 201, text: first.text });
      expect(replay.headers).toMatchObject({
        "idempotency-replayed": "true",
        "content-type": first.headers["content-type"],
        "x-request-id": `r-${again}`,
      });
    }
    expect(await ada.events()).toEqual(events);
    expect((await ada.send("GET /api/graph/stats")).body.total_notes).toBe(1);
  });

  it("uses one query, and reports the fallback again", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const requestOptions = { json: { query: "Compare naps and sleep" }, headers: key("k-1") };
    const [first, second] = [
      await ada.send("POST /api/ask", requestOptions),
      await ada.send("POST /api/ask", requestOptions),
    ];
    expect(second.text).toBe(first.text);
    expect(second.headers).toMatchObject({ "idempotency-replayed": "true", "x-model-fallback": "sonnet-quota" });
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(1);
    expect(await ada.events()).toEqual(["recall_query", "model_used"]);
  });

  it("creates a link once", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const json = { source_id: await ada.note("One"), target_id: await ada.note("Two"), relation: "extends" };
    const requestOptions = { json, headers: key("k-1") };
    const [first, second] = [
      await ada.send("POST /api/workspace/links", requestOptions),
      await ada.send("POST /api/workspace/links", requestOptions),
    ];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect((await ada.send("POST /api/workspace/links", { json })).status).toBe(409);
  });

  it("is 409 with another body, compared by its bytes", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const body = JSON.stringify(NOTE);
    const post = (bytes: string) => ada.send("POST /api/workspace/notes", { bytes, headers: key("k-1") });
    expect((await post(body)).status).toBe(201);
    const spacedAnswer = await post(`${body} `);
    expect(spacedAnswer).toMatchObject({
      status: 409,
      body: { detail: "This Idempotency-Key was used with another body." },
    });
    expect(spacedAnswer.headers).not.toHaveProperty("idempotency-replayed");
    expect((await post(body)).status).toBe(201);
  });

  it("belongs to a user, a method and a path", async () => {
    await using app = await startApp();
    const [ada, grace] = [await app.user("ada"), await app.user("grace")];
    const requestOptions = { json: { ...NOTE, query: "What?" }, headers: key("shared") };
    const ids = new Set<string>();
    for (const caller of [ada, grace]) {
      const note = await caller.send("POST /api/workspace/notes", requestOptions);
      expect(note.headers).not.toHaveProperty("idempotency-replayed");
      ids.add(note.body.id);
      const answer = await caller.send("POST /api/ask", requestOptions);
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty("idempotency-replayed");
    }
    expect(ids.size).toBe(2);
  });

  it("is 1 to 255 visible ASCII characters", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const status = async (headers: Record<string, string | string[]>) => {
      const answer = await ada.send("POST /api/workspace/notes", { json: NOTE, headers });
      if (answer.status === 422) expect(answer.body.issues[0].path).toBe("Idempotency-Key");
      return answer.status;
    };
    expect(await status(key("!~".padEnd(255, "x")))).toBe(201);
    for (const wrong of ["", "x".repeat(256), "a b", "a\tb", "é"]) expect(await status(key(wrong))).toBe(422);
    expect(await status({ "Idempotency-Key": ["one", "two"] })).toBe(422);
    expect((await ada.send("GET /api/graph/stats")).body.total_notes).toBe(1);
  });

  it("is freed by a refusal", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const target = await ada.note("One");
    const json = (source_id: string) => ({ source_id, target_id: target, relation: "extends" });
    const post = (source: string) => ada.send("POST /api/workspace/links", { json: json(source), headers: key("k-1") });
    expect((await post("nobody")).status).toBe(404);
    expect((await post(target)).status).toBe(422);
    const success = await post(await ada.note("Two"));
    expect(success.status).toBe(201);
    expect(success.headers).not.toHaveProperty("idempotency-replayed");
  });

  it("is freed by a dependency that fails, without a charge", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    app.services.models.default.setStatus("down");
    const requestOptions = { json: { query: "What?" }, headers: key("k-1") };
    expect((await ada.send("POST /api/ask", requestOptions)).status).toBe(503);
    app.services.models.default.setStatus("ready");
    const answer = await ada.send("POST /api/ask", requestOptions);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty("idempotency-replayed");
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(1);
  });

  it("is 409 with a time to retry while the first request is under way", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    app.services.models.default.hold();
    const requestOptions = { json: { query: "What?" }, headers: key("k-1") };
    const first = ada.send("POST /api/ask", requestOptions);
    await eventually(() => expect(app.services.models.default.requests).toHaveLength(1));
    const second = await ada.send("POST /api/ask", requestOptions);
    expect(second.status).toBe(409);
    expect(second.headers["retry-after"]).toBe("1");
    app.services.models.default.release();
    const { status, text } = await first;
    expect(status).toBe(200);
    expect(await ada.send("POST /api/ask", requestOptions)).toMatchObject({ status: 200, text });
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(1);
  });

  it("lets one of many parallel requests do the work", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const requestOptions = { json: NOTE, headers: key("k-1") };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ada.send("POST /api/workspace/notes", requestOptions)),
    );
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id as string));
    expect(ids.size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect((await ada.send("GET /api/graph/stats")).body.total_notes).toBe(1);
  });

  it("is forgotten after 24 hours", async () => {
    await using app = await startApp();
    const ada = await app.user("ada", { lifetimeSeconds: 200_000 });
    const requestOptions = { json: NOTE, headers: key("k-1") };
    const first = await ada.send("POST /api/workspace/notes", requestOptions);
    app.services.clock.advance(24 * 3_600_000 - 1);
    expect((await ada.send("POST /api/workspace/notes", requestOptions)).text).toBe(first.text);
    app.services.clock.advance(1);
    expect((await ada.send("POST /api/workspace/notes", requestOptions)).body.id).not.toBe(first.body.id);
  });

  it("is ignored where responses are not stored", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const id = await ada.note("Sleep consolidates memory");
    const headers = key("k-1 is not even valid");
    expect((await ada.send(`PUT /api/workspace/notes/${id}`, { json: { importance: 1 }, headers })).status).toBe(200);
    expect((await ada.send("POST /api/recall", { json: { query: "What?" }, headers })).status).toBe(200);
    const streamedAnswer = await ada.send("POST /api/ask", {
      json: { query: "What?" },
      headers: { ...headers, Accept: "text/event-stream" },
    });
    expect(streamedAnswer.status).toBe(200);
  });

  it("keeps the response for a caller who left, and repeats it when they retry", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    app.services.models.default.hold();
    const leaving = new AbortController();
    const headers = { Authorization: `Bearer ${ada.token}`, "Content-Type": "application/json", ...key("k-1") };
    const body = JSON.stringify({ query: "What?" });
    const abandonedRequest = fetch(`${app.url}/api/ask`, {
      method: "POST",
      headers,
      body,
      signal: leaving.signal,
    }).catch(() => "left");
    await eventually(() => expect(app.services.models.default.requests).toHaveLength(1));
    leaving.abort();
    expect(await abandonedRequest).toBe("left");
    app.services.models.default.release();
    const again = await eventually(async () => {
      const answer = await ada.send("POST /api/ask", { bytes: body, headers: key("k-1") });
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(1);
  });
});

describe("an idempotency key whose request was interrupted", () => {
  /** Stores the note, then fails in another way than a refusal. */
  function failingAfterInsert(error: Error) {
    const clock = testClock();
    const storage = createMemoryStorage({ clock });
    const failures = { left: 1 };
    const insert: typeof storage.notes.insert = async (...input) => {
      await storage.notes.insert(...input);
      if (failures.left-- > 0) throw error;
    };
    return testServices({ clock, storage: { ...storage, notes: { ...storage.notes, insert } } });
  }

  it.each([
    { status: 500, error: new TypeError("The process was pulled from under it.") },
    { status: 503, error: new DomainError("UNAVAILABLE", "The database cannot be reached.") },
  ])("makes no second note when it is sent again: $error.message", async ({ status, error }) => {
    await using app = await startApp({ services: failingAfterInsert(error) });
    const ada = await app.user("ada");
    const requestOptions = { json: NOTE, headers: key("k-1") };
    expect((await ada.send("POST /api/workspace/notes", requestOptions)).status).toBe(status);
    const rerun = await eventually(async () => {
      const answer = await ada.send("POST /api/workspace/notes", requestOptions);
      expect(answer.status).toBe(201);
      return answer;
    });
    expect(rerun.headers).not.toHaveProperty("idempotency-replayed");
    expect(await ada.send("POST /api/workspace/notes", requestOptions)).toMatchObject({
      status: 201,
      text: rerun.text,
    });
    const { notes } = (await ada.send("GET /api/graph/notes")).body;
    expect(notes.map((note: { id: string }) => note.id)).toEqual([rerun.body.id]);
    expect(await ada.events()).toEqual(["note_created"]);
  });

  it("is held until its lease ends while the key store is away, and free as soon as the store is back", async () => {
    const services = failingAfterInsert(new DomainError("UNAVAILABLE", "The database cannot be reached."));
    const { idempotency } = services.storage;
    let isAway = true;
    const abandon: typeof idempotency.abandon = async (...input) => {
      if (isAway) throw new DomainError("UNAVAILABLE", "The database cannot be reached.");
      await idempotency.abandon(...input);
    };
    const storage = { ...services.storage, idempotency: { ...idempotency, abandon } };
    await using app = await startApp({ services: { ...services, storage } });
    const ada = await app.user("ada");
    const requestOptions = { json: NOTE, headers: key("k-1") };
    expect((await ada.send("POST /api/workspace/notes", requestOptions)).status).toBe(503);
    expect((await ada.send("POST /api/workspace/notes", requestOptions)).status).toBe(409);
    isAway = false;
    await eventually(async () =>
      expect((await ada.send("POST /api/workspace/notes", requestOptions)).status).toBe(201),
    );
    expect((await ada.send("GET /api/graph/stats")).body.total_notes).toBe(1);
  });
});

describe("a key store that fails", () => {
  it("does not withdraw a response", async () => {
    const storage = createMemoryStorage();
    const down = async () => {
      throw conflict("The store of keys is down.");
    };
    const idempotency = { ...storage.idempotency, complete: down, release: down };
    await using app = await startApp({ services: testServices({ storage: { ...storage, idempotency } }) });
    const ada = await app.user("ada");
    expect((await ada.send("POST /api/workspace/notes", { json: NOTE, headers: key("k-1") })).status).toBe(201);
    const unknown = { source_id: "a", target_id: "b", relation: "extends" };
    expect((await ada.send("POST /api/workspace/links", { json: unknown, headers: key("k-1") })).status).toBe(404);
    expect(app.logLines.filter((line) => line.includes("an idempotency key was not settled"))).toHaveLength(2);
  });
});
