import { LIMITS } from "@knote/contract";
import { aLink, aNoteWrite, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { LOOKS_AT_ONCE } from "../ports/look-store.ts";
import { reviewKey } from "./rest-link.ts";

const NOON = "2026-03-01T12:00:00.000Z";

describe("notes that need review", () => {
  it("are listed with cause, path and what stands now, newest first, and only they pass the filter", async () => {
    const { api, note, plan, team, newTeam, report } = await setUpReport();
    const { reviews, total, next } = await api.reviews.list({});
    expect([total, next]).toEqual([2, null]);
    expect(reviews.map((one) => one.note.id)).toEqual([report.id, plan.id]);
    expect(reviews[0]).toEqual({
      note: {
        id: report.id,
        title: "The report",
        note_type: "fact",
        state: "active",
        importance: 0.5,
        created_at: NOON,
      },
      cause: {
        id: team.id,
        title: "The team",
        kind: "superseded",
        since: NOON,
        now: [{ id: newTeam.id, title: "The new team" }],
      },
      path: [
        { source_id: report.id, target_id: plan.id, relation: "derived_from" },
        { source_id: plan.id, target_id: team.id, relation: "depends_on" },
      ],
      more: 0,
    });
    const other = await note("Something else");
    const ids = async (needs_review: boolean) => (await api.notes.list({ needs_review })).notes.map(({ id }) => id);
    expect(await ids(true)).toEqual([report.id, plan.id]);
    expect(await ids(false)).toEqual([other.id, newTeam.id, team.id]);
    expect((await api.notes.list({ needs_review: true, state: ["superseded"] })).notes).toEqual([]);
    expect((await api.notes.list({ needs_review: false, q: "team" })).notes).toHaveLength(2);
    expect((await api.notes.list({ needs_review: true, q: "team" })).notes).toEqual([]);
  });

  it("come in pages and by kind and cause", async () => {
    const { api, plan, team, report } = await setUpReport();
    const first = await api.reviews.list({ limit: 1 });
    expect(first).toMatchObject({ total: 2, reviews: [{ note: { id: report.id } }] });
    const second = await api.reviews.list({ limit: 1, cursor: first.next! });
    expect(second).toMatchObject({ next: null, reviews: [{ note: { id: plan.id } }] });
    expect((await api.reviews.list({ kind: "superseded", cause: team.id })).total).toBe(2);
    expect((await api.reviews.list({ kind: "archived" })).reviews).toEqual([]);
    expect((await api.reviews.list({ cause: plan.id })).reviews).toEqual([]);
    await expect(api.reviews.list({ kind: "gone" as never })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(api.reviews.list({ limit: 101 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("follow every kind of change, and its undoing", async () => {
    const { api, plan, team, newTeam, note, link, clock } = await setUpReport();
    const kinds = async () => (await api.reviews.ofNote({ id: plan.id })).causes.map(({ kind }) => kind);
    await api.links.delete({ source_id: newTeam.id, target_id: team.id, relation: "supersedes" });
    expect(await kinds()).toEqual([]);
    await api.notes.update({ id: team.id, state: "archived" });
    expect(await kinds()).toEqual(["archived"]);
    await api.notes.update({ id: team.id, state: "active" });
    expect(await kinds()).toEqual([]);
    const critic = await note("There is no team");
    const link1 = await link(critic, "contradicts", team);
    expect(await kinds()).toEqual(["contested"]);
    await api.links.delete(link1);
    clock.advance(60_000);
    await api.notes.update({ id: team.id, title: "Another team" });
    expect(await kinds()).toEqual(["reworded"]);
    await api.notes.delete({ id: team.id });
    const { causes } = await api.reviews.ofNote({ id: plan.id });
    expect(causes).toMatchObject([{ id: plan.id, kind: "deleted", now: [], path: [] }]);
    expect(JSON.stringify(causes)).not.toContain(team.id);
    expect(JSON.stringify(causes)).not.toContain("team");
  });
});

describe("a look", () => {
  it("quiets a note and what rests on it, until the cause has another basis", async () => {
    const { api, plan, team, newTeam, report, note, link } = await setUpReport();
    const lookResult = await api.reviews.look({ id: plan.id, reason: "It holds for both." });
    expect(lookResult).toMatchObject({
      needs_review: false,
      causes: [{ looked_at: { at: NOON, reason: "It holds for both." } }],
    });
    expect((await api.reviews.list({})).total).toBe(0);
    expect((await api.reviews.ofNote({ id: report.id })).needs_review).toBe(false);
    const newest = await note("The newest team");
    await link(newest, "supersedes", newTeam);
    expect((await api.reviews.list({})).total).toBe(2);
    expect((await api.reviews.ofNote({ id: plan.id })).causes).toMatchObject([{ id: team.id, looked_at: null }]);
  });

  it("is at the causes that were seen: an unknown one is refused, and a moved basis, and nothing is written", async () => {
    const { api, plan, team } = await setUpReport();
    const [cause] = (await api.reviews.ofNote({ id: plan.id })).causes;
    const seenCause = { id: team.id, basis: cause!.basis };
    await expect(
      api.reviews.look({ id: plan.id, causes: [seenCause, { id: plan.id, basis: "" }] }),
    ).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
      cause: { issues: [{ path: "causes.1.id" }] },
    });
    await expect(
      api.reviews.look({ id: plan.id, causes: [seenCause, { ...seenCause, basis: "superseded by another" }] }),
    ).rejects.toMatchObject({
      code: "CONFLICT",
      message: "What this note rests on has changed since it was looked at.",
    });
    expect((await api.reviews.list({})).total).toBe(2);
    expect((await api.reviews.look({ id: plan.id, causes: [seenCause] })).needs_review).toBe(false);
  });

  it.each([
    ["causes", { causes: [] }],
    ["causes", { causes: Array.from({ length: 201 }, () => ({ id: "x", basis: "" })) }],
    ["reason", { reason: " " }],
    ["reason", { reason: "x".repeat(501) }],
  ])("with bad %s is refused", async (_, input) => {
    const { api, plan } = await setUpReport();
    await expect(api.reviews.look({ id: plan.id, ...input })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect((await api.reviews.look({ id: plan.id, reason: "x".repeat(500) })).needs_review).toBe(false);
  });

  it("counts among 10,000 others, which all hold and are all read, until what they saw has moved", async () => {
    const { ctx, note, link } = testUser(testServices());
    const { storage } = ctx;
    const { userId } = ctx.actor;
    const [old, successor] = [await note("Old"), await note("New")];
    await link(successor, "supersedes", old);
    const writes = Array.from({ length: 10_000 }, () => ({ ...aNoteWrite(), key: null }));
    const links = writes.map((write) => aLink({ source_id: write.note.id, target_id: old.id, relation: "depends_on" }));
    for (let start = 0; start < 10_000; start += 1_000) {
      await storage.notes.insertMany(userId, writes.slice(start, start + 1_000));
      await storage.links.insertMany(userId, links.slice(start, start + 1_000));
    }
    const total = async () => (await ctx.reviews.of(storage, userId)).reviews.total;
    expect(await total()).toBe(10_000);
    const basis = `superseded ${successor.id}`;
    const looks = writes.map(({ note: { id, created_at } }) => ({
      key: reviewKey(id, old.id),
      basis,
      verdict: "fine",
      reason: null,
      details: null,
      at: created_at,
    }));
    for (let start = 0; start < 10_000; start += LOOKS_AT_ONCE)
      await storage.looks.put(userId, looks.slice(start, start + LOOKS_AT_ONCE));
    expect(await total()).toBe(0);
    await link(await note("Newer"), "supersedes", old);
    expect(await total()).toBe(10_000);
  });

  it("is taken back, at one cause or at all, and taking it back again changes nothing", async () => {
    const { api, plan, team, report } = await setUpReport();
    for (const cause of [team.id, undefined]) {
      await api.reviews.look({ id: plan.id });
      await api.reviews.look({ id: report.id });
      await api.reviews.takeBack({ id: plan.id, ...(cause !== undefined && { cause: report.id }) });
      expect((await api.reviews.list({})).total).toBe(cause === undefined ? 1 : 0);
      await api.reviews.takeBack({ id: plan.id, ...(cause !== undefined && { cause }) });
      expect((await api.reviews.list({})).total).toBe(1);
      await api.reviews.takeBack({ id: plan.id });
    }
  });

  it("at a cause quiets all that rest on it, now and later", async () => {
    const { api, plan, team, newTeam, note, link } = await setUpReport();
    await api.reviews.lookForAll({ id: team.id, reason: "The same people." });
    expect((await api.reviews.list({})).total).toBe(0);
    const late = await note("A late plan");
    await link(late, "depends_on", team);
    expect((await api.reviews.ofNote({ id: late.id })).causes).toMatchObject([
      { looked_at: { reason: "The same people." } },
    ]);
    expect((await api.reviews.list({})).total).toBe(0);
    await api.reviews.takeBackForAll({ id: team.id });
    expect((await api.reviews.list({})).total).toBe(3);
    for (const id of [plan.id, newTeam.id])
      await expect(api.reviews.lookForAll({ id })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("an impact", () => {
  it("names what would need review, what extends it and what would stand again, and writes nothing", async () => {
    const { api, plan, team, newTeam, report, note, link } = await setUpReport();
    const [addition, critic] = [await note("More about the new team"), await note("No new team")];
    await link(addition, "extends", newTeam);
    await link(critic, "depends_on", newTeam);
    const impact = await api.reviews.impact({ id: newTeam.id });
    expect(impact).toMatchObject({
      if: "superseded",
      total: 1,
      falls: [{ id: critic.id, path: [{ source_id: critic.id, target_id: newTeam.id }] }],
      extends: [{ id: addition.id, title: "More about the new team" }],
      stands_again: [],
      next: null,
    });
    expect((await api.reviews.impact({ id: newTeam.id, if: "deleted" })).stands_again).toEqual([
      { id: team.id, title: "The team", state: "active" },
    ]);
    expect((await api.reviews.impact({ id: plan.id })).falls).toEqual([]);
    expect((await api.reviews.list({})).total).toBe(2);
    await expect(api.reviews.impact({ id: report.id, cursor: "x" })).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
    });
  });

  it("of several notes names what rests on any of them, each once, but not those themselves", async () => {
    const { api, note, link } = setUp();
    const [ground, base, top, beside, lone] = [
      await note("Ground"),
      await note("Base"),
      await note("Top"),
      await note("Beside"),
      await note("Lone"),
    ];
    await link(base, "depends_on", ground);
    await link(top, "depends_on", base);
    await link(top, "derived_from", ground);
    await link(beside, "depends_on", ground);
    const impactOf = (ids: readonly { readonly id: string }[], limit?: number) =>
      api.reviews.impactOfMany({ ids: ids.map(({ id }) => id), if: "archived", ...(limit && { limit }) });
    const { falls, total } = await impactOf([ground, base, ground]);
    expect([falls.map(({ title }) => title).toSorted(), total]).toEqual([["Beside", "Top"], 2]);
    expect(await impactOf([ground, base], 1)).toMatchObject({ total: 2, falls: [{}] });
    expect(await impactOf([ground, base, top, beside])).toEqual({ falls: [], total: 0 });
    expect(await impactOf([lone, { id: "unknown" }])).toEqual({ falls: [], total: 0 });
    await api.notes.delete({ id: ground.id });
    expect((await impactOf([ground])).total).toBe(0);
    expect((await api.reviews.list({})).total).toBe(3);
  });

  it("of several notes belongs to their owner alone, and has a limit", async () => {
    const { api, note, link, ...services } = setUp();
    const base = await note("Base");
    await link(await note("Top"), "depends_on", base);
    const grace = testUser(services).api;
    expect(await grace.reviews.impactOfMany({ ids: [base.id], if: "deleted" })).toEqual({ falls: [], total: 0 });
    const many = (count: number) => api.reviews.impactOfMany({ ids: Array(count).fill(base.id), if: "deleted" });
    expect((await many(LIMITS.impactNotes)).total).toBe(1);
    for (const count of [0, LIMITS.impactNotes + 1])
      await expect(many(count)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("names every note that extends the note itself, however many other links it has", async () => {
    const { api, ctx, clock, note, link } = setUp();
    const [base, below, two, one] = [await note("Base"), await note("Below"), await note("Two"), await note("One")];
    await link(base, "extends", below);
    for (const addition of [one, two]) await link(addition, "extends", base);
    const writes = Array.from({ length: 1_000 }, () => ({ ...aNoteWrite(), key: null }));
    await ctx.storage.notes.insertMany(ctx.actor.userId, writes);
    const created_at = new Date(clock.now() + 1).toISOString();
    await ctx.storage.links.insertMany(
      ctx.actor.userId,
      writes.map((write) => ({ source_id: write.note.id, target_id: base.id, relation: "relates_to", created_at })),
    );
    expect((await api.reviews.impact({ id: base.id })).extends).toEqual([
      { id: two.id, title: "Two" },
      { id: one.id, title: "One" },
    ]);
  });

  it("comes in pages, nearest first", async () => {
    const { api, note, link } = setUp();
    const base = await note("Base");
    const near = await note("Near");
    const far = await note("Far");
    await link(near, "depends_on", base);
    await link(far, "depends_on", near);
    const first = await api.reviews.impact({ id: base.id, limit: 1 });
    expect(first).toMatchObject({ total: 2, falls: [{ id: near.id }] });
    const second = await api.reviews.impact({ id: base.id, limit: 1, cursor: first.next! });
    expect(second).toMatchObject({
      next: null,
      falls: [{ id: far.id, path: [{ source_id: far.id }, { source_id: near.id }] }],
    });
  });
});

function setUp() {
  const services = testServices();
  return { ...services, ...testUser(services) };
}

/** A report that is derived from a plan that depends on a team that was replaced. */
async function setUpReport() {
  const user = setUp();
  const { note, link } = user;
  const team = await note("The team");
  const newTeam = await note("The new team");
  const plan = await note("The plan");
  const report = await note("The report");
  await link(plan, "depends_on", team);
  await link(report, "derived_from", plan);
  await link(newTeam, "supersedes", team);
  return { ...user, team, newTeam, plan, report };
}
