import { DAY_MS, type Relation } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("the neighbours of the best hits", () => {
  it("come along, with their path", async () => {
    const { runRecall, note, link } = setUp();
    const [hit, neighbour] = [await note("Owls hunt mice"), await note("Zebras graze")];
    const createdLink = await link(hit, "depends_on", neighbour);
    expect(await runRecall("owls hunt mice")).toMatchObject([
      { id: hit.id, via: [] },
      {
        id: neighbour.id,
        via: [{ source_id: createdLink.source_id, target_id: createdLink.target_id, relation: "depends_on" }],
      },
    ]);
  });

  it.each(["extends", "depends_on", "derived_from", "relates_to"] as const)(
    "are found along %s in both directions",
    async (relation) => {
      const { titles, note, link } = setUp();
      const hit = await note("Owls hunt mice");
      await link(hit, relation, await note("Zebras graze"));
      await link(await note("Lions rest"), relation, hit);
      expect(new Set(await titles("owls hunt mice"))).toEqual(
        new Set(["Owls hunt mice", "Zebras graze", "Lions rest"]),
      );
    },
  );

  it("gain more from a link of dependence than from a general relation", async () => {
    const { titles, note, link } = setUp();
    const hit = await note("Owls hunt mice");
    await link(hit, "relates_to", await note("Zebras graze"));
    await link(hit, "depends_on", await note("Lions rest"));
    expect(await titles("owls hunt mice")).toEqual(["Owls hunt mice", "Lions rest", "Zebras graze"]);
  });

  it("gain little from a hub and much from a note with one link", async () => {
    const { titles, note, link } = setUp();
    const [hub, lonely] = [await note("Owls hunt mice"), await note("Owls hunt mice by night")];
    for (let index = 0; index < 30; index++) await link(hub, "relates_to", await note(`Zebras graze ${index}`));
    await link(lonely, "relates_to", await note("Lions rest"));
    await note("Owls sleep");
    const shownTitles = await titles("owls hunt mice", 4);
    expect(shownTitles).toContain("Lions rest");
    expect(shownTitles).toContain("Owls sleep");
  });

  it("rise when they are hits themselves, and need no path", async () => {
    const { runRecall, note, link } = setUp();
    const hit = await note("Owls hunt mice");
    const [first, second] = [await note("Owls hunt mice by day"), await note("Owls hunt mice by night")];
    const before = await runRecall("owls hunt mice");
    const last = before[2]!;
    await link(hit, "relates_to", last.id === first.id ? first : second);
    expect((await runRecall("owls hunt mice"))[1]).toMatchObject({ id: last.id, via: [] });
  });

  it("never pass the hit that led to them", async () => {
    const { titles, note, link } = setUp();
    const hit = await note("Owls hunt mice by night");
    await link(hit, "depends_on", await note("Owls hunt mice"));
    await link(hit, "depends_on", await note("Owls hunt mice by night in barns"));
    await link(await note("Owls sleep"), "depends_on", hit);
    expect((await titles("Which owls hunt mice by night?"))[0]).toBe("Owls hunt mice by night");
  });

  it("give way to the note that supersedes them", async () => {
    const { runRecall, note, link } = setUp();
    const [hit, old, head] = [await note("Owls hunt mice"), await note("Zebras graze"), await note("Zebras rest")];
    await link(hit, "depends_on", old);
    await link(head, "supersedes", old);
    const results = await runRecall("owls hunt mice");
    expect(results.map((result) => result.id)).toEqual([hit.id, head.id]);
    expect(results[1]!.via.map((step) => step.relation)).toEqual(["depends_on", "supersedes"]);
  });

  it("are never archived, deleted or another user's notes", async () => {
    const { api, titles, note, link } = setUp();
    const [hit, archivedNote, deletedNote] = [
      await note("Owls hunt mice"),
      await note("Zebras graze"),
      await note("Lions rest"),
    ];
    await link(hit, "depends_on", archivedNote);
    await link(hit, "depends_on", deletedNote);
    await api.notes.update({ id: archivedNote.id, state: "archived" });
    await api.notes.delete({ id: deletedNote.id });
    expect(await titles("owls hunt mice")).toEqual(["Owls hunt mice"]);
  });

  it("come in graph mode only", async () => {
    const { api, note, link } = setUp();
    await link(await note("Owls hunt mice"), "depends_on", await note("Zebras graze"));
    for (const mode of ["keyword", "vector", "hybrid"] as const) {
      const { results } = await api.recall.recall({ query: "owls hunt mice", mode });
      expect(results.map((result) => result.title)).toEqual(["Owls hunt mice"]);
    }
  });
});

describe("the modes of recall", () => {
  it("use words alone, meaning alone, or both", async () => {
    const { api, embedder, note } = setUp();
    await note("Owls hunt mice");
    const similarity = async (mode: "keyword" | "vector" | "hybrid") =>
      (await api.recall.recall({ query: "owls hunt mice", mode })).results[0]?.similarity;
    expect(await similarity("keyword")).toBe(0);
    expect(await similarity("vector")).toBeCloseTo(1, 5);
    expect(await similarity("hybrid")).toBeCloseTo(1, 5);
    embedder.setStatus("down");
    expect(await similarity("vector")).toBeUndefined();
    await expect(api.recall.recall({ query: "owls", mode: "other" as "hybrid" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

describe("the time of a question", () => {
  it("decides between notes that are otherwise alike", async () => {
    const { titles, note } = setUp();
    await note("Bought a lamp", { content: "For the hall (23 March, 2023)." });
    await note("Bought the lamp", { content: "For the hall (9 June, 2023)." });
    expect((await titles("Which lamp was bought in March 2023?"))[0]).toBe("Bought a lamp");
    expect((await titles("Which lamp was bought in June 2023?"))[0]).toBe("Bought the lamp");
    expect((await titles("Which is the latest lamp that was bought?"))[0]).toBe("Bought the lamp");
  });

  it("never buries a better match under a newer or more important note", async () => {
    const { clock, titles, note } = setUp();
    await note("Owls hunt mice", { importance: 0 });
    clock.advance(5 * 365 * DAY_MS);
    await note("Owls hunt voles and sleep", { importance: 1 });
    expect((await titles("What hunts mice? Owls hunt mice."))[0]).toBe("Owls hunt mice");
  });
});

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const link = (source: { id: string }, relation: Relation, target: { id: string }) =>
    user.api.links.create({ source_id: source.id, target_id: target.id, relation });
  const runRecall = async (query: string, limit = 10) => (await user.api.recall.recall({ query, limit })).results;
  const titles = async (query: string, limit = 10) => (await runRecall(query, limit)).map((result) => result.title);
  return { ...services, ...user, link, runRecall, titles };
}
