import { HOLDS } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;

async function setUp() {
  const services = testServices();
  const user = testUser(services);
  const { api, note, link } = user;
  const decide = async (title: string) => {
    services.clock.advance(1_000);
    return (await note(title, { note_type: "decision" })).id;
  };
  return { ...user, services, clock: services.clock, api, link, decide };
}

/** One decision for each way in which it can hold or not. */
async function decideEach() {
  const graph = await setUp();
  const { api, decide, link, note } = graph;
  const ids = {
    stands: await decide("We use Postgres"),
    needs_review: await decide("We meet on Mondays"),
    contested: await decide("We ship weekly"),
    superseded: await decide("We use Redis"),
    archived: await decide("We use paper"),
  };
  const [team, newTeam] = [await note("Ada leads"), await note("Grace leads")];
  const plan = await note("There is a plan");
  await link({ id: ids.stands }, "derived_from", plan);
  await link({ id: ids.needs_review }, "depends_on", team);
  await link(newTeam, "supersedes", team);
  const critic = await note("Weekly is too fast");
  await link(critic, "contradicts", { id: ids.contested });
  const newer = await note("We use Valkey");
  await link(newer, "supersedes", { id: ids.superseded });
  await api.notes.update({ id: ids.archived, state: "archived" });
  return { ...graph, ids, team, plan, critic, newer };
}

describe("the list of decisions", () => {
  it("says of each what it rests on, who is against it, and whether it still holds", async () => {
    const { api, ids, team, plan, critic, newer } = await decideEach();
    const at = expect.stringMatching(/^2026-03-01T12:00:0\d\.000Z$/);
    const nothing = { confidence: null, review_on: null, due: false, outcome: null };
    const bare = { ...nothing, rests_on: [], against: [], heads: [] };
    const noteOf = (id: string, title: string, state: string) => ({
      ...{ id, title, state, note_type: "decision", importance: 0.5, created_at: at },
    });
    expect(await api.stances.decisions({})).toEqual({
      next: null,
      decisions: [
        { ...bare, note: noteOf(ids.archived, "We use paper", "archived"), holds: "archived", since: at },
        {
          ...bare,
          note: noteOf(ids.superseded, "We use Redis", "superseded"),
          holds: "superseded",
          since: at,
          heads: [{ id: newer.id, title: "We use Valkey" }],
        },
        {
          ...bare,
          note: noteOf(ids.contested, "We ship weekly", "contested"),
          holds: "contested",
          since: at,
          against: [{ id: critic.id, title: "Weekly is too fast" }],
        },
        {
          ...bare,
          note: noteOf(ids.needs_review, "We meet on Mondays", "active"),
          holds: "needs_review",
          since: at,
          rests_on: [
            { id: team.id, title: "Ada leads", relation: "depends_on", state: "superseded", needs_review: false },
          ],
        },
        {
          ...bare,
          note: noteOf(ids.stands, "We use Postgres", "active"),
          holds: "stands",
          since: null,
          rests_on: [
            { id: plan.id, title: "There is a plan", relation: "derived_from", state: "active", needs_review: false },
          ],
        },
      ],
    });
  });

  it("says where a foundation needs review itself", async () => {
    const { api, ids, decide, link } = await decideEach();
    const above = await decide("We plan on Tuesdays");
    await link({ id: above }, "depends_on", { id: ids.needs_review });
    const [first] = (await api.stances.decisions({ limit: 1 })).decisions;
    expect(first).toMatchObject({ holds: "needs_review", rests_on: [{ state: "active", needs_review: true }] });
    await api.reviews.look({ id: ids.needs_review });
    expect((await api.stances.decisions({ limit: 1 })).decisions[0]).toMatchObject({
      holds: "stands",
      since: null,
      rests_on: [{ needs_review: false }],
    });
  });

  it("names nothing of a deleted foundation, opponent or successor", async () => {
    const { api, ids, team, critic, newer } = await decideEach();
    for (const { id } of [team, critic, newer]) await api.notes.delete({ id });
    const { decisions } = await api.stances.decisions({});
    const byId = new Map(decisions.map((one) => [one.note.id, one]));
    expect(byId.get(ids.needs_review)).toMatchObject({ holds: "needs_review", rests_on: [] });
    expect(byId.get(ids.contested)).toMatchObject({ holds: "stands", since: null, against: [] });
    expect(byId.get(ids.superseded)).toMatchObject({ holds: "stands", heads: [] });
  });

  it.each(HOLDS)("has only those of which %s holds", async (holds) => {
    const { api, ids } = await decideEach();
    const { decisions } = await api.stances.decisions({ holds });
    expect(decisions.map(({ note }) => note.id)).toEqual([ids[holds]]);
  });

  it("has only those that are due, or all others", async () => {
    const { api, clock, ids } = await decideEach();
    for (const id of Object.values(ids)) await api.stances.set({ id, confidence: 0.5, review_on: "2026-03-03" });
    const dueOnes = async (isDue: boolean) =>
      (await api.stances.decisions({ due: isDue })).decisions.map(({ note }) => note.id).toReversed();
    clock.set("2026-03-02T23:59:59.999Z");
    expect(await dueOnes(true)).toEqual([]);
    expect(await dueOnes(false)).toEqual(Object.values(ids));
    clock.set("2026-03-03T00:00:00.000Z");
    const { archived, stands, ...others } = ids;
    expect(await dueOnes(true)).toEqual([stands, ...Object.values(others)]);
    expect(await dueOnes(false)).toEqual([archived]);
    await api.stances.recordOutcome({ id: stands, outcome: "unknown" });
    await api.stances.set({ id: others.contested, review_on: null });
    expect(await dueOnes(true)).toEqual([others.needs_review, others.superseded]);
    await api.stances.withdrawOutcome({ id: stands });
    expect(await dueOnes(true)).toEqual([stands, others.needs_review, others.superseded]);
    const both = await api.stances.decisions({ due: true, holds: "superseded" });
    expect(both.decisions).toMatchObject([
      { note: { id: others.superseded }, due: true, confidence: 0.5, review_on: "2026-03-03", outcome: null },
    ]);
    expect((await api.stances.decisions({ due: true, holds: "archived" })).decisions).toEqual([]);
    const [first] = (await api.stances.decisions({ holds: "archived" })).decisions;
    expect(first).toMatchObject({ due: false, review_on: "2026-03-03" });
  });

  it("has only the types that are asked for", async () => {
    const { api, ids, note } = await decideEach();
    const belief = await note("Owls are wise", { note_type: "belief" });
    const list = async (note_type?: ("decision" | "belief")[]) =>
      (await api.stances.decisions({ ...(note_type && { note_type }) })).decisions.length;
    expect(await list(["belief"])).toBe(1);
    expect(await list(["decision"])).toBe(5);
    expect(await list()).toBe(6);
    await api.notes.delete({ id: belief.id });
    await api.notes.update({ id: ids.stands, note_type: "fact" });
    expect(await list()).toBe(4);
  });

  it("comes in pages, newest first", async () => {
    const { api, decide } = await setUp();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift(await decide(`Decision ${index}`));
    const listedIds: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.stances.decisions({ limit: 2, ...(cursor !== undefined && { cursor }) });
      listedIds.push(...page.decisions.map(({ note }) => note.id));
      sizes.push(page.decisions.length);
      cursor = page.next;
    }
    expect(listedIds).toEqual(ids);
    expect(sizes).toEqual([2, 2, 1]);
    expect((await api.stances.decisions({ limit: 5 })).next).toBeNull();
    await expect(api.stances.decisions({ cursor: "elsewhere" })).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
    });
    for (const limit of [0, 101]) await expect(api.stances.decisions({ limit })).rejects.toThrow("limit must be");
    await expect(api.stances.decisions({ limit: 100 })).resolves.toMatchObject({ next: null });
  });

  it("names at most 100 foundations and opponents of one", async () => {
    const { api, decide, note, link } = await setUp();
    const id = await decide("All rests here");
    for (let index = 0; index < 101; index++) {
      const other = await note(`Ground ${index}`);
      await link({ id }, "depends_on", other);
      await link(other, "contradicts", { id });
    }
    const [decision] = (await api.stances.decisions({})).decisions;
    expect([decision!.rests_on.length, decision!.against.length]).toEqual([100, 100]);
  });

  it("tells since when, once a day has gone by", async () => {
    const { api, clock, ids, note, link } = await decideEach();
    clock.advance(DAY_MS);
    const later = await note("Nobody leads");
    await link(later, "contradicts", { id: ids.stands });
    const [decision] = (await api.stances.decisions({ holds: "contested" })).decisions.filter(
      (one) => one.note.id === ids.stands,
    );
    expect(decision!.since).toBe(new Date(clock.now()).toISOString());
  });
});
