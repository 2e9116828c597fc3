import { anEvent, eventually, openEvents } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { append, STREAM } from "../testing/activity.ts";
import { startApp } from "../testing/start-app.ts";

const TIMESTAMP = "2026-03-01T12:00:00.000Z";

describe("the activity stream", () => {
  it("greets, then sends the user's activity as it happens", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    using events = await openEvents(app.url, `${STREAM}?token=${ada.token}`);
    expect(events.status).toBe(200);
    expect(events.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      connection: "close",
    });
    await events.waitForMessages(1);
    const id = await ada.note("One");
    const other = await ada.note("Two");
    await ada.send("POST /api/workspace/links", { json: { source_id: id, target_id: other, relation: "extends" } });
    await ada.send("POST /api/ask", { json: { query: "What?" } });
    await ada.send(`PUT /api/workspace/notes/${id}`, { json: { title: "Uno" } });
    await ada.send(`DELETE /api/workspace/notes/${id}`);
    const messages = await events.waitForMessages(6);
    const timestamp = expect.stringMatching(/^2026-03-01T12:00:00\.\d{3}Z$/);
    expect(messages.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: "connected", data: { message: expect.any(String) } },
      { event: "note_created", data: { type: "note_created", data: { title: "One", note_type: "fact" }, timestamp } },
      { event: "note_created", data: { type: "note_created", data: { title: "Two", note_type: "fact" }, timestamp } },
      {
        event: "note_linked",
        data: { type: "note_linked", data: { source: "One", target: "Two", relation: "extends" }, timestamp },
      },
      { event: "recall_query", data: { type: "recall_query", data: { query: "What?" }, timestamp } },
      { event: "model_used", data: { type: "model_used", data: { model: "test-default" }, timestamp } },
    ]);
    expect(messages[0]).toMatchObject({ retry: "5000" });
    expect(messages[0]).not.toHaveProperty("id");
    expect(messages.slice(1).every(({ id: eventId }) => eventId !== undefined)).toBe(true);
    // The later events are only sent with events=all.
    expect((await ada.events()).slice(-2)).toEqual(["note_updated", "note_deleted"]);
    expect(events.text).not.toMatch(/note_updated|note_deleted/);
  });

  it("sends all types of events with events=all", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    using events = await openEvents(app.url, `${STREAM}?events=all`, { token: ada.token });
    const id = await ada.note("One");
    await ada.send(`PUT /api/workspace/notes/${id}`, { json: { title: "Uno" } });
    await append(app, "ada", { type: "quota_warning", data: { used: 40, limit: 50 }, timestamp: TIMESTAMP });
    await ada.send(`DELETE /api/workspace/notes/${id}`);
    await ada.send(`POST /api/workspace/notes/${id}/restore`);
    const messages = await events.waitForMessages(6);
    expect(messages.map(({ event }) => event)).toEqual([
      "connected",
      "note_created",
      "note_updated",
      "quota_warning",
      "note_deleted",
      "note_restored",
    ]);
    expect(messages[5]!.data.data).toEqual({ id, title: "Uno" });
    expect(messages[2]!.data.data).toEqual({ id, title: "Uno" });
    const listedEvents = (await ada.send("GET /api/activity")).body.events;
    expect(
      messages
        .slice(1)
        .map(({ id: eventId, event, data }) => ({ id: eventId, event, data }))
        .toReversed(),
    ).toEqual(listedEvents);
  });

  it("sends the note ids of an event only to those who ask for them, live and in a replay", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    using asking = await openEvents(app.url, `${STREAM}?events=all&note_ids=true`, { token: ada.token });
    using others = await openEvents(app.url, `${STREAM}?events=all`, { token: ada.token });
    const id = await ada.note("One");
    const other = await ada.note("Two");
    await ada.send("POST /api/workspace/links", { json: { source_id: id, target_id: other, relation: "extends" } });
    await ada.send("POST /api/ask", { json: { query: "What?" } });
    const receivedMessages = await asking.waitForMessages(6);
    const noteIdsOf = (messages: typeof receivedMessages) =>
      messages.slice(1).map(({ event, data }) => [event, data.note_ids]);
    const expectedNoteIds = [
      ["note_created", [id]],
      ["note_created", [other]],
      ["note_linked", [id, other]],
      ["recall_query", undefined],
      ["model_used", undefined],
    ];
    expect(noteIdsOf(receivedMessages)).toEqual(expectedNoteIds);
    using replayStream = await openEvents(app.url, `${STREAM}?note_ids=true&last_event_id=none`, { token: ada.token });
    expect(noteIdsOf(await replayStream.waitForMessages(6))).toEqual(expectedNoteIds);
    await others.waitForMessages(6);
    expect(others.text).not.toMatch(/note_ids|source_id/);
    expect((await ada.send("GET /api/activity?note_ids=true")).body.events[2].data.note_ids).toEqual([id, other]);
    expect(JSON.stringify((await ada.send("GET /api/activity")).body)).not.toContain("note_ids");
  });

  it("sends no events of another user", async () => {
    await using app = await startApp();
    const [ada, grace] = [await app.user("ada"), await app.user("grace")];
    using adas = await openEvents(app.url, `${STREAM}?events=all`, { token: ada.token });
    using graces = await openEvents(app.url, `${STREAM}?events=all`, {
      token: grace.token,
      headers: { "Last-Event-ID": "0" },
    });
    await ada.note("Of Ada's");
    await grace.note("Of Grace's");
    await adas.waitForMessages(2);
    await graces.waitForMessages(2);
    expect(adas.text).not.toContain("Grace");
    expect(graces.text).not.toContain("Ada");
  });
});

describe("the stream's token", () => {
  it("can be in the query or the header, and the query wins", async () => {
    await using app = await startApp();
    const [ada, grace] = [await app.user("ada"), await app.user("grace")];
    using both = await openEvents(app.url, `${STREAM}?token=${ada.token}`, { token: grace.token });
    await ada.note("Of Ada's");
    await both.waitForMessages(2);
    for (const search of ["?token=", "?token=a.b.c", `?token=${ada.token}&token=${ada.token}`]) {
      const { status, headers } = await app.send(`${STREAM}${search}`, { token: ada.token });
      expect({ status, challenge: headers["www-authenticate"] }).toEqual({
        status: 401,
        challenge: 'Bearer error="invalid_token"',
      });
    }
    const missing = await app.send(STREAM);
    expect([missing.status, missing.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  });

  it("is ignored in the query of any other path", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    expect((await app.send(`GET /api/graph/notes?token=${ada.token}`)).status).toBe(401);
  });

  it("is never logged", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    using events = await openEvents(app.url, `${STREAM}?token=${ada.token}`);
    await events.waitForMessages(1);
    await app.send(`${STREAM}?token=wrong-token`);
    await app.send(`${STREAM}?events=none&token=${ada.token}`);
    await app.send(`GET /unknown?token=${ada.token}`);
    expect(app.logLines).toHaveLength(4);
    for (const secret of [ada.token, "wrong-token", "token="]) expect(app.logLines.join("\n")).not.toContain(secret);
    expect(app.logLines[0]).toContain('"route":"/api/activity/stream"');
  });

  it("must carry notes:read", async () => {
    await using app = await startApp();
    const token = await app.token("ada", { scope: "notes:write ask" });
    expect((await app.send(`${STREAM}?token=${token}`)).status).toBe(403);
  });

  it("ends the stream when it expires", async () => {
    await using app = await startApp({ pingSeconds: 0.01 });
    const [short, long] = [
      await app.token("ada", { lifetimeSeconds: 60 }),
      await app.token("ada", { lifetimeSeconds: 600 }),
    ];
    using ending = await openEvents(app.url, `${STREAM}?token=${short}`);
    using lasting = await openEvents(app.url, `${STREAM}?token=${long}`);
    app.services.clock.advance(200_000);
    await eventually(() => expect(ending.hasEnded).toBe(true));
    await append(app, "ada", anEvent("After the end"));
    await lasting.waitForMessages(2);
    expect(ending.text).not.toContain("After the end");
    expect(lasting.isClosed).toBe(false);
  });
});

describe("the stream's parameters", () => {
  it.each([
    ["events=some", "events"],
    ["events=", "events"],
    ["events=all&events=all", "events"],
    ["note_ids=false", "note_ids"],
    ["note_ids=true&note_ids=true", "note_ids"],
    ["last_event_id=1&last_event_id=2", "last_event_id"],
  ])("%s is 422 on %s", async (search, path) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const { status, body } = await ada.send(`${STREAM}?${search}`);
    expect({ status, paths: body.issues.map((issue: { path: string }) => issue.path) }).toEqual({
      status: 422,
      paths: [path],
    });
    expect((await app.send(`${STREAM}?${search}`)).status).toBe(401);
  });
});
