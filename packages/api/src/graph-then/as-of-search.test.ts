import { createHashEmbedder, createMemoryStorage, testClock, testServices, testUser } from "@knote/testkit";
import { describe, expect, it, vi } from "vitest";
import type { Services } from "../context.ts";
import { createIndexer } from "../indexing/indexer.ts";
import { createPastCache } from "../links/past-cache.ts";
import { readPastVersions } from "../past/past-versions.ts";

const START = "2026-03-01T12:00:00.000Z";

/** A user whose clock the test moves, the headers that were set last, and what the embedder was asked. */
function setUp({ past = createPastCache() }: Partial<Pick<Services, "past">> = {}) {
  const clock = testClock(START);
  const storage = { ...createMemoryStorage(), historySince: async () => START };
  const services = testServices({ clock, storage, past });
  const user = testUser(services);
  const headers = new Map<string, string>();
  const api = user.on({ setHeader: (name, value) => void headers.set(name, value) });
  const now = () => new Date(clock.now()).toISOString();
  return {
    ...{ ...user, api, services, clock, now },
    header: () => headers.get("X-As-Of"),
    /** Ends the moment: whatever follows is later. Returns its time. */
    pass() {
      const time = now();
      clock.advance(86_400_000);
      return time;
    },
    index: () => createIndexer(services, () => undefined).drain(),
    found: async (q: string, as_of?: string) =>
      (await api.notes.list({ q, ...(as_of && { as_of }) })).notes.map(({ title }) => title),
    recalled: async (query: string, as_of?: string) =>
      (await api.recall.recall({ query, ...(as_of && { as_of }) })).results.map(({ title }) => title),
  };
}

describe("a search as of a time", () => {
  it("finds the words of then, not those of now, and shows the texts of then", async () => {
    const { api, note, pass, found, header } = setUp();
    const { id } = await note("Owls hunt at night", { content: "In the forest", tags: ["birds"] });
    const time = pass();
    await api.notes.update({ id, title: "Bats sleep", content: "By day", tags: ["mammals"] });
    await note("Owls dream");
    for (const q of ["owls", "forest", '"hunt at night"', "tag:birds", "owl*", "birds"])
      expect(await found(q, time)).toEqual(["Owls hunt at night"]);
    for (const q of ["bats", "day", "dream", "tag:mammals", "-tag:birds", "owls -forest"])
      expect(await found(q, time)).toEqual([]);
    expect(header()).toBe(`${time}; changed=1; by-present-text=0`);
    expect(await found("owls")).toEqual(["Owls dream"]);
  });

  it("applies filters to the fields of then", async () => {
    const { api, note, link, pass, found } = setUp();
    const [owls, old] = [await note("Owls hunt"), await note("Owls sleep")];
    await link(owls, "supersedes", old);
    const time = pass();
    await api.notes.update({ id: owls.id, note_type: "belief", state: "archived" });
    expect(await found("owls type:fact", time)).toEqual(["Owls sleep", "Owls hunt"]);
    expect(await found("owls state:archived", time)).toEqual([]);
    expect(await found("owls state:superseded", time)).toEqual(["Owls sleep"]);
    expect(await found("owls type:fact")).toEqual(["Owls sleep"]);
  });

  it("corrects a word by those of then alone", async () => {
    const { api, note, pass } = setUp();
    await note("Owls hunt mice");
    const time = pass();
    await note("Owlets hunger");
    expect(await api.notes.list({ q: "hnut", as_of: time })).toMatchObject({ correction: "hunt" });
    expect(await api.notes.list({ q: "hungre", as_of: time })).toMatchObject({ notes: [] });
    expect(await api.notes.list({ q: "hungre", as_of: time })).not.toHaveProperty("correction");
    expect(await api.notes.list({ q: "hungre" })).toMatchObject({ correction: "hunger" });
  });

  it("pages through the matches of then, each once", async () => {
    const { api, note, pass } = setUp();
    const notes = [];
    for (let index = 0; index < 7; index++) notes.push(await note(`Owls ${index}`));
    const time = pass();
    for (const { id } of notes.slice(0, 3)) await api.notes.update({ id, title: "Bats" });
    await note("Owls late");
    for (const sort of ["newest", undefined] as const) {
      const titles: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const input = { q: "owls", limit: 2, as_of: time, ...(sort && { sort }), ...(cursor && { cursor }) };
        const page = await api.notes.list(input);
        titles.push(...page.notes.map(({ title }) => title));
        cursor = page.next;
      }
      expect(titles.toSorted()).toEqual(notes.map((_, index) => `Owls ${index}`));
    }
  });

  it("loses a deleted note, and gets a restored one back", async () => {
    const { api, note, pass, found, recalled } = setUp();
    const { id } = await note("Owls hunt");
    const time = pass();
    await api.notes.update({ id, title: "Bats hunt" });
    await api.notes.delete({ id });
    expect([await found("owls", time), await recalled("owls", time)]).toEqual([[], []]);
    await api.notes.restore({ id });
    expect([await found("owls", time), await recalled("owls", time)]).toEqual([["Owls hunt"], ["Owls hunt"]]);
  });

  it("refuses the future, and filters and notices of reviews", async () => {
    const { api } = setUp();
    const future = { message: "as_of must not be in the future.", code: "UNPROCESSABLE_CONTENT" };
    const as_of = "9999-12-31";
    await expect(api.notes.list({ q: "owls", as_of })).rejects.toMatchObject(future);
    await expect(api.recall.recall({ query: "owls", as_of })).rejects.toMatchObject(future);
    await expect(api.recall.ask({ query: "owls", as_of })).rejects.toMatchObject(future);
    await expect(api.recall.recall({ query: "owls", as_of: START, notices: true })).rejects.toMatchObject({
      message: "notices cannot be combined with as_of: of looks only the last ones are kept.",
    });
    await expect(api.notes.list({ q: "owls", as_of: START, needs_review: true })).rejects.toMatchObject({
      message: "needs_review cannot be combined with as_of: of looks only the last ones are kept.",
    });
  });
});

describe("beyond the most notes that are searched by their words of then", () => {
  const past = createPastCache();
  const withMost = (most: number): Services["past"] => ({
    ...past,
    async versions(ctx, at) {
      const { changedNotes } = await past.of(ctx, at);
      return await readPastVersions(ctx, { at, changedNotes, memory: past.terms, most });
    },
  });

  /** Three notes of which the texts changed one after another, and then the tags of a fourth. */
  async function setUpChanges(most: number) {
    const user = setUp({ past: withMost(most) });
    const notes = [];
    for (const title of ["First owl", "Second owl", "Third owl", "Fourth owl"])
      notes.push(await user.note(title, { content: "Hunts" }));
    const time = user.pass();
    for (const { id } of notes.slice(0, 3)) {
      user.clock.advance(1_000);
      await user.api.notes.update({ id, title: "Bat" });
    }
    user.clock.advance(1_000);
    await user.api.notes.update({ id: notes[3]!.id, tags: ["late"] });
    return { ...user, time };
  }

  it("finds the last changed texts by old words, and the rest by present ones but as they were", async () => {
    const { found, recalled, header, time } = await setUpChanges(2);
    expect((await found("owl", time)).toSorted()).toEqual(["Fourth owl", "Second owl", "Third owl"]);
    expect(header()).toBe(`${time}; changed=3; by-present-text=0; searched=2`);
    expect(await found("bat", time)).toEqual(["First owl"]);
    expect(header()).toBe(`${time}; changed=3; by-present-text=1; searched=2`);
    expect(await found("bat tag:late", time)).toEqual([]);
    expect((await found("hunts -bat", time)).toSorted()).toEqual(["Fourth owl", "Second owl", "Third owl"]);
    expect((await recalled("Which owl?", time)).toSorted()).toEqual(["Fourth owl", "Second owl", "Third owl"]);
  });

  it("searches all of them by their words of then up to that number", async () => {
    const { found, header, time } = await setUpChanges(4);
    expect((await found("owl", time)).toSorted()).toEqual(["First owl", "Fourth owl", "Second owl", "Third owl"]);
    expect(header()).toBe(`${time}; changed=3; by-present-text=0`);
    expect(await found("bat", time)).toEqual([]);
  });
});

it("reads no further notes once the terms take the most bytes", async () => {
  const { api, note, pass, ctx, services } = setUp();
  const notes = [];
  for (let number = 0; number < 260; number++) notes.push(await note(`Owl ${number}`));
  const at = pass();
  for (const { id } of notes) await api.notes.update({ id, title: "Bat" });
  const { changedNotes } = await services.past.of(ctx, at);
  const read = async (mostBytes: number) => {
    const parts = { at, changedNotes, memory: services.past.terms, mostBytes };
    const { byId, unreadIds } = await readPastVersions(ctx, parts);
    return [byId.size, unreadIds.size];
  };
  expect(await read(1)).toEqual([250, 10]);
  expect(await read(2 ** 20)).toEqual([260, 0]);
});

describe("recall as of a time", () => {
  it("finds by the meaning of then what has other words and another text now", async () => {
    const { api, note, pass, index, recalled, header } = setUp();
    const { id } = await note("Owls hunt mice");
    const other = await note("Zebras graze");
    const time = pass();
    await api.notes.update({ id, title: "Bread needs an oven" });
    await api.notes.update({ id: other.id, importance: 1 });
    await index();
    expect(await recalled("What do owls hunt?", time)).toContain("Owls hunt mice");
    expect(header()).toBe(`${time}; changed=1; by-present-text=0`);
    const { results } = await api.recall.recall({ query: "owls hunt mice", mode: "vector", as_of: time, limit: 1 });
    expect(results).toMatchObject([{ id, title: "Owls hunt mice", similarity: expect.closeTo(1, 3) }]);
    expect(await recalled("What do owls hunt?")).not.toContain("Owls hunt mice");
  });

  it("finds what is archived now and was not then, and not what was", async () => {
    const { api, note, pass, index } = setUp();
    const [owls, mice] = [await note("Owls hunt mice"), await note("Mice fear owls")];
    await api.notes.update({ id: mice.id, state: "archived" });
    await index();
    const time = pass();
    await api.notes.update({ id: owls.id, state: "archived" });
    await api.notes.update({ id: mice.id, state: "active" });
    for (const mode of ["vector", "keyword", "graph"] as const) {
      const { results } = await api.recall.recall({ query: "owls and mice", mode, as_of: time });
      expect(results.map(({ id }) => id)).toEqual([owls.id]);
      const now = await api.recall.recall({ query: "owls and mice", mode });
      expect(now.results.map(({ id }) => id)).toEqual([mice.id]);
    }
  });

  it("counts the results that were measured by their present text", async () => {
    const { api, note, pass, index, recalled, services, header } = setUp();
    const notes = [];
    for (let number = 0; number < 4; number++) notes.push(await note(`Owls hunt mice ${number}`));
    const time = pass();
    for (const { id } of notes.slice(0, 3)) await api.notes.update({ id, content: "At night" });
    await index();
    await recalled("What do owls hunt?", time);
    expect(header()).toBe(`${time}; changed=3; by-present-text=0`);
    const embed = vi.spyOn(services.embedder, "embed");
    const { embed: original } = createHashEmbedder();
    embed.mockImplementation(async (texts, options) => {
      if (options.isQuestion) return await original(texts, options);
      throw new DOMException("Too late.", "TimeoutError");
    });
    expect(await recalled("What do owls hunt?", time)).toHaveLength(4);
    expect(header()).toBe(`${time}; changed=3; by-present-text=3`);
  });

  it("embeds at most 32 texts of then, in all", async () => {
    const { api, note, pass, index, services, recalled, header } = setUp();
    const notes = [];
    for (let number = 0; number < 40; number++) notes.push(await note(`Owls hunt mice ${number}`));
    const time = pass();
    for (const { id } of notes) await api.notes.update({ id, content: "At night" });
    await index();
    const embed = vi.spyOn(services.embedder, "embed");
    expect((await api.recall.recall({ query: "What do owls hunt?", as_of: time, limit: 50 })).results).toHaveLength(40);
    const textCount = embed.mock.calls.flatMap(([texts, { isQuestion }]) => (isQuestion ? [] : texts)).length;
    expect(textCount).toBe(32);
    expect(header()).toBe(`${time}; changed=40; by-present-text=8`);
    expect(await recalled("What do owls hunt?", time)).toHaveLength(10);
  });

  it("follows the links, states and names of then", async () => {
    const { api, note, link, pass, index, recalled } = setUp();
    const [owls, night] = [await note("Owls hunt"), await note("Darkness helps")];
    await link(owls, "depends_on", night);
    await index();
    const time = pass();
    await api.links.delete({ source_id: owls.id, target_id: night.id, relation: "depends_on" });
    await link(await note("Owls rest"), "supersedes", owls);
    await link(owls, "extends", await note("Silence matters"));
    await index();
    expect(await recalled("owls hunt", time)).toEqual(["Owls hunt", "Darkness helps"]);
    expect(await recalled("owls hunt")).not.toContain("Owls hunt");
  });

  it("has no reviews, as of looks only the last ones are kept", async () => {
    const { api, note, link, pass, index } = setUp();
    const [base, claim] = [await note("Owls hunt mice"), await note("Mice fear owls at night")];
    await link(claim, "depends_on", base);
    await link(await note("Owls hunt moths"), "supersedes", base);
    await index();
    const time = pass();
    const { results } = await api.recall.recall({ query: "Do mice fear owls?", as_of: time });
    expect(results.every((result) => !("review" in result))).toBe(true);
    const now = await api.recall.recall({ query: "Do mice fear owls?", notices: true });
    expect(now.results.some(({ review }) => review)).toBe(true);
  });
});

describe("an answer as of a time", () => {
  it("has the sources and states of then, and tells the model the time", async () => {
    const { api, note, pass, index, services, header } = setUp();
    const { id } = await note("Owls hunt mice");
    const time = pass();
    await api.notes.update({ id, title: "Bats hunt moths" });
    await note("Owls hunt voles");
    await index();
    const answer = await api.recall.ask({ query: "What do owls hunt?", as_of: time });
    expect(answer).toMatchObject({ answer: "Owls hunt mice [1]", sources: [{ id, title: "Owls hunt mice" }] });
    const [request] = services.models.default.requests;
    expect(request).toMatchObject({ asOf: time, passages: [{ title: "Owls hunt mice", state: "active" }] });
    expect(JSON.stringify(request)).not.toMatch(/voles|moths/);
    expect(header()).toBe(`${time}; changed=1; by-present-text=0`);
    await api.recall.ask({ query: "What do owls hunt?" });
    expect(services.models.default.requests[1]).not.toHaveProperty("asOf");
  });

  it("is counted and logged like any other, at the present time", async () => {
    const { api, note, pass, eventsOf, now } = setUp();
    await note("Owls hunt mice");
    const time = pass();
    const events = await eventsOf(() => api.recall.ask({ query: "What do owls hunt?", as_of: time }));
    expect(events.map(({ type, timestamp }) => [type, timestamp])).toEqual([
      ["recall_query", now()],
      ["model_used", now()],
    ]);
    expect((await api.quota.get()).queries_used).toBe(1);
    await expect(api.recall.ask({ query: "Owls?", as_of: "9999-12-31" })).rejects.toThrow();
    expect((await api.quota.get()).queries_used).toBe(1);
  });

  it("streams the sources of then with their states and contradictions of then", async () => {
    const { api, note, link, pass } = setUp();
    const [owls, bats] = [await note("Owls hunt mice"), await note("Owls hunt moths")];
    const contest = await link(bats, "contradicts", owls);
    const time = pass();
    const { source_id, target_id, relation } = contest;
    await api.links.delete({ source_id, target_id, relation });
    await api.notes.update({ id: owls.id, title: "Late" });
    const events = [];
    const stream = await api.recall.askStream({ query: "What do owls hunt?", as_of: time });
    for await (const event of stream) events.push(event);
    const end = events.find(({ event }) => event === "done")!;
    expect(JSON.stringify(events)).not.toContain("Late");
    expect(end.data).toMatchObject({ sources: [{ contradicts: [{}] }] });
  });

  it("knows how sure its owner was then, and not what came since", async () => {
    const { api, note, pass, services, clock } = setUp();
    const { id } = await note("Owls will hunt mice", { note_type: "belief" });
    await api.stances.set({ id, confidence: 0.7 });
    const time = pass();
    await api.stances.set({ id, confidence: 0.2 });
    clock.advance(1_000);
    await api.stances.recordOutcome({ id, outcome: "came_false" });
    await api.recall.ask({ query: "What will owls hunt?", as_of: time });
    expect(services.models.default.requests[0]!.passages[0]!.stance).toEqual({ confidence: 0.7, outcome: null });
  });
});
