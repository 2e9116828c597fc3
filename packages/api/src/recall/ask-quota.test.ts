import { DomainError } from "../errors.ts";
import type { AnswerModel } from "../ports/answer-model.ts";
import type { Storage } from "../ports/storage.ts";
import { createMemoryStorage, createScriptedModel, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const MINUTE_MS = 60_000;

describe("the monthly quota", () => {
  it("answers as many questions as the tier has, then refuses until the month ends", async () => {
    const { clock, models, api, ask, eventsOf } = setUp();
    await ask(50);
    const events = await eventsOf(async () => {
      const refusal: unknown = await api.recall.ask({ query: "Why?" }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "TOO_MANY_REQUESTS", cause: { code: "QUOTA_EXCEEDED" } });
      expect((refusal as Error).message).toMatch(/monthly.*quota.*exceeded.*upgrade.*tier.*wait.*reset/i);
      const { retryAfterSeconds } = (refusal as { cause: DomainError }).cause;
      expect(retryAfterSeconds).toBe((Date.parse("2026-04-01T00:00:00.000Z") - clock.now()) / 1_000);
    });
    expect(events).toEqual([]);
    expect(models.default.requests).toHaveLength(50);
    expect((await api.quota.get()).queries_used).toBe(50);
    clock.set("2026-04-01T00:00:00.000Z");
    await ask(1);
  });

  it("never promises a retry at once, however near the end of the month", async () => {
    const { clock, api, ask } = setUp();
    clock.set("2026-03-31T23:59:59.999Z");
    await ask(50);
    await expect(api.recall.ask({ query: "Why?" })).rejects.toMatchObject({ cause: { retryAfterSeconds: 1 } });
  });

  it("reports with a streamed answer how it was counted, even when both models are the same", async () => {
    const { api } = setUp("student", createScriptedModel("test-default"));
    const costOf = async (query: string) => {
      const events = await Array.fromAsync(await api.recall.askStream({ query }));
      return events.at(-1)!.data;
    };
    for (let index = 0; index < 19; index++) await api.recall.ask({ query: "Debate this" });
    const answer = { model: "test-default", answer: expect.any(String) };
    expect(await costOf("Debate this")).toMatchObject({ ...answer, capable: true, fell_back: false });
    expect(await costOf("Debate this")).toMatchObject({ ...answer, capable: false, fell_back: true });
    expect(await costOf("Why?")).toMatchObject({ ...answer, capable: false, fell_back: false });
  });

  it("also refuses a question for the capable model when no query is left", async () => {
    const capable = createScriptedModel("test-capable");
    const { api, ask, headers } = setUp("free", capable);
    await ask(50);
    await expect(api.recall.ask({ query: "Compare owls and bats" })).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });
    expect(capable.requests).toEqual([]);
    expect(headers).toEqual([]);
  });

  it("lets exactly ten of fifty parallel questions take the last ten", async () => {
    const { models, api, ask } = setUp();
    await ask(40);
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => api.recall.ask({ query: "Why?" })));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(10);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(models.default.requests).toHaveLength(50);
    expect((await api.quota.get()).queries_used).toBe(50);
  });

  it("lets exactly as many parallel questions have the capable model as are left", async () => {
    const { api } = setUp("student");
    for (let index = 0; index < 17; index++) await api.recall.ask({ query: "Debate this" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.recall.ask({ query: "Debate this" })));
    expect(answers.filter((answer) => answer.model === "test-capable")).toHaveLength(3);
    expect(await api.quota.get()).toMatchObject({ queries_used: 27, sonnet_queries_used: 20 });
  });

  it("counts a running question, and one that a crash left open for five minutes", async () => {
    const { clock, models, api } = setUp();
    models.default.hold();
    const neverAnswered = api.recall.ask({ query: "Why?" });
    await expect.poll(() => models.default.requests.length).toBe(1);
    expect((await api.quota.get()).queries_used).toBe(1);
    clock.advance(5 * MINUTE_MS);
    expect((await api.quota.get()).queries_used).toBe(1);
    clock.advance(1);
    expect((await api.quota.get()).queries_used).toBe(0);
    models.default.release();
    await neverAnswered;
    expect((await api.quota.get()).queries_used).toBe(1);
  });
});

describe("a question that fails", () => {
  it.each([
    ["answers with an error", new DomainError("PROVIDER_FAILED", "The model failed."), "BAD_GATEWAY"],
    ["is down", new DomainError("UNAVAILABLE", "The model is down."), "SERVICE_UNAVAILABLE"],
    ["breaks", new Error("secret"), "INTERNAL_SERVER_ERROR"],
  ])("is given back when the model %s, before or after some words", async (_, error, code) => {
    for (const text of [[], ["Some ", "words"]]) {
      const { api, eventsOf } = setUp(
        "student",
        createScriptedModel("test-capable", () => ({ text, cited: [], error })),
      );
      const events = await eventsOf(() =>
        expect(api.recall.ask({ query: "Debate this" })).rejects.toMatchObject({ code }),
      );
      expect(events.map((event) => event.type)).toEqual(["recall_query", "model_used"]);
      expect(await api.quota.get()).toMatchObject({ queries_used: 0, sonnet_queries_used: 0 });
    }
  });

  it("is given back when the notes cannot be searched", async () => {
    const { api } = setUp("free", undefined, (storage) => ({
      ...storage,
      keywords: { ...storage.keywords, search: isDown },
    }));
    await expect(api.recall.ask({ query: "owls" })).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect((await api.quota.get()).queries_used).toBe(0);
  });

  it("is given back when it cannot be published", async () => {
    const { models, api } = setUp("free", undefined, (storage) => ({
      ...storage,
      activity: { ...storage.activity, append: isDown },
    }));
    await expect(api.recall.ask({ query: "owls" })).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(models.default.requests).toEqual([]);
    expect((await api.quota.get()).queries_used).toBe(0);
  });

  it("is given back when the caller leaves before the answer is complete", async () => {
    const caller = new AbortController();
    const { models, api, on } = setUp();
    models.default.hold();
    const asking = on({ signal: caller.signal }).recall.ask({ query: "Why?" });
    await expect.poll(() => models.default.requests.length).toBe(1);
    caller.abort();
    await expect(asking).rejects.toThrow();
    expect((await api.quota.get()).queries_used).toBe(0);
  });

  it("is given back even when the model had started, as no word reached the caller", async () => {
    const caller = new AbortController();
    const speaker = createScriptedModel("test-capable");
    const leftMidway: AnswerModel = {
      ...speaker,
      async *answer({ signal }) {
        yield { text: "Some " };
        caller.abort();
        signal?.throwIfAborted();
      },
    };
    const { api, on } = setUp("student", leftMidway);
    await expect(on({ signal: caller.signal }).recall.ask({ query: "Debate this" })).rejects.toThrow();
    expect(await api.quota.get()).toMatchObject({ queries_used: 0, sonnet_queries_used: 0 });
  });
});

describe("the quota warning", () => {
  it("comes once, with the use that reaches 80 %, and again next month", async () => {
    const { clock, ask, eventsOf } = setUp();
    const warnings = async (count: number) =>
      (await eventsOf(() => ask(count))).filter((event) => event.type === "quota_warning");
    expect(await warnings(39)).toEqual([]);
    expect(await warnings(1)).toEqual([
      { type: "quota_warning", data: { used: 40, limit: 50 }, timestamp: "2026-03-01T12:00:00.000Z" },
    ]);
    expect(await warnings(10)).toEqual([]);
    clock.set("2026-04-01T00:00:00.000Z");
    expect(await warnings(39)).toEqual([]);
    expect((await warnings(1)).map((event) => event.data)).toEqual([{ used: 40, limit: 50 }]);
  });

  it("comes for the capable model's counter by itself, and never for an unlimited one", async () => {
    const { api, eventsOf } = setUp("student");
    const events = await eventsOf(async () => {
      for (let index = 0; index < 60; index++) await api.recall.ask({ query: "Why?" });
      for (let index = 0; index < 20; index++) await api.recall.ask({ query: "Debate this" });
    });
    expect(events.filter((event) => event.type === "quota_warning").map((event) => event.data)).toEqual([
      { used: 16, limit: 20 },
    ]);
  });

  it("does not come for questions that were given back", async () => {
    const failing = createScriptedModel("test-default", () => ({
      text: [],
      cited: [],
      error: new DomainError("PROVIDER_FAILED", "No."),
    }));
    const services = testServices({ models: { default: failing, capable: failing, demo: failing } });
    const { api, eventsOf } = testUser(services);
    const events = await eventsOf(async () => {
      for (let index = 0; index < 45; index++) await api.recall.ask({ query: "Why?" }).catch(() => undefined);
    });
    expect(events.filter((event) => event.type === "quota_warning")).toEqual([]);
  });
});

async function isDown(): Promise<never> {
  throw new DomainError("UNAVAILABLE", "The engine is down.");
}

function setUp(
  tier: "free" | "student" = "free",
  capable: AnswerModel = createScriptedModel("test-capable"),
  breakStorage: (storage: Storage) => Storage = (whole) => whole,
) {
  const services = testServices({
    models: { default: createScriptedModel("test-default"), capable, demo: createScriptedModel("test-demo") },
  });
  const headers: [string, string][] = [];
  const setHeader = (name: string, value: string) => void headers.push([name, value]);
  const user = testUser({ ...services, storage: breakStorage(createMemoryStorage()) }, { tier });
  const api = user.on({ setHeader });
  const ask = async (count: number) => {
    for (let index = 0; index < count; index++) await api.recall.ask({ query: "Why?" });
  };
  return { ...services, ...user, api, ask, headers };
}
