import { createHashEmbedder, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import type { TextEmbedder } from "../ports/text-embedder.ts";
import { createIndexer } from "../indexing/indexer.ts";

const FILLER = "Reviews at growing intervals keep memories fresh for a fraction of the time. ".repeat(30);

describe("recall", () => {
  it("returns the documented fields, best first", async () => {
    const { api, note } = setUp();
    const best = await note("Owls hunt mice", { content: "At noon." });
    const second = await note("Bats hunt moths", { content: "At dawn." });
    const { results } = await api.recall.recall({ query: "What do owls hunt?" });
    expect(results).toEqual([
      {
        id: best.id,
        title: "Owls hunt mice",
        similarity: expect.closeTo(2 / Math.sqrt(2 * 4), 5),
        score: expect.any(Number),
        snippet: "At noon.",
        via: [],
      },
      {
        id: second.id,
        title: "Bats hunt moths",
        similarity: expect.closeTo(1 / Math.sqrt(2 * 4), 5),
        score: expect.any(Number),
        snippet: "At dawn.",
        via: [],
      },
    ]);
    expect(results[1]!.score).toBeLessThan(results[0]!.score);
  });

  it("returns ten results by default, and never more than requested", async () => {
    const { runRecall, note } = setUp();
    for (let index = 0; index < 60; index++) await note(`Owls hunt ${index}`);
    expect(await runRecall("owls")).toHaveLength(10);
    for (const limit of [1, 2, 50]) expect(await runRecall("owls", limit)).toHaveLength(limit);
  });

  it("finds by meaning a note that shares no word", async () => {
    const embedder = createHashEmbedder();
    const synonyms = {
      ...embedder,
      embed: (texts: readonly string[], options: Parameters<typeof embedder.embed>[1]) =>
        embedder.embed(
          texts.map((text) => text.replaceAll(/felines?/gi, "cats")),
          options,
        ),
    };
    const { runRecall, note } = setUp({ embedder: synonyms });
    await note("Cats sleep");
    await note("Dogs run");
    expect((await runRecall("felines"))[0]).toBe("Cats sleep");
  });

  it("finds by words a note without a vector", async () => {
    const { embedder, api, note } = setUp();
    embedder.setStatus("down");
    const { id } = await note("Owls hunt mice");
    embedder.setStatus("ready");
    expect((await api.recall.recall({ query: "owls" })).results).toMatchObject([{ id, similarity: 0, via: [] }]);
  });

  it("reads tags as well", async () => {
    const { runRecall, note } = setUp();
    await note("They hunt mice", { tags: ["owls"] });
    expect(await runRecall("owls")).toEqual(["They hunt mice"]);
  });

  it("uses words alone while the embedder cannot answer", async () => {
    const { embedder, api, runRecall, note } = setUp();
    await note("Owls hunt mice");
    await note("Dogs run");
    embedder.setStatus("down");
    expect(await runRecall("owls")).toEqual(["Owls hunt mice"]);
    expect((await api.recall.recall({ query: "owls" })).results[0]).toMatchObject({
      similarity: 0,
      snippet: "-",
    });
    embedder.setStatus("ready");
    for (const failure of [new DomainError("UNAVAILABLE", "Down."), new DOMException("Too slow.", "TimeoutError")]) {
      embedder.failWith(failure);
      expect(await runRecall("owls")).toEqual(["Owls hunt mice"]);
    }
    embedder.failWith(new Error("a defect"));
    await expect(runRecall("owls")).rejects.toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
  });

  it("finds nothing without notes, matches or usable words", async () => {
    const { embedder, runRecall, note } = setUp();
    expect(await runRecall("owls")).toEqual([]);
    await note("Owls hunt mice");
    embedder.setStatus("down");
    expect(await runRecall("xylophones")).toEqual([]);
    expect(await runRecall("what is it?")).toEqual([]);
  });

  it("leaves out what has nothing in common with the question", async () => {
    const { runRecall, note } = setUp();
    await note("Owls hunt mice");
    await note("Zebras graze");
    expect(await runRecall("owls")).toEqual(["Owls hunt mice"]);
    expect(await runRecall("dogs")).toEqual([]);
  });

  it("shows the passage that matches, also deep inside a long note", async () => {
    const { ctx, api, note } = setUp();
    await note("Field notes", { content: `${FILLER}Owls hunt mice. ${FILLER}` });
    const snippetOf = async () => (await api.recall.recall({ query: "owls hunt mice" })).results[0]?.snippet;
    expect(await snippetOf()).toContain("Reviews");
    await createIndexer(ctx, () => undefined).drain();
    expect(await snippetOf()).toContain("Owls hunt mice.");
    expect((await snippetOf())!.length).toBeLessThan(1_300);
  });

  it("follows updates and deletes", async () => {
    const { api, runRecall, note } = setUp();
    const { id } = await note("Owls hunt mice");
    await api.notes.update({ id, title: "Bats hunt moths" });
    expect((await api.recall.recall({ query: "bats" })).results).toMatchObject([
      { title: "Bats hunt moths", similarity: 0 },
    ]);
    expect(await runRecall("owls")).toEqual([]);
    await api.notes.delete({ id });
    expect(await runRecall("bats")).toEqual([]);
  });

  it("never shows an archived note", async () => {
    const { ctx, api, runRecall, note } = setUp();
    const { id } = await note("Owls hunt mice");
    await note("Owls sleep");
    await api.notes.update({ id, state: "archived" });
    expect(await runRecall("owls hunt mice")).toEqual(["Owls sleep"]);
    await api.notes.update({ id, state: "active" });
    await createIndexer(ctx, () => undefined).drain();
    expect((await runRecall("owls hunt mice"))[0]).toBe("Owls hunt mice");
  });

  it("spends no quota", async () => {
    const { api } = setUp();
    await api.recall.recall({ query: "Compare owls and bats" });
    expect(await api.quota.get()).toMatchObject({ queries_used: 0, sonnet_queries_used: 0 });
  });

  it("is 503 when search is out of reach", async () => {
    const { ctx, on } = setUp();
    const keywords = {
      ...ctx.storage.keywords,
      search: () => Promise.reject(new DomainError("UNAVAILABLE", "Search is down.")),
    };
    const api = on({ storage: { ...ctx.storage, keywords } });
    await expect(api.recall.recall({ query: "owls" })).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });
});

function setUp(overrides: { readonly embedder?: TextEmbedder } = {}) {
  const services = testServices();
  const user = testUser({ ...services, ...overrides });
  const runRecall = async (query: string, limit?: number) =>
    (await user.api.recall.recall({ query, ...(limit && { limit }) })).results.map((result) => result.title);
  return { ...services, ...user, runRecall };
}
