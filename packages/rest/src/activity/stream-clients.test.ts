import { anEvent, createMemoryStorage, eventually, openEvents, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { append, queries, STREAM } from "../testing/activity.ts";
import { startApp } from "../testing/start-app.ts";

describe("pings", () => {
  it("reach every client with a single timer", async () => {
    await using app = await startApp({ pingSeconds: 0.02 });
    const ada = await app.user("ada");
    const clients = await Promise.all(
      Array.from({ length: 10 }, () => openEvents(app.url, `${STREAM}?token=${ada.token}`)),
    );
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    const more = await Promise.all(
      Array.from({ length: 30 }, () => openEvents(app.url, `${STREAM}?token=${ada.token}`)),
    );
    expect(timers() - before).toBeLessThan(5);
    for (const client of [...clients, ...more]) {
      await eventually(() => expect(client.messages.filter(({ event }) => event === "ping").length).toBeGreaterThan(1));
      expect(client.messages.find(({ event }) => event === "ping")).toEqual({ event: "ping", data: {} });
      client[Symbol.dispose]();
    }
  });
});

describe("a client", () => {
  it("that does not read is dropped, and delays nobody else", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    using slow = await openEvents(app.url, `${STREAM}?token=${ada.token}`);
    using quick = await openEvents(app.url, `${STREAM}?token=${ada.token}`);
    await slow.waitForMessages(1);
    slow.response.pause();
    const long = "x".repeat(20_000);
    let sentCount = 0;
    await eventually(async () => {
      for (let count = 0; count < 50; count++) await append(app, "ada", anEvent(`${sentCount++} ${long}`));
      expect(app.http.streamClients()).toBe(1);
    });
    await eventually(() => expect(queries(quick)).toHaveLength(sentCount));
  });

  it("that leaves is forgotten, and the user's last one ends the subscription", async () => {
    const storage = createMemoryStorage();
    let subscriptions = 0;
    const subscribe: typeof storage.activity.subscribe = (...input) => {
      subscriptions++;
      const unsubscribe = storage.activity.subscribe(...input);
      return () => {
        subscriptions--;
        unsubscribe();
      };
    };
    const services = testServices({ storage: { ...storage, activity: { ...storage.activity, subscribe } } });
    await using app = await startApp({ services });
    const token = await app.token("ada");
    const clients = await Promise.all(Array.from({ length: 5 }, () => openEvents(app.url, `${STREAM}?token=${token}`)));
    expect([subscriptions, app.http.streamClients()]).toEqual([1, 5]);
    for (const client of clients) client[Symbol.dispose]();
    await eventually(() => expect([subscriptions, app.http.streamClients()]).toEqual([0, 0]));
    using again = await openEvents(app.url, `${STREAM}?token=${token}`);
    expect(subscriptions).toBe(1);
    await append(app, "ada", anEvent("still here"));
    await again.waitForMessages(2);
  });

  it("gets a regular end of the stream when the server ends", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    using events = await openEvents(app.url, `${STREAM}?token=${ada.token}`);
    await app.http.close();
    await eventually(() => expect(events.hasEnded).toBe(true));
    expect(app.http.streamClients()).toBe(0);
    const late = await ada.send(`${STREAM}?token=${ada.token}`);
    expect(late.status).toBe(503);
    expect(late.headers["retry-after"]).toBeDefined();
    expect((await ada.send("GET /api/quota")).status).toBe(200);
  });

  it("that only asks for the headers gets no stream", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const head = await ada.send(`HEAD /api/activity/stream?token=${ada.token}`);
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers["content-type"]).toContain("text/event-stream");
    expect(app.http.streamClients()).toBe(0);
  });

  it("gets its events uncompressed, even if it accepts gzip", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    using events = await openEvents(app.url, `${STREAM}?token=${ada.token}`, {
      headers: { "Accept-Encoding": "gzip" },
    });
    await append(app, "ada", anEvent("x".repeat(10_000)));
    await events.waitForMessages(2);
    expect(events.headers).not.toHaveProperty("content-encoding");
  });
});
