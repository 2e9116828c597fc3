import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { createIndexer } from "../indexing/indexer.ts";

function setUp() {
  const services = testServices();
  return { services, ...testUser(services) };
}

it("counts what waits, by kind", async () => {
  const { api, note, link } = setUp();
  const [plan, old, newer] = [await note("Plan"), await note("Old"), await note("Newer")];
  await link(plan, "depends_on", old);
  await link(newer, "supersedes", old);
  for (const title of ["One", "Another"]) await link(await note(title), "contradicts", newer);
  expect(await api.tend.waiting()).toEqual({ contested: 2, reviews: 1 });
  const { pairs } = await api.tend.contested({});
  await api.looks.add({ looks: [{ key: pairs[0]!.key }] });
  expect(await api.tend.waiting()).toEqual({ contested: 1, reviews: 1 });
});

describe("contested pairs", () => {
  it("are two current notes, newest first, listed once however they contradict", async () => {
    const { api, note, link } = setUp();
    const [tea, coffee, milk] = [await note("Tea wakes"), await note("Coffee wakes"), await note("Milk wakes")];
    await link(coffee, "contradicts", tea);
    await link(tea, "contradicts", coffee);
    await link(milk, "contradicts", tea);
    await link(milk, "extends", coffee);
    const { pairs, total } = await api.tend.contested({});
    expect(pairs.map(({ source, target }) => [source.title, target.title])).toEqual([
      ["Milk wakes", "Tea wakes"],
      [expect.any(String), expect.any(String)],
    ]);
    expect(new Set([pairs[1]!.source.id, pairs[1]!.target.id])).toEqual(new Set([tea.id, coffee.id]));
    expect(total).toBe(2);
  });

  it("are settled when one side is superseded, archived or deleted", async () => {
    const { api, note, link } = setUp();
    const createdPairs = [];
    for (const way of ["superseded", "archived", "deleted", "archived source"]) {
      const [source, target] = [await note(`Source ${way}`), await note(`Target ${way}`)];
      await link(source, "contradicts", target);
      createdPairs.push({ source, target });
    }
    await link(createdPairs[0]!.source, "supersedes", createdPairs[0]!.target);
    await api.notes.update({ id: createdPairs[1]!.target.id, state: "archived" });
    await api.notes.delete({ id: createdPairs[2]!.target.id });
    await api.notes.update({ id: createdPairs[3]!.source.id, state: "archived" });
    expect(await api.tend.contested({})).toEqual({ pairs: [], total: 0, next: null });
    expect(await api.tend.waiting()).toEqual({ contested: 0, reviews: 0 });
  });

  it("come page by page, also when one is settled between two pages", async () => {
    const { api, note, link } = setUp();
    const hub = await note("Hub");
    const sources = [];
    for (let index = 0; index < 5; index++) {
      const source = await note(`Source ${index}`);
      await link(source, "contradicts", hub);
      sources.push(source);
    }
    const first = await api.tend.contested({ limit: 2 });
    await api.notes.delete({ id: sources[3]!.id });
    const second = await api.tend.contested({ limit: 2, cursor: first.next! });
    const third = await api.tend.contested({ limit: 2, cursor: second.next! });
    const titles = [first, second, third].flatMap(({ pairs }) => pairs.map(({ source }) => source.title));
    expect(titles).toEqual(["Source 4", "Source 3", "Source 2", "Source 1", "Source 0"]);
    expect(third.next).toBeNull();
  });
});

describe("notes that need review", () => {
  it("are counted until somebody has looked at them, unless what they rest on is only contested", async () => {
    const { api, note, link } = setUp();
    const reviews = async () => (await api.tend.waiting()).reviews;
    const [old, newer, rival] = [await note("Old"), await note("Newer"), await note("Rival")];
    const [plan, report] = [await note("Plan"), await note("Report")];
    await link(plan, "depends_on", old);
    await link(report, "derived_from", plan);
    const contest = await link(rival, "contradicts", old);
    expect(await reviews()).toBe(0);
    await api.links.delete(contest);
    await link(newer, "supersedes", old);
    expect(await reviews()).toBe(2);
    await api.reviews.look({ id: plan.id });
    expect(await reviews()).toBe(0);
    await api.reviews.takeBack({ id: plan.id });
    expect(await reviews()).toBe(2);
    await api.notes.update({ id: report.id, state: "archived" });
    expect(await reviews()).toBe(1);
  });
});

describe("orphans", () => {
  it("are current notes without a link, newest first, page by page", async () => {
    const { api, note, link } = setUp();
    const [one, other] = [await note("Linked"), await note("Linked too")];
    for (let index = 0; index < 3; index++) await note(`Alone ${index}`);
    await link(one, "extends", other);
    await api.notes.update({ id: (await note("Archived")).id, state: "archived" });
    const first = await api.tend.orphans({ limit: 2 });
    expect(first.notes.map(({ title }) => title)).toEqual(["Alone 2", "Alone 1"]);
    const second = await api.tend.orphans({ limit: 2, cursor: first.next! });
    expect(second).toMatchObject({ notes: [{ title: "Alone 0" }], next: null });
  });

  it("refuse a foreign cursor", async () => {
    const { api } = setUp();
    await expect(api.tend.orphans({ cursor: "elsewhere" })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  });
});

describe("near pairs", () => {
  it("are near-duplicates or worth a link, and disappear once they are linked", async () => {
    const { services, api, note, link } = setUp();
    const [first, again] = [await note("Owls hunt mice"), await note("Owls hunt mice")];
    const moths = await note("Owls hunt moths");
    await note("Zebras graze");
    await createIndexer(services, () => undefined).drain();
    const pairs = async () =>
      (await api.tend.near({})).pairs.map(({ kind, source, target }) => [kind, source.id, target.id]);
    expect(await pairs()).toEqual(
      expect.arrayContaining([
        ["duplicate", again.id, first.id],
        ["suggestion", moths.id, first.id],
        ["suggestion", moths.id, again.id],
      ]),
    );
    expect(await pairs()).toHaveLength(3);
    await link(again, "supersedes", first);
    await link(moths, "relates_to", again);
    expect(await pairs()).toEqual([]);
  });

  it("walk over all notes in steps, and end", async () => {
    const { services, api, note } = setUp();
    for (let index = 0; index < 20; index++) await note(`Word${index} stands alone${index}`);
    await createIndexer(services, () => undefined).drain();
    let steps = 0;
    for (let cursor: string | null | undefined; cursor !== null; steps++)
      cursor = (await api.tend.near({ ...(cursor && { cursor }) })).next;
    expect(steps).toBe(3);
  });
});

it("never shows what another user has to tend", async () => {
  const { services, note, link } = setUp();
  const [tea, coffee, alone] = [await note("Tea wakes"), await note("Coffee wakes"), await note("Alone")];
  await link(coffee, "contradicts", tea);
  await link(alone, "depends_on", tea);
  await createIndexer(services, () => undefined).drain();
  const grace = testUser(services).api;
  const answers = [
    await grace.tend.waiting(),
    await grace.tend.contested({}),
    await grace.tend.orphans({}),
    await grace.tend.near({}),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/Tea|Coffee|Alone/);
});
