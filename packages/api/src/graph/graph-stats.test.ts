import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const NO_TYPES = { fact: 0, insight: 0, decision: 0, experience: 0, belief: 0, code_finding: 0, synthesis: 0 };

describe("graph statistics", () => {
  it("are all zero for a new user, every type named", async () => {
    expect(await testUser(testServices()).api.graph.stats()).toEqual({
      total_notes: 0,
      total_links: 0,
      note_types: NO_TYPES,
      avg_links_per_note: 0,
      orphan_count: 0,
    });
  });

  it("count notes of every state, types, links and notes without any", async () => {
    const { api, note, link } = testUser(testServices());
    const [one, two, three] = [await note("One"), await note("Two", { note_type: "belief" }), await note("Three")];
    await note("Orphan", { note_type: "synthesis" });
    await link(one, "supersedes", two);
    await link(one, "relates_to", two);
    await link(two, "extends", three);
    await api.notes.update({ id: three.id, state: "archived" });
    expect(await api.graph.stats()).toEqual({
      total_notes: 4,
      total_links: 3,
      note_types: { ...NO_TYPES, fact: 2, belief: 1, synthesis: 1 },
      avg_links_per_note: 0.75,
      orphan_count: 1,
    });
  });

  it.each([
    [3, 1, 0.33],
    [3, 2, 0.67],
    [7, 1, 0.14],
    [2, 2, 1],
  ])("round the average of %i notes and %i links to two decimals", async (notes, links, average) => {
    const { api, note, link } = testUser(testServices());
    const createdNotes = [];
    for (let index = 0; index < notes; index++) createdNotes.push(await note(`Claim ${index}`));
    for (let index = 0; index < links; index++)
      await link(createdNotes[0]!, (["extends", "depends_on"] as const)[index]!, createdNotes[1]!);
    expect((await api.graph.stats()).avg_links_per_note).toBe(average);
  });

  it("follow updates, deletes and restores", async () => {
    const { api, note, link } = testUser(testServices());
    const [one, two] = [await note("One"), await note("Two")];
    await link(one, "extends", two);
    await api.notes.update({ id: one.id, note_type: "decision" });
    await api.notes.delete({ id: two.id });
    expect(await api.graph.stats()).toMatchObject({
      total_notes: 1,
      total_links: 0,
      note_types: { fact: 0, decision: 1 },
      orphan_count: 1,
    });
    await api.notes.restore({ id: two.id });
    expect(await api.graph.stats()).toMatchObject({
      total_notes: 2,
      total_links: 1,
      note_types: { fact: 1, decision: 1 },
      orphan_count: 0,
    });
  });
});
