import type { GraphHealth, Relation } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { findBearings, measureSoundness } from "./measure-soundness.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RELATIONS: readonly Relation[] = ["depends_on", "derived_from", "depends_on", "contradicts", "supersedes"];

function createRandom(seed: number) {
  let state = seed;
  const below = (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit;
  return { below, pick: <Item>(items: readonly Item[]) => items[below(items.length)]! };
}

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const { api, ctx } = user;
  /** Links two notes; what the service refuses is left out. */
  const tryLink = (source_id: string, relation: Relation, target_id: string) =>
    api.links.create({ source_id, target_id, relation }).catch(() => null);
  const note = async (title: string) => (await user.note(title)).id;
  /** Measures as if nobody had ever looked. */
  const measureWithoutLooks = async () => {
    const { reviews } = await ctx.reviews.of(ctx.storage, ctx.actor.userId);
    const kinds = await reviews.kindsWithLooks(new Map());
    return await measureSoundness(await findBearings(reviews.numbers), {
      needsReview: (number) => kinds[number] !== 0,
      isFine: () => false,
    });
  };
  return { ...user, services, clock: services.clock, tryLink, note, measureWithoutLooks };
}

/** Writes a random graph of some notes. */
async function drawGraph(seed: number) {
  const graph = setUp();
  const random = createRandom(seed);
  const ids: string[] = [];
  for (let index = 0; index < 12; index++) ids.push(await graph.note(`Claim ${index}`));
  for (let index = 0; index < 30; index++) {
    const [source, target] = [random.pick(ids), random.pick(ids)];
    if (source !== target) await graph.tryLink(source, random.pick(RELATIONS), target);
  }
  return { ...graph, random, ids };
}

function figures({ score, without_looks, load_bearing, open }: GraphHealth) {
  return { score, without_looks, load_bearing, open };
}

const SEEDS = Array.from({ length: 12 }, (_, index) => 11 + index * 97);

describe("graph health", () => {
  it("counts what bears, what is open, and every matter", async () => {
    const { api, note, tryLink, clock } = setUp();
    const [base, newer, plan, report] = [
      await note("Ada leads"),
      await note("Grace leads"),
      await note("A plan"),
      await note("A report"),
    ];
    const [one, other] = [await note("Chicken"), await note("Egg")];
    const [claim, critic, alone] = [await note("Tea wakes"), await note("Tea does not"), await note("Zebras")];
    await tryLink(plan, "depends_on", base);
    await tryLink(report, "derived_from", plan);
    await tryLink(newer, "supersedes", base);
    await tryLink(one, "depends_on", other);
    await tryLink(other, "depends_on", one);
    await tryLink(critic, "contradicts", claim);
    const decision = (await api.notes.create({ title: "We do", content: "-", note_type: "decision" })).id;
    await api.stances.set({ id: decision, review_on: "2026-03-01" });
    await api.proposals.propose({ source_id: alone, target_id: plan, relation: "extends", by: "librarian" });
    const health = await api.graph.health();
    expect(health).toMatchObject({
      at: new Date(clock.now()).toISOString(),
      score: null,
      without_looks: null,
      load_bearing: 6,
      open: 5,
      matters: {
        contested: 1,
        needs_review: { superseded: 2, deleted: 0, archived: 0, reworded: 0, contested: 0 },
        cycles: 1,
        orphans: 2,
        due_decisions: 1,
        open_judged: 1,
      },
      last_30_days: { settled_by_change: 0, settled_by_look: 0, set_aside: 0, rest_links_removed: 0 },
      proposals: [{ by: "agent:librarian", relation: "extends", made: 1, accepted: 0, precision: null }],
    });
    expect(health.trend).toHaveLength(12);
    expect(health.trend.at(-1)).toEqual({ at: "2026-03-01T00:00:00.000Z", load_bearing: 0, open: 0 });
    await api.notes.update({ id: alone, content: "They are striped." });
    // A proposal goes by the texts that were read.
    expect((await api.graph.health()).matters.open_judged).toBe(0);
    expect((await api.graph.shaking({})).causes).toEqual([
      { id: base, title: "Ada leads", kind: "superseded", shakes: 2 },
    ]);
    await api.notes.delete({ id: alone });
    await api.stances.recordOutcome({ id: decision, outcome: "unknown" });
    expect((await api.graph.health()).matters).toMatchObject({ orphans: 1, due_decisions: 0 });
  });

  it("has no score with fewer than 10 load-bearing notes", async () => {
    const { api, note, tryLink } = setUp();
    const base = await note("Ground");
    for (let index = 0; index < 8; index++) await tryLink(await note(`Claim ${index}`), "depends_on", base);
    expect(figures(await api.graph.health())).toEqual({ score: null, without_looks: null, load_bearing: 9, open: 0 });
    const last = await note("Claim 9");
    await tryLink(last, "depends_on", base);
    expect(figures(await api.graph.health())).toEqual({ score: 1, without_looks: 1, load_bearing: 10, open: 0 });
    await api.notes.update({ id: base, state: "archived" });
    expect(figures(await api.graph.health())).toEqual({ score: null, without_looks: null, load_bearing: 9, open: 9 });
  });

  it("takes a contested note that is upheld as sound", async () => {
    const { api, note, tryLink } = setUp();
    const [claim, critic, answer] = [await note("Tea wakes"), await note("Tea does not"), await note("It does")];
    await tryLink(critic, "contradicts", claim);
    expect((await api.graph.health()).open).toBe(1);
    await tryLink(answer, "contradicts", critic);
    // The critic is contested now, and nobody answers for it.
    expect(figures(await api.graph.health())).toMatchObject({ load_bearing: 3, open: 1 });
    await tryLink(claim, "contradicts", answer);
    expect((await api.graph.health()).open).toBe(3);
  });

  it.each(SEEDS)("does not change with importance, new notes, relates_to or extends (%i)", async (seed) => {
    const { api, note, tryLink, ids, random } = await drawGraph(seed);
    const before = figures(await api.graph.health());
    for (const id of ids) await api.notes.update({ id, importance: random.below(11) / 10, tags: [`t${id}`] });
    const more = [await note("New"), await note("Newer")];
    for (let index = 0; index < 10; index++) {
      const [source, target] = [random.pick([...ids, ...more]), random.pick([...ids, ...more])];
      if (source !== target) await tryLink(source, random.pick(["relates_to", "extends"]), target);
    }
    expect(figures(await api.graph.health())).toEqual(before);
  });

  it.each(SEEDS)("moves by a look in the score alone, which widens the gap (%i)", async (seed) => {
    const { api, ids } = await drawGraph(seed);
    let before = await api.graph.health();
    const openNotes = (await api.reviews.list({ limit: 100 })).reviews.map((review) => review.note.id);
    const pairs = (await api.tend.contested({ limit: 100 })).pairs.map(({ key }) => key);
    const looks = [
      ...openNotes.map((id) => () => api.reviews.look({ id })),
      ...pairs.map((key) => () => api.looks.add({ looks: [{ key }] })),
    ];
    for (const look of looks) {
      await look();
      const after = await api.graph.health();
      expect(after.without_looks).toBe(before.without_looks);
      expect(after.load_bearing).toBe(before.load_bearing);
      expect(after.open).toBeLessThanOrEqual(before.open);
      before = after;
    }
    const lookCount = (await api.graph.health()).last_30_days.settled_by_look;
    expect(lookCount).toBe(openNotes.length);
    // Nothing is left but circles, which no look settles.
    expect(ids.length).toBeGreaterThanOrEqual(before.open);
    expect((await api.reviews.list({})).total).toBe(0);
  });

  it.each(SEEDS)("opens what rests on a note that is archived or deleted (%i)", async (seed) => {
    for (const remove of ["archive", "delete"] as const) {
      const { api, ids, random, measureWithoutLooks } = await drawGraph(seed);
      const id = random.pick(ids);
      const { incoming } = await api.links.ofNote({ id });
      const resting = incoming.filter(({ relation }) => relation === "depends_on" || relation === "derived_from");
      await (remove === "archive" ? api.notes.update({ id, state: "archived" }) : api.notes.delete({ id }));
      const openIds = (await measureWithoutLooks()).openIds();
      for (const { source_id } of resting) {
        const { state } = await api.notes.get({ id: source_id });
        if (state !== "superseded") expect(openIds, `${remove} ${id}`).toContain(source_id);
      }
    }
  });

  it("counts every rest link that is cut or retyped, and no other", async () => {
    const { api, note, tryLink, clock } = setUp();
    const [one, two, three] = [await note("One"), await note("Two"), await note("Three")];
    await tryLink(one, "depends_on", two);
    await tryLink(two, "derived_from", three);
    await tryLink(one, "extends", three);
    const removalCount = async () => (await api.graph.health()).last_30_days.rest_links_removed;
    const ends = (source_id: string, relation: Relation, target_id: string) => ({ source_id, relation, target_id });
    await api.links.delete(ends(one, "extends", three));
    expect(await removalCount()).toBe(0);
    await api.links.delete(ends(one, "depends_on", two));
    expect(await removalCount()).toBe(1);
    await api.links.replace({ from: ends(two, "derived_from", three), to: ends(two, "relates_to", three) });
    expect(await removalCount()).toBe(2);
    clock.advance(32 * DAY_MS);
    expect(await removalCount()).toBe(0);
  });

  it("tells of what was open a month ago what was changed and what was set aside", async () => {
    const { api, note, tryLink, clock } = setUp();
    const [base, plan, report, other] = [
      await note("Ada leads"),
      await note("A plan"),
      await note("A report"),
      await note("Another"),
    ];
    for (const id of [plan, report, other]) await tryLink(id, "depends_on", base);
    await tryLink(await note("Grace leads"), "supersedes", base);
    clock.advance(31 * DAY_MS);
    expect((await api.graph.health()).last_30_days).toMatchObject({ settled_by_change: 0, set_aside: 0 });
    await api.links.delete({ source_id: plan, target_id: base, relation: "depends_on" });
    await api.notes.update({ id: report, state: "archived" });
    expect((await api.graph.health()).last_30_days).toEqual({
      settled_by_change: 1,
      settled_by_look: 0,
      set_aside: 1,
      rest_links_removed: 1,
    });
    await api.reviews.look({ id: other });
    expect((await api.graph.health()).last_30_days).toMatchObject({ settled_by_change: 1, settled_by_look: 1 });
    clock.advance(31 * DAY_MS);
    expect((await api.graph.health()).last_30_days).toMatchObject({ settled_by_look: 0 });
  });

  it("is each user's own", async () => {
    const { services, note, tryLink } = setUp();
    const [one, two] = [await note("One"), await note("Two")];
    await tryLink(one, "depends_on", two);
    const grace = testUser(services).api;
    expect(figures(await grace.graph.health())).toMatchObject({ load_bearing: 0, open: 0 });
    expect((await grace.graph.shaking({})).causes).toEqual([]);
  });
});

describe("the trend of a history that is replayed", () => {
  it.each([3, 58, 1_234, 77, 4_021, 9_999])("equals what was measured then (%i)", async (seed) => {
    const { api, clock, note, tryLink, measureWithoutLooks } = setUp();
    const random = createRandom(seed);
    const start = Date.parse("2026-03-02T00:00:00.000Z");
    const last = start + 80 * DAY_MS;
    const ids: string[] = [];
    const points: GraphHealth["trend"] = [];

    async function change(): Promise<void> {
      const dice = random.below(20);
      const id = random.pick(ids);
      if (ids.length < 4 || dice < 5) ids.push(await note(`Claim ${ids.length}`));
      else if (dice < 14) await tryLink(id, random.pick(RELATIONS), random.pick(ids));
      else if (dice < 17) {
        const link = random.pick((await api.links.list({})).links);
        if (!link) return;
        const to = { ...link, relation: random.pick(RELATIONS) };
        if (dice === 14) await api.links.replace({ from: link, to }).catch(() => null);
        else await api.links.delete(link);
      } else if (dice < 18) await edit(id, { archives: true });
      else await edit(id, { rewords: dice === 18, explains: true });
    }

    /** Some edits change several things at once, and some bring earlier words back. */
    async function edit(
      id: string,
      {
        archives = random.below(4) === 0,
        rewords = random.below(4) === 0,
        ...rest
      }: {
        readonly archives?: boolean;
        readonly rewords?: boolean;
        readonly explains?: boolean;
      },
    ): Promise<void> {
      const { state } = await api.notes.get({ id });
      await api.notes.update({
        id,
        ...(archives && { state: state === "archived" ? "active" : "archived" }),
        ...(rewords && { title: `${random.pick(["Some", "Other", "More"])} words of ${ids.indexOf(id)}` }),
        ...(rest.explains && { content: `Said on ${clock.now()}` }),
      });
    }

    for (let day = start; day <= last; day += DAY_MS) {
      clock.set(day);
      if ((last - day) % (7 * DAY_MS) === 0) {
        const { loadBearing, open } = await measureWithoutLooks();
        points.push({ at: new Date(day).toISOString(), load_bearing: loadBearing, open });
      }
      for (let index = 0; index < 3; index++) {
        clock.advance(HOUR_MS);
        if (day < last) await change();
      }
    }
    const { trend } = await api.graph.health();
    expect(trend).toEqual(points.slice(-12));
    expect(trend.at(-1)!.load_bearing).toBeGreaterThan(3);
    expect(new Set(trend.map(({ open }) => open)).size).toBeGreaterThan(1);
  });

  it("is worked out once a day", async () => {
    const { api, clock, note, tryLink } = setUp();
    const [one, two] = [await note("One"), await note("Two")];
    await tryLink(one, "depends_on", two);
    clock.advance(DAY_MS);
    const before = (await api.graph.health()).trend;
    expect(before.at(-1)).toMatchObject({ load_bearing: 2, open: 0 });
    await api.notes.delete({ id: two });
    const sameDay = await api.graph.health();
    expect(sameDay).toMatchObject({ load_bearing: 1, open: 1, trend: before });
    clock.advance(DAY_MS);
    const after = (await api.graph.health()).trend;
    expect(after.at(-1)).toMatchObject({ load_bearing: 0, open: 0 });
    expect(after).toHaveLength(12);
  });
});
