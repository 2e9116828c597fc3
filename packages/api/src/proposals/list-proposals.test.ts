import { LIMITS } from "@knote/contract";
import { testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { givenGraph, keyOf } from "./testing/given-graph.ts";

const AT = "2026-03-01T12:00:00.000Z";

describe("open proposals", () => {
  it("say what rules find between unlinked notes, and by which words", async () => {
    const { all, sleep, noSleep, lead, reviews } = await givenGraph();
    const common = { similarity: expect.any(Number), confidence: null, state: "open", made_at: AT, decided_at: null };
    expect(await all()).toEqual([
      {
        key: keyOf(reviews, lead),
        source: { id: reviews.id, title: reviews.title },
        target: { id: lead.id, title: lead.title },
        relation: "depends_on",
        by: "rule:cue",
        evidence: { note_id: reviews.id, quote: "This depends on our team lead, Sarah Chen" },
        ...common,
      },
      {
        key: keyOf(noSleep, sleep),
        source: { id: noSleep.id, title: noSleep.title },
        target: { id: sleep.id, title: sleep.title },
        relation: "contradicts",
        by: "rule:negation",
        evidence: { note_id: noSleep.id, quote: noSleep.title },
        ...common,
      },
    ]);
  });

  it("name each rule that there is", async () => {
    const { note, all, index } = await givenGraph();
    const eight = "the barn owl hears mice under deep snow";
    await note("Barn owls", { content: `I read that ${eight}, and more of birds, their wings and nests.` });
    await note("Owls hear well", { content: `So ${eight}.` });
    await note("The sprint deadline is 28 March");
    await note("The sprint deadline is now 11 April");
    await note("Flow", { content: "Being so deep in work that time is gone." });
    await note("Zebras graze", { content: "Savannah grass. It is like Flow, but calm.\nRain." });
    await note("Bats find moths by night", { content: "They listen to echoes." });
    await note("Moths hide from bats", { content: "By night they find no rest." });
    await index();
    const rows = (await all()).map(({ by, relation, evidence }) => [by, relation, evidence?.quote ?? null]);
    expect(rows).toEqual(
      expect.arrayContaining([
        ["rule:quote", "derived_from", eight],
        ["rule:value", "supersedes", "The sprint deadline is now 11 April"],
        ["rule:named", "relates_to", "It is like Flow, but calm."],
        ["rule:near", "relates_to", null],
        ["rule:cue", "depends_on", expect.any(String)],
        ["rule:negation", "contradicts", expect.any(String)],
      ]),
    );
  });

  it("leave out near-duplicates, which are to be merged", async () => {
    const { api, note, keys, index } = await givenGraph();
    const [first, again] = [await note("Owls hunt mice"), await note("Owls hunt mice")];
    await index();
    expect(await keys()).not.toContain(keyOf(again, first));
    expect((await api.tend.near({})).pairs).toContainEqual(
      expect.objectContaining({ key: `near ${again.id} ${first.id}`, kind: "duplicate" }),
    );
  });

  it("are no near-duplicates where one speaks against the other", async () => {
    const { api, note, keys, index } = await givenGraph();
    const older = await note("Ada lives in the north of Lisbon near the harbour since May");
    const newer = await note("Ada lives in the north of Lisbon near the harbour since June");
    await index();
    expect(await keys()).toContain(keyOf(newer, older));
    expect((await api.tend.near({})).pairs).toContainEqual(
      expect.objectContaining({ key: `near ${newer.id} ${older.id}`, kind: "suggestion" }),
    );
  });

  it("end when the notes are linked, or one of them is archived, superseded or deleted", async () => {
    const { api, note, link, keys, sleep, noSleep, lead, negation, cue } = await givenGraph();
    await link(noSleep, "relates_to", sleep);
    expect(await keys()).toEqual([cue]);
    await api.links.delete({ source_id: sleep.id, target_id: noSleep.id, relation: "relates_to" });
    await api.notes.update({ id: lead.id, state: "archived" });
    expect(await keys()).toEqual([negation]);
    await link(await note("Newer"), "supersedes", sleep);
    expect(await keys()).toEqual([]);
  });

  it("can be asked for by relation, proposer and note", async () => {
    const { all, sleep, lead, reviews, negation, cue } = await givenGraph();
    const keys = async (input: Parameters<typeof all>[0]) => (await all(input)).map(({ key }) => key);
    expect(await keys({ relation: "depends_on" })).toEqual([cue]);
    expect(await keys({ by: "rule:negation" })).toEqual([negation]);
    expect(await keys({ by: "rule:cue", relation: "contradicts" })).toEqual([]);
    for (const { id } of [lead, reviews]) expect(await keys({ note_id: id })).toEqual([cue]);
    expect(await keys({ note_id: sleep.id, relation: "depends_on" })).toEqual([]);
    expect(await keys({ note_id: "nobody" })).toEqual([]);
  });

  it("come in pages of any size, none twice or left out, also when those of a page are decided", async () => {
    const { api, note, index, all, decide } = await givenGraph();
    for (let count = 0; count < 12; count++) await note(`Owls hunt mice number ${count} in the old barn`);
    await index();
    const everything = (await all()).map(({ key }) => key).toSorted();
    expect(everything.length).toBeGreaterThan(10);
    for (const limit of [1, 2, 5, LIMITS.proposalPage])
      expect((await all({ limit })).map(({ key }) => key).toSorted()).toEqual(everything);
    const decidedKeys: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.proposals.list({ limit: 1, ...(cursor !== undefined && { cursor }) });
      for (const { key } of page.proposals) {
        expect(decidedKeys).not.toContain(key);
        expect(await decide(key, "dismiss")).toEqual({ key, status: "dismissed" });
        decidedKeys.push(key);
      }
      cursor = page.next;
    }
    expect(decidedKeys).toEqual(expect.arrayContaining(everything));
    expect(await all()).toEqual([]);
  });

  it("are those of the caller alone", async () => {
    const { services, decide, negation } = await givenGraph();
    await decide(negation, "dismiss");
    const { api } = testUser(services);
    for (const state of ["open", "dismissed"] as const)
      expect(await api.proposals.list({ state })).toEqual({ proposals: [], next: null });
    expect(await api.proposals.precision()).toEqual({ by: [] });
    expect((await api.proposals.decide({ decisions: [{ key: negation, decision: "reopen" }] })).results).toEqual([
      { key: negation, status: "gone", detail: "One of the two notes is gone." },
    ]);
  });

  it("are found by words while the embedder is down", async () => {
    const { services, keys, cue, negation } = await givenGraph();
    services.embedder.setStatus("down");
    expect(await keys()).toEqual([negation, cue].toSorted());
  });
});

describe("a list of proposals", () => {
  it("refuses limits out of bounds, unknown states, and cursors of its own making", async () => {
    const { api, negation } = await givenGraph();
    for (const limit of [0, LIMITS.proposalPage + 1])
      await expect(api.proposals.list({ limit })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(api.proposals.list({ state: "made" as never })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    for (const cursor of ["elsewhere", "judged~a~b", "rules~a~b~c", `rules~${AT}~~`, negation])
      await expect(api.proposals.list({ cursor })).rejects.toMatchObject({
        code: "UNPROCESSABLE_CONTENT",
        message: "cursor must be taken from an earlier page.",
      });
    await expect(api.proposals.list({ state: "accepted", cursor: "rules~~~" })).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
    });
    expect((await api.proposals.list({ limit: LIMITS.proposalPage })).proposals).toHaveLength(2);
  });
});
