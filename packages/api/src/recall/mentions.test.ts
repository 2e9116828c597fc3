import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const MODES = ["keyword", "vector", "hybrid", "graph"] as const;

describe("a title in the text of a hit", () => {
  it("leads to its note like a link, but shows no path", async () => {
    const { runRecall, note } = setUp();
    const hit = await note("Owls hunt mice", { content: "They live in the Old Mill." });
    const namedNote = await note("Old Mill", { content: "Zebras graze there." });
    expect(await runRecall("owls hunt mice")).toMatchObject([
      { id: hit.id, via: [] },
      { id: namedNote.id, via: [] },
    ]);
  });

  it("leads there in graph mode only", async () => {
    const { api, note } = setUp();
    await note("Owls hunt mice", { content: "They live in the Old Mill." });
    await note("Old Mill", { content: "Zebras graze there." });
    const countHits = async (mode: (typeof MODES)[number]) =>
      (await api.recall.recall({ query: "owls hunt mice", mode })).results.length;
    expect(await Promise.all(MODES.map(countHits))).toEqual([1, 1, 1, 2]);
  });

  it("needs all words of the title, in order, in one sentence", async () => {
    const { titles, note } = setUp();
    await note("Owls hunt mice", { content: "A mill is old. Old. Mills are not. The old wind mill stands." });
    await note("Old Mill");
    expect(await titles("owls hunt mice")).toEqual(["Owls hunt mice"]);
  });

  it("leads to no archived, deleted or other user's note, and to the successor of a superseded one", async () => {
    const { api, services, titles, note } = setUp();
    await note("Owls hunt mice", { content: "See Old Mill, New Barn, Far Hill and Low Field." });
    const [archivedNote, deletedNote, old] = [await note("Old Mill"), await note("New Barn"), await note("Far Hill")];
    await testUser(services).note("Low Field");
    await api.notes.update({ id: archivedNote.id, state: "archived" });
    await api.notes.delete({ id: deletedNote.id });
    const head = await note("Zebras graze");
    await api.links.create({ source_id: head.id, target_id: old.id, relation: "supersedes" });
    expect(await titles("owls hunt mice")).toEqual(["Owls hunt mice", "Zebras graze"]);
  });
});

describe("a title in the question", () => {
  it("brings its note before one with the same words in another order", async () => {
    const { titles, note } = setUp();
    for (const title of ["Old Mill", "Mill Old"]) await note(title, { content: "Closed." });
    await note("Owls hunt mice");
    expect(await titles("Do owls live at the Old Mill?")).toEqual(["Old Mill", "Mill Old", "Owls hunt mice"]);
  });

  it("brings no archived note", async () => {
    const { api, titles, note } = setUp();
    const archivedNote = await note("Old Mill");
    await note("Mills grind flour");
    await api.notes.update({ id: archivedNote.id, state: "archived" });
    expect(await titles("What happened at the old mill?")).toEqual(["Mills grind flour"]);
  });
});

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const runRecall = async (query: string) => (await user.api.recall.recall({ query })).results;
  const titles = async (query: string) => (await runRecall(query)).map((result) => result.title);
  return { services, ...user, runRecall, titles };
}
