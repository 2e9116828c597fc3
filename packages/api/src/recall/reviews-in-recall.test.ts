import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("recall of notes that need review", () => {
  it("brings what now stands, with the way to it, and says why", async () => {
    const { api, plan, team, newTeam } = await setUpPlan();
    const { results } = await api.recall.recall({
      query: "What is the plan for reviewing code?",
      notices: true,
      limit: 2,
    });
    expect(results.map(({ id }) => id)).toEqual([plan.id, newTeam.id]);
    expect(results[1]!.via).toEqual([
      { source_id: plan.id, target_id: team.id, relation: "depends_on" },
      { source_id: newTeam.id, target_id: team.id, relation: "supersedes" },
    ]);
    expect(results[0]!.review).toEqual({
      kind: "superseded",
      cause: { id: team.id, title: "Ada leads the team" },
      now: [{ id: newTeam.id, title: "Grace leads us since March" }],
      path: [{ source_id: plan.id, target_id: team.id, relation: "depends_on" }],
    });
    expect(results[1]!.review).toBeNull();
  });

  it("has no field for it unless it is asked for", async () => {
    const { api } = await setUpPlan();
    const { results } = await api.recall.recall({ query: "What is the plan for reviewing code?" });
    for (const result of results) expect(result).not.toHaveProperty("review");
  });

  it("keeps its limit, and brings nothing for a cause that was looked at", async () => {
    const { api, plan, newTeam } = await setUpPlan();
    const ids = async (limit: number) =>
      (await api.recall.recall({ query: "What is the plan for reviewing code?", mode: "keyword", limit })).results.map(
        ({ id }) => id,
      );
    expect(await ids(1)).toEqual([plan.id]);
    expect(await ids(5)).toContain(newTeam.id);
    await api.reviews.look({ id: plan.id });
    expect(await ids(5)).not.toContain(newTeam.id);
  });

  it("brings who contests, and names nothing of what was deleted", async () => {
    const { api, note, link, plan, team, newTeam } = await setUpPlan();
    await api.links.delete({ source_id: newTeam.id, target_id: team.id, relation: "supersedes" });
    const critic = await note("Nobody heads anything here");
    await link(critic, "contradicts", team);
    const query = { query: "What is the plan for reviewing code?", mode: "keyword", notices: true } as const;
    const contestedResults = (await api.recall.recall(query)).results;
    expect(contestedResults.find(({ id }) => id === plan.id)!.review).toMatchObject({
      kind: "contested",
      now: [{ id: critic.id }],
    });
    expect(contestedResults.map(({ id }) => id)).toContain(critic.id);
    await api.notes.delete({ id: team.id });
    const { results } = await api.recall.recall(query);
    expect(results.find(({ id }) => id === plan.id)!.review).toMatchObject({
      kind: "deleted",
      cause: { id: plan.id },
      path: [],
    });
    expect(JSON.stringify(results)).not.toContain("Ada leads");
  });
});

describe("an answer from a note that needs review", () => {
  it("tells with each source what it rested on", async () => {
    const { api } = await setUpPlan();
    const events = await Array.fromAsync(
      await api.recall.askStream({ query: "Who gets the code reviews according to the plan?" }),
    );
    const done = events.find((event) => event.event === "done")!;
    const doubts = done.event === "done" ? done.data.sources.map(({ title, doubt }) => [title, doubt]) : [];
    expect(Object.fromEntries(doubts)).toMatchObject({
      "The plan gives code reviews to Linus": {
        kind: "superseded",
        claim: "Ada leads the team",
        now: ["Grace leads us since March"],
      },
    });
    expect(doubts.filter(([, doubt]) => doubt !== undefined)).toHaveLength(1);
  });

  it("begins with the doubt, says what replaced what it rested on, and counts such sources in a header", async () => {
    const { ctx, api, on } = await setUpPlan();
    const headers: Record<string, string> = {};
    const listening = on({ setHeader: (name, value) => void (headers[name] = value) });
    const { answer, sources } = await listening.recall.ask({
      query: "Who gets the code reviews according to the plan?",
    });
    expect(sources.map(({ title }) => title)).toContain("The plan gives code reviews to Linus");
    expect(headers["X-Needs-Review"]).toBe("1");
    expect(answer).not.toBe("");
    expect(ctx.actor.userId).toBeTruthy();
    await api.reviews.lookForAll({ id: (await api.notes.list({ q: "Ada" })).notes[0]!.id });
    const calm: Record<string, string> = {};
    await on({ setHeader: (name, value) => void (calm[name] = value) }).recall.ask({
      query: "Who gets the code reviews?",
    });
    expect(calm).not.toHaveProperty("X-Needs-Review");
  });
});

/** A plan that depends on who leads the team, and who leads it now. */
async function setUpPlan() {
  const services = testServices();
  const user = testUser(services);
  const { note, link } = user;
  const team = await note("Ada leads the team");
  const newTeam = await note("Grace leads us since March");
  const plan = await note("The plan gives code reviews to Linus");
  await link(plan, "depends_on", team);
  await link(newTeam, "supersedes", team);
  return { ...services, ...user, team, newTeam, plan };
}
