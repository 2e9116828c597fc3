import { createMemoryStorage, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import { createIndexer } from "../indexing/indexer.ts";

const AWAY = new DomainError("UNAVAILABLE", "Vector search cannot be reached.");

describe("while vectors are out of reach", () => {
  it.each(["hybrid", "graph"] as const)("recall answers from keywords in mode %s", async (mode) => {
    const { api, note, link, fail } = setUp();
    const owls = await note("Owls hunt mice");
    const mice = await note("Mice eat grain");
    await link(owls, "depends_on", mice);
    await note("Zebras graze");
    fail(AWAY);
    const { results } = await api.recall.recall({ query: "What do owls hunt?", mode });
    expect(results[0]).toMatchObject({ id: owls.id, similarity: 0, via: [] });
    expect(results.map(({ title }) => title)).not.toContain("Zebras graze");
  });

  it("recall returns the head of a chain although it has no scores", async () => {
    const { recalled, note, link, fail } = setUp();
    const old = await note("Owls hunt by day");
    await link(await note("They come out late"), "supersedes", old);
    fail(AWAY);
    expect(await recalled("owls hunt")).toEqual(["They come out late"]);
  });

  it("recall by meaning alone finds nothing", async () => {
    const { api, note, fail } = setUp();
    await note("Owls hunt mice");
    fail(AWAY);
    expect(await api.recall.recall({ query: "owls", mode: "vector" })).toEqual({ results: [] });
  });

  it("a question is answered from keyword hits", async () => {
    const { api, note, fail } = setUp();
    const { id, title } = await note("Owls hunt mice");
    fail(AWAY);
    const { sources } = await api.recall.ask({ query: "What do owls hunt?" });
    expect(sources).toEqual([{ id, title, similarity: 0 }]);
  });

  it("a note is stored, stays due, and is found by meaning once vectors are back", async () => {
    const { api, note, services, fail, mend } = setUp();
    fail(AWAY);
    const { id, auto_links } = await note("Owls hunt mice");
    expect(auto_links).toEqual([]);
    await api.notes.update({ id, title: "Owls hunt voles" });
    expect(await services.storage.vectors.pending(services.embedder.model)).toBe(1);
    mend();
    await createIndexer(services, () => undefined).drain();
    const { results } = await api.recall.recall({ query: "owls hunt voles", mode: "vector" });
    expect(results).toMatchObject([{ id, similarity: expect.closeTo(1, 5) }]);
  });

  it("suggestions use words and names", async () => {
    const { api, note, fail } = setUp();
    const owls = await note("Owls hunt mice");
    const other = await note("Owls hunt moths");
    await note("Zebras graze");
    fail(AWAY);
    const { suggestions } = await api.notes.suggestions({ id: owls.id });
    expect(suggestions).toMatchObject([{ target_id: other.id, similarity: 0 }]);
  });

  it("tending still works", async () => {
    const { api, note, fail } = setUp();
    for (let index = 0; index < 9; index++) await note(`Owls hunt mice ${index}`);
    fail(AWAY);
    const first = await api.tend.near({});
    expect(first.next).not.toBeNull();
    await expect(api.tend.near({ cursor: first.next! })).resolves.toMatchObject({ next: null });
  });
});

it("a defect of the vectors is reported, not hidden", async () => {
  const { api, note, recalled, fail } = setUp();
  const owls = await note("Owls hunt mice");
  await note("Owls hunt moths");
  fail(new Error("a defect"));
  const internalError = { code: "INTERNAL_SERVER_ERROR" };
  await expect(recalled("owls")).rejects.toMatchObject(internalError);
  await expect(api.recall.ask({ query: "owls" })).rejects.toMatchObject(internalError);
  await expect(api.notes.suggestions({ id: owls.id })).rejects.toMatchObject(internalError);
  await expect(api.tend.near({})).rejects.toMatchObject(internalError);
});

function setUp() {
  const storage = createMemoryStorage();
  let failure: Error | null = null;
  const failWhenAway =
    <Input extends unknown[], Answer>(method: (...input: Input) => Promise<Answer>) =>
    (...input: Input) =>
      failure ? Promise.reject(failure) : method(...input);
  const { nearest, similarities, sampleHeads, put } = storage.vectors;
  const vectors = {
    ...storage.vectors,
    nearest: failWhenAway(nearest),
    similarities: failWhenAway(similarities),
    sampleHeads: failWhenAway(sampleHeads),
    put: failWhenAway(put),
  };
  const services = testServices({ storage: { ...storage, vectors } });
  const user = testUser(services);
  return {
    services,
    ...user,
    fail: (error: Error) => void (failure = error),
    mend: () => void (failure = null),
    recalled: async (query: string) => (await user.api.recall.recall({ query })).results.map(({ title }) => title),
  };
}
