import { anEvent, createMemoryStorage, eventually, openEvents, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { append, queries, STREAM } from "../testing/activity.ts";
import { startApp } from "../testing/start-app.ts";

const TIMESTAMP = "2026-03-01T12:00:00.000Z";

describe("replay", () => {
  it("sends what came after the last event, named by header or else by parameter", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    await append(app, "ada", ...["1", "2", "3", "4"].map((query) => anEvent(query)));
    const [, second, third] = (await ada.send("GET /api/activity")).body.events
      .toReversed()
      .map(({ id }: { id: string }) => id);
    const replayQueries = async (search: string, headers: Record<string, string>, count: number) => {
      using events = await openEvents(app.url, `${STREAM}${search}`, { token: ada.token, headers });
      const messages = await events.waitForMessages(count + 1);
      expect(messages[0]!.event).toBe("connected");
      return queries(events);
    };
    expect(await replayQueries("", { "Last-Event-ID": second }, 2)).toEqual(["3", "4"]);
    expect(await replayQueries(`?last_event_id=${third}`, {}, 1)).toEqual(["4"]);
    expect(await replayQueries(`?last_event_id=${third}`, { "Last-Event-ID": second }, 2)).toEqual(["3", "4"]);
    for (const unknown of ["999999", "nonsense", "-1", "' OR 1=1"]) {
      expect(await replayQueries("", { "Last-Event-ID": unknown }, 4)).toEqual(["1", "2", "3", "4"]);
    }
    expect(await replayQueries("?last_event_id=", { "Last-Event-ID": "" }, 0)).toEqual([]);
    expect(await replayQueries("", {}, 0)).toEqual([]);
  });

  it("leaves out types of events that the client did not ask for", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const updatedEvent = { type: "note_updated", data: { id: "1", title: "One" }, timestamp: TIMESTAMP } as const;
    await append(app, "ada", updatedEvent, anEvent("1"), updatedEvent);
    using documentedStream = await openEvents(app.url, `${STREAM}?last_event_id=none`, { token: ada.token });
    using all = await openEvents(app.url, `${STREAM}?last_event_id=none&events=all`, { token: ada.token });
    await all.waitForMessages(4);
    await append(app, "ada", anEvent("2"));
    expect((await documentedStream.waitForMessages(3)).map(({ event }) => event)).toEqual([
      "connected",
      "recall_query",
      "recall_query",
    ]);
  });

  it("has no gap and no duplicate while events go on, whenever the client connects", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const writtenQueries: string[] = [];
    let writing = true;
    const writer = (async () => {
      while (writing) {
        writtenQueries.push(String(writtenQueries.length));
        await append(app, "ada", anEvent(writtenQueries.at(-1)));
        if (writtenQueries.length % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
        if (writtenQueries.length >= 900) writing = false;
      }
    })();
    await append(app, "ada", anEvent("first"));
    const clients = await Promise.all(
      Array.from({ length: 20 }, () => openEvents(app.url, `${STREAM}?last_event_id=none`, { token: ada.token })),
    );
    await writer;
    for (const client of clients) {
      await eventually(() => expect(queries(client).filter((query) => query !== "first")).toEqual(writtenQueries));
      client[Symbol.dispose]();
    }
  });

  it("holds live events back until the replay is sent, and sends none of them twice", async () => {
    const storage = createMemoryStorage();
    const reading = Promise.withResolvers<void>();
    const replay: typeof storage.activity.replay = async (...input) => {
      await storage.activity.append("ada", [anEvent("before the read")]);
      const events = await storage.activity.replay(...input);
      await storage.activity.append("ada", [anEvent("after the read")]);
      await reading.promise;
      return events;
    };
    const services = testServices({ storage: { ...storage, activity: { ...storage.activity, replay } } });
    await using app = await startApp({ services, pingSeconds: 0.005 });
    const ada = await app.user("ada", { lifetimeSeconds: 10 ** 9 });
    await storage.activity.append("ada", [anEvent("long before")]);
    const opening = openEvents(app.url, `${STREAM}?last_event_id=none`, { token: ada.token });
    await eventually(async () => expect(await storage.activity.latest("ada", 5)).toHaveLength(3));
    // Pings fall due meanwhile, and must not begin the response.
    for (let other = 0; other < 10; other++) await app.send("GET /health");
    reading.resolve();
    using events = await opening;
    expect(events.headers["content-type"]).toContain("text/event-stream");
    await events.waitForMessages(4);
    await storage.activity.append("ada", [anEvent("live")]);
    await events.waitForMessages(5);
    expect(queries(events)).toEqual(["long before", "before the read", "after the read", "live"]);
  });

  it("longer than what a client can leave unread is sent as fast as it reads", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const long = "x".repeat(4_000);
    await append(app, "ada", ...Array.from({ length: 1_000 }, (_, index) => anEvent(`${index} ${long}`)));
    using events = await openEvents(app.url, `${STREAM}?last_event_id=none`, { token: ada.token });
    events.response.pause();
    for (let other = 0; other < 10; other++) await app.send("GET /health");
    await append(app, "ada", anEvent("live"));
    events.response.resume();
    await events.waitForMessages(1_002);
    expect(queries(events).map((query) => query.split(" ")[0])).toEqual([
      ...Array.from({ length: 1_000 }, (_, index) => `${index}`),
      "live",
    ]);
  });

  it("ends with the token, even halfway", async () => {
    await using app = await startApp({ pingSeconds: 0.005 });
    const token = await app.token("ada", { lifetimeSeconds: 60 });
    const long = "x".repeat(20_000);
    await append(app, "ada", ...Array.from({ length: 1_000 }, (_, index) => anEvent(`${index} ${long}`)));
    using events = await openEvents(app.url, `${STREAM}?last_event_id=none`, { token });
    events.response.pause();
    app.services.clock.advance(200_000);
    await eventually(() => expect(app.http.streamClients()).toBe(0));
    expect((await app.send("GET /health")).status).toBe(200);
    events.response.resume();
    await eventually(() => expect(events.isClosed).toBe(true));
    expect(queries(events).length).toBeLessThan(1_000);
  });

  it("that cannot be read is an ordinary error", async () => {
    const storage = createMemoryStorage();
    const replay = () => Promise.reject(new Error("secret"));
    const services = testServices({ storage: { ...storage, activity: { ...storage.activity, replay } } });
    await using app = await startApp({ services });
    const ada = await app.user("ada");
    const answer = await ada.send(`${STREAM}?last_event_id=1`);
    expect(answer).toMatchObject({ status: 500, text: '{"detail":"Internal server error."}' });
  });
});
