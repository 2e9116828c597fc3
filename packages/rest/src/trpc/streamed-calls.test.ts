import { type AppRouter, DomainError } from "@knote/api";
import { createScriptedModel, eventually, testServices } from "@knote/testkit";
import { createTRPCClient, httpBatchStreamLink } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../testing/start-app.ts";

function streamingClient(app: TestApp, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return createTRPCClient<AppRouter>({ links: [httpBatchStreamLink({ url: `${app.url}/trpc`, headers })] });
}

describe("an answer streamed to a typed client", () => {
  it("has the events of REST, as they arrive", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const client = streamingClient(app, ada.token);
    await client.notes.create.mutate({ title: "Owls hunt mice", content: "-", note_type: "fact" });
    const { default: model } = app.services.models;
    model.hold();
    const events = (await client.recall.askStream.mutate({ query: "What do owls hunt?" }))[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({
      event: "sources",
      data: { sources: [{ title: "Owls hunt mice" }] },
    });
    model.release();
    const rest = [];
    for (let next = await events.next(); !next.done; next = await events.next()) rest.push(next.value);
    expect(rest.map((event) => event.event).slice(0, -1)).toEqual(rest.slice(0, -1).map(() => "delta"));
    expect(rest.at(-1)).toMatchObject({ event: "done", data: { model: model.id } });
    expect((await client.quota.get.query()).queries_used).toBe(1);
  });

  it("fails like any call before it begins", async () => {
    await using app = await startApp();
    const reader = streamingClient(app, await app.token("ada", { scope: "notes:read" }));
    await expect(reader.recall.askStream.mutate({ query: "Why?" })).rejects.toMatchObject({
      data: { code: "FORBIDDEN" },
    });
    const ada = await app.user("ada");
    const client = streamingClient(app, ada.token);
    for (let index = 0; index < 50; index++) await client.recall.ask.mutate({ query: "Why?" });
    await expect(client.recall.askStream.mutate({ query: "Why?" })).rejects.toMatchObject({
      data: { code: "TOO_MANY_REQUESTS" },
    });
  });

  it("fails with the provider's refusal halfway, and refunds the quota", async () => {
    const failing = createScriptedModel("failing", () => ({
      text: ["Some "],
      cited: [],
      error: new DomainError("PROVIDER_FAILED", "The model failed."),
    }));
    const services = testServices({ models: { default: failing, capable: failing, demo: failing } });
    await using app = await startApp({ services });
    const ada = await app.user("ada");
    const client = streamingClient(app, ada.token);
    const events = await client.recall.askStream.mutate({ query: "Why?" });
    const read = async () => {
      for await (const event of events) expect(["sources", "delta"]).toContain(event.event);
    };
    await expect(read()).rejects.toMatchObject({ message: "The model failed.", data: { code: "BAD_GATEWAY" } });
    expect((await client.quota.get.query()).queries_used).toBe(0);
  });

  it("refunds the quota when the client leaves before the first word", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const client = streamingClient(app, ada.token);
    const { default: model } = app.services.models;
    model.hold();
    const leaving = new AbortController();
    const events = await client.recall.askStream.mutate({ query: "Why?" }, { signal: leaving.signal });
    await events[Symbol.asyncIterator]().next();
    expect((await ada.send("GET /api/quota")).body.queries_used).toBe(1);
    leaving.abort();
    await eventually(async () => expect((await ada.send("GET /api/quota")).body.queries_used).toBe(0));
  });
});
