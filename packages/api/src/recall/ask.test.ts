import { createScriptedModel, testServices, testUser, type AnswerScript } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("asking", () => {
  it("answers from the notes, citing its sources, with the documented fields alone", async () => {
    const { api, note } = setUp();
    const { id } = await note("Owls hunt mice");
    expect(await api.recall.ask({ query: " What do owls hunt? " })).toEqual({
      answer: "Owls hunt mice [1]",
      sources: [{ id, title: "Owls hunt mice", similarity: expect.closeTo(2 / Math.sqrt(2 * 3), 5) }],
      model: "test-default",
    });
  });

  it("says so when there are no notes, and cites no source", async () => {
    const { api } = setUp();
    expect(await api.recall.ask({ query: "What do owls hunt?" })).toEqual({
      answer: "The notes hold no answer.",
      sources: [],
      model: "test-default",
    });
    expect((await api.quota.get()).queries_used).toBe(1);
  });

  it("orders sources by similarity and counts citations in that order", async () => {
    const { api, note } = setUp(() => ({ text: ["Bats [2], owls [1], ", "bats again [2]."], cited: [2, 1] }));
    await note("Bats hunt mice", { importance: 1 });
    await note("Owls hunt mice");
    const { answer, sources } = await api.recall.ask({ query: "owls hunt" });
    expect(sources.map((source) => source.title)).toEqual(["Owls hunt mice", "Bats hunt mice"]);
    expect(sources[0]!.similarity).toBeGreaterThan(sources[1]!.similarity);
    expect(answer).toBe("Bats [2], owls [1], bats again [2].");
    const askingUser = setUp(() => ({ text: ["Mice [2] and [3]; not [1] and [9]."], cited: [3, 2, 3, 7, 0] }));
    for (const title of ["Owls", "Owls hunt", "Owls hunt mice"]) await askingUser.note(title);
    const result = await askingUser.api.recall.ask({ query: "owls" });
    expect(result.sources.map((source) => source.title)).toEqual(["Owls hunt", "Owls hunt mice"]);
    expect(result.answer).toBe("Mice [1] and [2]; not and.");
  });

  it("gives the model at most eight passages, best first, and the size of the tier", async () => {
    const { models, api, note } = setUp();
    for (let index = 0; index < 12; index++) await note(`Owls hunt ${"mice ".repeat(index)}`);
    await api.recall.ask({ query: "owls hunt" });
    const { query, passages, maxTokens } = models.default.requests[0]!;
    expect(query).toBe("owls hunt");
    expect(passages).toHaveLength(8);
    expect(passages.map((passage) => passage.score)).toEqual(
      passages.map((passage) => passage.score).toSorted((one, other) => other - one),
    );
    expect(maxTokens).toBe(400);
  });

  it.each([
    ["free", 400],
    ["student", 600],
    ["pro", 800],
    ["agent", 1_200],
  ] as const)("caps the answer of %s at %i tokens", async (tier, maxTokens) => {
    const services = testServices();
    await testUser(services, { tier }).api.recall.ask({ query: "Why?" });
    expect(services.models.default.requests[0]?.maxTokens).toBe(maxTokens);
  });

  it("tells the model what each passage is, and which contradict each other", async () => {
    const { models, api, note, link } = setUp();
    const claim = await note("Owls hunt at night", { content: "They see little by day." });
    const critic = await note("Owls hunt at noon", { content: "Some do." });
    await link(critic, "contradicts", claim);
    await api.recall.ask({ query: "when do owls hunt at night" });
    expect(models.default.requests[0]?.passages).toMatchObject([
      {
        noteId: claim.id,
        title: "Owls hunt at night",
        text: "They see little by day.",
        state: "contested",
        createdAt: claim.created_at,
        contradicts: [1],
      },
      { noteId: critic.id, title: "Owls hunt at noon", text: "Some do.", state: "active", contradicts: [0] },
    ]);
  });

  it.each(["", "   ", "a".repeat(2_001)])("refuses an empty or too long query", async (query) => {
    const { api, eventsOf } = setUp();
    const events = await eventsOf(() =>
      expect(api.recall.ask({ query })).rejects.toMatchObject({ code: "BAD_REQUEST" }),
    );
    expect(events).toEqual([]);
    expect((await api.quota.get()).queries_used).toBe(0);
  });
});

describe("choosing the model", () => {
  it("takes the capable one for a keyword, and counts both", async () => {
    const { api, headers } = setUp(undefined, "student");
    expect((await api.recall.ask({ query: "Compare owls and bats" })).model).toBe("test-capable");
    expect(await api.quota.get()).toMatchObject({ queries_used: 1, sonnet_queries_used: 1 });
    expect(headers).toEqual([]);
  });

  it("takes the default one otherwise, and counts no use of the capable one", async () => {
    const { models, api, headers } = setUp(undefined, "student");
    expect((await api.recall.ask({ query: "A comparison of owls" })).model).toBe("test-default");
    expect(await api.quota.get()).toMatchObject({ queries_used: 1, sonnet_queries_used: 0 });
    expect(models.capable.requests).toEqual([]);
    expect(headers).toEqual([]);
  });

  it("falls back to the default one where the tier has no capable queries, and says so", async () => {
    const { api, headers, eventsOf } = setUp();
    const events = await eventsOf(async () => {
      expect((await api.recall.ask({ query: "Compare owls and bats" })).model).toBe("test-default");
    });
    expect(headers).toEqual([["X-Model-Fallback", "sonnet-quota"]]);
    expect(events[1]).toMatchObject({ type: "model_used", data: { model: "test-default" } });
    expect(await api.quota.get()).toMatchObject({ queries_used: 1, sonnet_queries_used: 0 });
  });

  it("falls back once the capable queries are used up", async () => {
    const { api, headers } = setUp(undefined, "student");
    for (let index = 0; index < 20; index++) await api.recall.ask({ query: "Compare owls and bats" });
    expect(headers).toEqual([]);
    expect((await api.recall.ask({ query: "Compare owls and bats" })).model).toBe("test-default");
    expect(headers).toEqual([["X-Model-Fallback", "sonnet-quota"]]);
    expect(await api.quota.get()).toMatchObject({ queries_used: 21, sonnet_queries_used: 20 });
  });
});

describe("what asking publishes", () => {
  it("is recall_query, then model_used", async () => {
    const { api, eventsOf } = setUp(undefined, "pro");
    const timestamp = "2026-03-01T12:00:00.000Z";
    expect(await eventsOf(() => api.recall.ask({ query: " Evaluate this " }))).toEqual([
      { type: "recall_query", data: { query: "Evaluate this" }, timestamp },
      { type: "model_used", data: { model: "test-capable" }, timestamp },
    ]);
  });

  it("is published before the answer: the question was accepted", async () => {
    const { models, api, actor, storage } = setUp();
    models.default.hold();
    const asking = api.recall.ask({ query: "Why?" });
    await expect.poll(() => models.default.requests.length).toBe(1);
    expect((await storage.activity.replay(actor.userId, null)).map(({ event }) => event.type)).toEqual([
      "recall_query",
      "model_used",
    ]);
    models.default.release();
    await asking;
  });
});

function setUp(script?: () => AnswerScript, tier: "free" | "student" | "pro" = "free") {
  const services = testServices({
    models: {
      default: createScriptedModel("test-default", script),
      capable: createScriptedModel("test-capable"),
      demo: createScriptedModel("test-demo"),
    },
  });
  const headers: [string, string][] = [];
  const user = testUser(services, { tier });
  return { ...services, ...user, api: user.on({ setHeader: (name, value) => headers.push([name, value]) }), headers };
}
