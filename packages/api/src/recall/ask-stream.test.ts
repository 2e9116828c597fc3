import { DomainError } from "../errors.ts";
import { createScriptedModel, testServices, testUser, type AnswerScript } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { askStream } from "./ask.ts";

describe("a streamed answer", () => {
  it("is the candidates, the words as they come, then the whole", async () => {
    const { ctx, note } = setUp(() => ({ text: ["Bats too [2]. ", "Owls [1]."], cited: [2] }));
    await note("Owls hunt mice");
    await note("Bats hunt mice");
    const events = await Array.fromAsync(askStream(ctx, { query: "owls hunt" }));
    expect(events.map((event) => event.event)).toEqual(["sources", "delta", "delta", "done"]);
    expect(events[0]).toMatchObject({ data: { sources: [{ title: "Owls hunt mice" }, { title: "Bats hunt mice" }] } });
    expect(events.slice(1, 3).map((event) => event.data)).toEqual([{ text: "Bats too [2]. " }, { text: "Owls [1]." }]);
    expect(events[3]).toEqual({
      event: "done",
      data: {
        answer: "Bats too [1]. Owls.",
        sources: [{ id: expect.any(String), title: "Bats hunt mice", similarity: expect.any(Number) }],
        model: "test-default",
      },
    });
  });

  it("tells candidates and sources with the same fields", async () => {
    const { ctx, note } = setUp();
    await note("Owls hunt mice");
    const events = await Array.fromAsync(askStream(ctx, { query: "owls" }));
    const listed = events.flatMap((event) =>
      event.event === "sources" || event.event === "done" ? [event.data.sources] : [],
    );
    expect(listed).toHaveLength(2);
    expect(listed[0]).toEqual(listed[1]);
  });

  it("counts once it is done", async () => {
    const { ctx, used } = setUp();
    const stream = askStream(ctx, { query: "Why?" });
    await stream.next();
    expect(await used()).toBe(1);
    await Array.fromAsync(stream);
    expect(await used()).toBe(1);
  });

  it("is not begun, reserved or published before it is read", async () => {
    const { ctx, used, published } = setUp();
    const events = await published(async () => {
      askStream(ctx, { query: "Why?" });
    });
    expect(events).toEqual([]);
    expect(await used()).toBe(0);
  });

  it("refuses with the first read when no query is left", async () => {
    const { ctx } = setUp();
    for (let index = 0; index < 50; index++) await Array.fromAsync(askStream(ctx, { query: "Why?" }));
    await expect(askStream(ctx, { query: "Why?" }).next()).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
  });
});

describe("a streamed answer that ends early", () => {
  it("is given back when the caller leaves before the first word", async () => {
    const caller = new AbortController();
    const { models, ctx, used } = setUp();
    models.default.hold();
    const stream = askStream({ ...ctx, signal: caller.signal }, { query: "Why?" });
    expect((await stream.next()).value).toMatchObject({ event: "sources" });
    const next = stream.next();
    caller.abort();
    await expect(next).rejects.toThrow();
    expect(await used()).toBe(0);
  });

  it("counts when the caller leaves after the first word", async () => {
    const caller = new AbortController();
    const { models, ctx, used } = setUp();
    const stream = askStream({ ...ctx, signal: caller.signal }, { query: "Why?" });
    await stream.next();
    expect((await stream.next()).value).toMatchObject({ event: "delta" });
    models.default.hold();
    const next = stream.next();
    caller.abort();
    await expect(next).rejects.toThrow();
    expect(await used()).toBe(1);
  });

  it("is given back when nobody reads on before the first word, and counts after it", async () => {
    for (const [reads, expected] of [
      [1, 0],
      [2, 1],
      [3, 1],
    ] as const) {
      const { ctx, used } = setUp();
      const stream = askStream(ctx, { query: "Why?" });
      for (let read = 0; read < reads; read++) await stream.next();
      await stream.return();
      expect(await used(), `after ${reads} reads`).toBe(expected);
    }
  });

  it("is given back when the model fails, also after some words", async () => {
    for (const text of [[], ["Some ", "words"]]) {
      const { ctx, used } = setUp(() => ({
        text,
        cited: [],
        error: new DomainError("PROVIDER_FAILED", "The model failed."),
      }));
      const stream = askStream(ctx, { query: "Why?" });
      for (let read = 0; read < text.length + 1; read++) expect((await stream.next()).done).toBe(false);
      await expect(stream.next()).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
      expect(await used()).toBe(0);
    }
  });

  it("is given back for both counters when the capable model answered", async () => {
    const { ctx, api } = setUp(undefined, "student");
    const stream = askStream(ctx, { query: "Debate this" });
    await stream.next();
    await stream.return();
    expect(await api.quota.get()).toMatchObject({ queries_used: 0, sonnet_queries_used: 0 });
  });
});

function setUp(
  script: () => AnswerScript = () => ({ text: ["Some ", "words"], cited: [1] }),
  tier: "free" | "student" = "free",
) {
  const services = testServices({
    models: {
      default: createScriptedModel("test-default", script),
      capable: createScriptedModel("test-capable"),
      demo: createScriptedModel("test-demo"),
    },
  });
  const user = testUser(services, { tier });
  const used = async () => (await user.api.quota.get()).queries_used;
  return { ...services, ...user, used };
}
