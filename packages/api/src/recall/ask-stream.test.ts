import { DomainError } from "../errors.ts";
import { createScriptedModel, testServices, testUser, type AnswerScript } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { askStream, openAnswer } from "./ask.ts";

describe("a streamed answer", () => {
  it("sends the candidates, then the words as they come, then the whole answer", async () => {
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

  it("describes candidates and sources with the same fields", async () => {
    const { ctx, note } = setUp();
    await note("Owls hunt mice");
    const events = await Array.fromAsync(askStream(ctx, { query: "owls" }));
    const sourceLists = events.flatMap((event) =>
      event.event === "sources" || event.event === "done" ? [event.data.sources] : [],
    );
    expect(sourceLists).toHaveLength(2);
    expect(sourceLists[0]).toEqual(sourceLists[1]);
  });

  it("counts once it is done", async () => {
    const { ctx, queriesUsed } = setUp();
    const stream = askStream(ctx, { query: "Why?" });
    await stream.next();
    expect(await queriesUsed()).toBe(1);
    await Array.fromAsync(stream);
    expect(await queriesUsed()).toBe(1);
  });

  it("does not start, reserve or publish anything before it is read", async () => {
    const { ctx, queriesUsed, eventsOf } = setUp();
    const events = await eventsOf(async () => {
      askStream(ctx, { query: "Why?" });
    });
    expect(events).toEqual([]);
    expect(await queriesUsed()).toBe(0);
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
    const { models, ctx, queriesUsed } = setUp();
    models.default.hold();
    const stream = askStream({ ...ctx, signal: caller.signal }, { query: "Why?" });
    expect((await stream.next()).value).toMatchObject({ event: "sources" });
    const next = stream.next();
    caller.abort();
    await expect(next).rejects.toThrow();
    expect(await queriesUsed()).toBe(0);
  });

  it("counts when the caller leaves after the first word", async () => {
    const caller = new AbortController();
    const { models, ctx, queriesUsed } = setUp();
    const stream = askStream({ ...ctx, signal: caller.signal }, { query: "Why?" });
    await stream.next();
    expect((await stream.next()).value).toMatchObject({ event: "delta" });
    models.default.hold();
    const next = stream.next();
    caller.abort();
    await expect(next).rejects.toThrow();
    expect(await queriesUsed()).toBe(1);
  });

  it("is given back when nobody reads on before the first word, and counts after it", async () => {
    for (const [reads, expectedUse] of [
      [1, 0],
      [2, 1],
      [3, 1],
    ] as const) {
      const { ctx, queriesUsed } = setUp();
      const stream = askStream(ctx, { query: "Why?" });
      for (let read = 0; read < reads; read++) await stream.next();
      await stream.return();
      expect(await queriesUsed(), `after ${reads} reads`).toBe(expectedUse);
    }
  });

  it("is given back when the model fails, also after some words", async () => {
    for (const text of [[], ["Some ", "words"]]) {
      const { ctx, queriesUsed } = setUp(() => ({
        text,
        cited: [],
        error: new DomainError("PROVIDER_FAILED", "The model failed."),
      }));
      const stream = askStream(ctx, { query: "Why?" });
      for (let read = 0; read < text.length + 1; read++) expect((await stream.next()).done).toBe(false);
      await expect(stream.next()).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
      expect(await queriesUsed()).toBe(0);
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

describe("an opened answer", () => {
  it("ends with all details of its sources and its cost", async () => {
    const { ctx, note, api } = setUp(() => ({ text: ["Owls [1]."], cited: [1] }), "student");
    const owls = await note("Owls hunt mice", { content: "At night. Mice are most of it." });
    const bats = await note("Owls hunt moths");
    await api.links.create({ source_id: bats.id, target_id: owls.id, relation: "contradicts" });
    const events = await Array.fromAsync(await openAnswer(ctx, { query: "owls hunt mice" }));
    expect(events.map(({ event }) => event)).toEqual(["sources", "delta", "done"]);
    expect(events.at(-1)).toEqual({
      event: "done",
      data: {
        answer: "Owls [1].",
        model: "test-default",
        sources: [
          {
            id: owls.id,
            title: "Owls hunt mice",
            similarity: expect.any(Number),
            note_type: "fact",
            state: "contested",
            contradicts: [{ id: bats.id, title: "Owls hunt moths", incoming: true }],
            snippet: "At night. Mice are most of it.",
            found_by: null,
          },
        ],
        capable: false,
        fell_back: false,
        quota: await api.quota.get(),
      },
    });
  });

  it("says by which link a source was found that the question alone does not find", async () => {
    const { ctx, note, api } = setUp(() => ({ text: ["So [1] [2]."], cited: [1, 2] }));
    const owls = await note("Owls hunt mice");
    const other = await note("Barns stand empty");
    await api.links.create({ source_id: owls.id, target_id: other.id, relation: "depends_on" });
    const lastEvent = (await Array.fromAsync(await openAnswer(ctx, { query: "owls hunt mice" }))).at(-1)!;
    const sources = lastEvent.event === "done" ? lastEvent.data.sources : [];
    expect(sources.map(({ id, found_by }) => ({ id, found_by }))).toEqual([
      { id: owls.id, found_by: null },
      { id: other.id, found_by: { id: owls.id, title: "Owls hunt mice", incoming: true, relation: "depends_on" } },
    ]);
  });

  it("reports a fallback from the capable model, whatever the models are called", async () => {
    const free = setUp();
    const student = setUp(undefined, "student");
    for (const [{ ctx }, expectedAnswer] of [
      [free, { capable: false, fell_back: true }],
      [student, { capable: true, fell_back: false }],
    ] as const) {
      const events = await Array.fromAsync(await openAnswer(ctx, { query: "Compare owls and bats" }));
      expect(events.at(-1)).toMatchObject({ event: "done", data: expectedAnswer });
    }
  });

  it("refuses before it is opened, and reserves nothing then", async () => {
    const { ctx, queriesUsed } = setUp();
    for (let index = 0; index < 50; index++) await Array.fromAsync(askStream(ctx, { query: "Why?" }));
    await expect(openAnswer(ctx, { query: "Why?" })).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
    expect(await queriesUsed()).toBe(50);
  });

  it("is given back when its caller leaves without a read", async () => {
    const { ctx, queriesUsed } = setUp();
    const events = await openAnswer(ctx, { query: "Why?" });
    expect(await queriesUsed()).toBe(1);
    await events.return();
    expect(await queriesUsed()).toBe(0);
  });
});

describe("the sources of an earlier answer", () => {
  it("show their current state, without deleted notes and those of other users", async () => {
    const { ctx, note, api, ...services } = setUp();
    const [old, deletedNote] = [await note("Owls hunt mice"), await note("Owls hunt bats")];
    const foreign = await testUser(services).note("Secret");
    const newer = await note("Owls hunt voles");
    await api.links.create({ source_id: newer.id, target_id: old.id, relation: "supersedes" });
    await api.notes.delete({ id: deletedNote.id });
    expect(await api.recall.sources({ ids: [deletedNote.id, old.id, foreign.id, "no id"] })).toEqual({
      sources: [{ id: old.id, title: "Owls hunt mice", note_type: "fact", state: "superseded", contradicts: [] }],
    });
    const ids = (count: number) => ({ ids: Array.from({ length: count }, () => old.id) });
    await expect(api.recall.sources(ids(8))).resolves.toBeDefined();
    await expect(api.recall.sources(ids(9))).rejects.toMatchObject({ code: "BAD_REQUEST" });
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
  const queriesUsed = async () => (await user.api.quota.get()).queries_used;
  return { ...services, ...user, queriesUsed };
}
