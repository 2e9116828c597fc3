import { LIMITS, RELATIONS } from "@knote/contract";
import { testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { givenGraph, keyOf } from "./testing/given-graph.ts";

describe("an accepted proposal", () => {
  it("is a link like any other, with its event, and is listed as accepted", async () => {
    const { decide, links, keys, all, eventsOf, reviews, lead, cue, negation } = await givenGraph();
    const events = await eventsOf(async () => {
      expect(await decide(cue, "accept")).toEqual({ key: cue, status: "linked" });
    });
    expect(events).toMatchObject([
      { type: "note_linked", data: { source: reviews.title, target: lead.title, relation: "depends_on" } },
    ]);
    expect(await links()).toEqual([`${reviews.id} depends_on ${lead.id}`]);
    expect([await keys(), await keys("accepted")]).toEqual([[negation], [cue]]);
    expect(await all({ state: "accepted" })).toMatchObject([
      { by: "rule:cue", state: "accepted", decided_at: "2026-03-01T12:00:00.000Z", similarity: expect.any(Number) },
    ]);
  });

  it("makes no second link, and no second decision", async () => {
    const { decide, links, eventsOf, services, all, cue } = await givenGraph();
    await decide(cue, "accept");
    const before = [await links(), await all({ state: "accepted" })];
    services.clock.advance(1_000);
    const again = { key: cue, status: "exists", detail: "This link exists already." };
    expect(await eventsOf(async () => expect(await decide(cue, "accept")).toEqual(again))).toEqual([]);
    expect([await links(), await all({ state: "accepted" })]).toEqual(before);
  });

  it("is a conflict when another relation is proposed by now than was shown", async () => {
    const { api, decide, links, keys, noSleep, negation } = await givenGraph();
    await api.notes.update({ id: noSleep.id, title: "Sleep no longer consolidates memory" });
    expect(await decide(negation, "accept", { relation: "contradicts" })).toEqual({
      key: negation,
      status: "conflict",
      detail: "By now supersedes is proposed.",
    });
    expect([await links(), await keys("accepted")]).toEqual([[], []]);
    expect(await decide(negation, "accept", { relation: "supersedes" })).toMatchObject({ status: "linked" });
  });

  it("is a conflict when it would make a note supersede itself, also through one in the trash", async () => {
    const { api, decide, note, link, links, keys, sleep, noSleep, negation } = await givenGraph();
    const between = await note("Between");
    await link(sleep, "supersedes", between);
    await link(between, "supersedes", noSleep);
    await api.notes.delete({ id: between.id });
    expect(await decide(negation, "retype", { relation: "supersedes" })).toEqual({
      key: negation,
      status: "conflict",
      detail: "This link would make a note supersede itself through a chain.",
    });
    expect([await links(), await keys("retyped")]).toEqual([[], []]);
    expect(await decide(negation, "accept")).toMatchObject({ status: "linked" });
  });

  it("is gone when a note is deleted, archived or superseded, or when nobody has it", async () => {
    const { api, note, link, decide, links, sleep, lead, reviews, negation, cue } = await givenGraph();
    const goneResult = (key: string, detail: string) => ({ key, status: "gone", detail });
    const setAside = "One of the two notes is archived or superseded.";
    await api.notes.update({ id: lead.id, state: "archived" });
    expect(await decide(cue, "accept")).toEqual(goneResult(cue, setAside));
    await link(await note("Newer"), "supersedes", sleep);
    for (const decision of ["accept", "dismiss"] as const)
      expect(await decide(negation, decision)).toEqual(goneResult(negation, setAside));
    await api.notes.delete({ id: lead.id });
    const missing = "One of the two notes is gone.";
    expect(await decide(cue, "accept")).toEqual(goneResult(cue, missing));
    expect(await decide(cue, "reopen")).toEqual(goneResult(cue, missing));
    const unknown = keyOf(reviews, { id: "0195cf6a-7c00-7000-8000-000000000000" });
    expect(await decide(unknown, "dismiss")).toEqual(goneResult(unknown, missing));
    expect(await links()).toHaveLength(1);
  });
});

describe("a retyped proposal", () => {
  it("is a link of the relation and direction that were chosen, listed as it was proposed", async () => {
    const { decide, links, all, reviews, lead, cue, negation, noSleep, sleep } = await givenGraph();
    expect(await decide(cue, "retype", { relation: "extends" })).toEqual({ key: cue, status: "linked" });
    expect(await decide(negation, "retype", { swap: true })).toEqual({ key: negation, status: "linked" });
    expect(await links()).toEqual(
      expect.arrayContaining([`${reviews.id} extends ${lead.id}`, `${sleep.id} contradicts ${noSleep.id}`]),
    );
    expect(await all({ state: "retyped", relation: "depends_on" })).toMatchObject([
      { key: cue, relation: "depends_on", state: "retyped" },
    ]);
    expect(await all({ state: "accepted" })).toEqual([]);
  });

  it("counts as accepted when it is the same link, and cannot change a link that was accepted", async () => {
    const { decide, links, keys, cue } = await givenGraph();
    await decide(cue, "retype", { relation: "depends_on", swap: false });
    expect(await keys("accepted")).toEqual([cue]);
    const refusal = { key: cue, status: "conflict", detail: "It is linked already; reopen it first." };
    expect(await decide(cue, "retype", { relation: "extends" })).toEqual(refusal);
    expect(await decide(cue, "dismiss")).toEqual(refusal);
    expect([(await links()).length, await keys("dismissed")]).toEqual([1, []]);
  });
});

describe("a dismissed proposal", () => {
  it("is never proposed again by any door until a claim is reworded", async () => {
    const { api, services, index, decide, keys, noSleep, sleep, negation, cue } = await givenGraph();
    const doors = async () => ({
      list: (await keys()).includes(negation),
      suggestions: (await api.notes.suggestions({ id: noSleep.id, rules: true })).suggestions.some(
        ({ target_id }) => target_id === sleep.id,
      ),
      reverse: (await api.notes.suggestions({ id: sleep.id })).suggestions.some(
        ({ target_id }) => target_id === noSleep.id,
      ),
      tend: (await api.tend.near({})).pairs.some(({ source }) => source.id === noSleep.id),
      check: (await api.notes.check({ id: noSleep.id, title: noSleep.title })).findings.some(
        ({ rule }) => rule === "says_otherwise",
      ),
      agent: await api.proposals
        .propose({ source_id: sleep.id, target_id: noSleep.id, relation: "extends", by: "me" })
        .then(
          () => true,
          (error: Error) => error.message !== "A link between the two notes was dismissed.",
        ),
    });
    expect(await decide(negation, "dismiss")).toEqual({ key: negation, status: "dismissed" });
    const closedDoors = { list: false, suggestions: false, reverse: false, tend: false, check: false, agent: false };
    expect(await doors()).toEqual(closedDoors);
    services.clock.advance(60_000);
    await api.notes.update({ id: noSleep.id, content: "Another explanation." });
    await api.notes.update({ id: sleep.id, title: "SLEEP consolidates memory!" });
    expect(await doors()).toEqual(closedDoors);
    expect(await keys()).toEqual([cue]);
    await api.notes.update({ id: sleep.id, title: "Deep sleep consolidates memory" });
    await api.notes.update({ id: sleep.id, title: "Sleep consolidates memory" });
    await index();
    expect(await doors()).toEqual({
      ...closedDoors,
      list: true,
      suggestions: true,
      reverse: true,
      tend: true,
      check: true,
      agent: true,
    });
  });

  it("can be accepted all the same, and dismissed twice", async () => {
    const { decide, links, keys, cue } = await givenGraph();
    for (let time = 0; time < 2; time++)
      expect(await decide(cue, "dismiss")).toEqual({ key: cue, status: "dismissed" });
    expect(await keys("dismissed")).toEqual([cue]);
    expect(await decide(cue, "accept")).toEqual({ key: cue, status: "linked" });
    expect([(await links()).length, await keys("dismissed"), await keys("accepted")]).toEqual([1, [], [cue]]);
  });
});

describe("a reopened proposal", () => {
  it.each(["accept", "retype", "dismiss"] as const)("is open as before: %s", async (decision) => {
    const { decide, links, keys, all, eventsOf, negation, cue } = await givenGraph();
    const before = [await links(), await all()];
    await decide(cue, decision, decision === "retype" ? { relation: "relates_to", swap: true } : {});
    const events = await eventsOf(async () => {
      expect(await decide(cue, "reopen")).toEqual({ key: cue, status: "open" });
    });
    expect(events.map(({ type }) => type)).toEqual(decision === "dismiss" ? [] : ["note_unlinked"]);
    expect([await links(), await all()]).toEqual(before);
    for (const state of ["accepted", "retyped", "dismissed"] as const) expect(await keys(state)).toEqual([]);
    expect(await decide(negation, "reopen")).toEqual({ key: negation, status: "open" });
    expect([await links(), await all()]).toEqual(before);
  });

  it("leaves a link that was made anew since, and one that nobody made by it", async () => {
    const { api, link, services, decide, links, keys, reviews, lead, noSleep, sleep, cue, negation } =
      await givenGraph();
    await decide(cue, "accept");
    await api.links.delete({ source_id: reviews.id, target_id: lead.id, relation: "depends_on" });
    expect(await keys()).toContain(cue);
    services.clock.advance(1_000);
    await link(reviews, "depends_on", lead);
    const stays = { status: "exists", detail: "The link was made anew since, and stays." };
    expect(await decide(cue, "reopen")).toEqual({ key: cue, ...stays });
    await link(noSleep, "contradicts", sleep);
    expect(await decide(negation, "accept")).toMatchObject({ status: "exists" });
    expect(await decide(negation, "reopen")).toEqual({ key: negation, status: "open" });
    expect([(await links()).length, await keys("accepted")]).toEqual([2, []]);
  });

  it("is open when its link was removed by hand", async () => {
    const { api, decide, links, keys, reviews, lead, cue } = await givenGraph();
    await decide(cue, "accept");
    await api.links.delete({ source_id: reviews.id, target_id: lead.id, relation: "depends_on" });
    expect(await decide(cue, "reopen")).toEqual({ key: cue, status: "open" });
    expect([await links(), await keys("accepted")]).toEqual([[], []]);
  });
});

describe("decisions", () => {
  it("are made one by one, in their order, whatever becomes of the others", async () => {
    const { api, links, negation, cue, reviews, lead } = await givenGraph();
    const unknown = keyOf(reviews, { id: "0195cf6a-7c00-7000-8000-000000000000" });
    const { results } = await api.proposals.decide({
      decisions: [
        { key: cue, decision: "accept" },
        { key: unknown, decision: "accept" },
        { key: cue, decision: "accept" },
        { key: negation, decision: "dismiss" },
        { key: cue, decision: "reopen" },
        { key: cue, decision: "retype", relation: "extends" },
      ],
    });
    expect(results.map(({ status }) => status)).toEqual(["linked", "gone", "exists", "dismissed", "open", "linked"]);
    expect(results.map(({ key }) => key)).toEqual([cue, unknown, cue, negation, cue, cue]);
    expect(await links()).toEqual([`${reviews.id} extends ${lead.id}`]);
  });

  it("are 1 to 100 in a request", async () => {
    const { api, cue, keys } = await givenGraph();
    const decisions = Array.from({ length: LIMITS.decisionsAtOnce }, () => ({
      key: cue,
      decision: "dismiss" as const,
    }));
    const { results } = await api.proposals.decide({ decisions });
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["dismissed"]));
    for (const bad of [[], [...decisions, decisions[0]!]])
      await expect(api.proposals.decide({ decisions: bad })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await keys("dismissed")).toEqual([cue]);
  });

  it("refuse keys of other forms, unknown decisions, and a retype to nothing", async () => {
    const { api, keys, cue, reviews, lead } = await givenGraph();
    const decide = (decision: object) => api.proposals.decide({ decisions: [decision as never] });
    const refusals: [object, string][] = [
      ...["", "a~b", `${lead.id}~${reviews.id}`, `${lead.id}~${lead.id}`, `${cue} `, cue.toUpperCase()].map(
        (key): [object, string] => [
          { key, decision: "dismiss" },
          'key must be the ids of two notes, the newer first, joined by "~".',
        ],
      ),
      [{ key: cue, decision: "keep" }, "decision must be accept, retype, dismiss or reopen."],
      [{ key: cue, decision: "retype" }, "A retype needs a relation, or swap."],
      [{ key: cue, decision: "retype", swap: false }, "A retype needs a relation, or swap."],
      [{ key: cue, decision: "retype", swap: "yes" }, "swap must be true or false."],
    ];
    for (const [decision, sentence] of refusals)
      await expect(decide(decision)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: expect.stringContaining(JSON.stringify(sentence).slice(1, -1)),
      });
    expect([await keys("dismissed"), await keys("retyped")]).toEqual([[], []]);
  });

  it("never touch another user's notes", async () => {
    const { services, links, keys, cue, negation } = await givenGraph();
    const grace = testUser(services).api;
    const { results } = await grace.proposals.decide({
      decisions: [cue, negation].flatMap((key) =>
        (["accept", "dismiss", "reopen"] as const).map((decision) => ({ key, decision })),
      ),
    });
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["gone"]));
    expect([await links(), await keys("dismissed"), (await keys()).length]).toEqual([[], [], 2]);
  });
});

describe("nothing but a decision", () => {
  it("makes a link, whatever else is asked of proposals", async () => {
    const relations = [...RELATIONS];
    const proposal = { index: 0, relation: "supersedes" as const, reason: "-", quote: "Sleep", confidence: 1 };
    const judge = { id: "test-judge", judge: async () => [proposal] };
    const { api, note, index, keys, links, eventsOf, negation, cue, sleep, lead, reviews, noSleep } =
      await givenGraph(judge);
    for (let count = 0; count < 10; count++) await note(`Sleep helps in way ${count}`);
    await index();
    const verbs: (() => Promise<unknown>)[] = [
      () => keys(),
      () => keys("accepted"),
      () => api.proposals.precision(),
      () => api.proposals.run({}),
      ...relations.map(
        (relation) => () =>
          api.proposals.propose({ source_id: lead.id, target_id: sleep.id, relation, by: "me", quote: "Sleep" }),
      ),
      () => api.proposals.decide({ decisions: [negation, cue].map((key) => ({ key, decision: "dismiss" as const })) }),
      () => api.proposals.decide({ decisions: [negation, cue].map((key) => ({ key, decision: "reopen" as const })) }),
      () => api.notes.suggestions({ id: noSleep.id, rules: true }),
      () => api.notes.suggestions({ id: reviews.id }),
      () => api.tend.near({}),
    ];
    // A fixed shuffle: every verb follows others in several orders.
    let seed = 7;
    const below = (count: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % count;
    const events = await eventsOf(async () => {
      for (let step = 0; step < 60; step++) await verbs[below(verbs.length)]!();
    });
    expect([await links(), events]).toEqual([[], []]);
  });
});
