import { LIMITS } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { STANCES_AT_ONCE } from "../ports/stance-store.ts";

const UNKNOWN = "0195cf6a-7c00-7000-8000-000000000000";
const START = "2026-03-01T12:00:00.000Z";
const HOUR_MS = 3_600_000;

async function setUp() {
  const services = testServices();
  const user = testUser(services);
  const decision = await user.note("We use Postgres", { note_type: "decision" });
  return { ...user, services, clock: services.clock, id: decision.id };
}

describe("a stance", () => {
  it("is all nulls and an empty log before anybody took one", async () => {
    const { api, id } = await setUp();
    const nothing = { confidence: null, expects: null, review_on: null, outcome: null, stances: [], outcomes: [] };
    expect(await api.stances.ofNote({ id })).toEqual(nothing);
    expect(await api.stances.set({ id })).toEqual(nothing);
    await api.stances.withdrawOutcome({ id });
    expect(await api.stances.ofNote({ id })).toEqual(nothing);
  });

  it("replaces the given fields alone, and only where something differs", async () => {
    const { api, clock, id, eventsOf } = await setUp();
    const first = { confidence: 0.7, expects: null, review_on: "2026-06-01" };
    expect(await api.stances.set({ id, confidence: 0.7, review_on: "2026-06-01" })).toMatchObject(first);
    clock.advance(HOUR_MS);
    await api.stances.set({ id, confidence: 0.7, review_on: "2026-06-01" });
    await api.stances.set({ id });
    clock.advance(HOUR_MS);
    const second = { confidence: 0.7, expects: "It carries the load.", review_on: "2026-06-01" };
    await api.stances.set({ id, expects: " It carries the load. " });
    clock.advance(HOUR_MS);
    const third = { ...second, confidence: 0, review_on: null };
    const stance = await api.stances.set({ id, confidence: 0, review_on: null });
    expect(stance).toEqual({
      ...third,
      outcome: null,
      stances: [
        { at: START, ...first },
        { at: "2026-03-01T14:00:00.000Z", ...second },
        { at: "2026-03-01T15:00:00.000Z", ...third },
      ],
      outcomes: [],
    });
    expect(await api.stances.ofNote({ id })).toEqual(stance);
    expect(await eventsOf(() => api.stances.set({ id, confidence: 1 }))).toEqual([]);
    expect(await api.notes.get({ id })).toMatchObject({ updated_at: START, title: "We use Postgres" });
  });

  it("cannot be changed while an outcome stands, and can again once that is withdrawn", async () => {
    const { api, id } = await setUp();
    await api.stances.set({ id, confidence: 0.7 });
    await api.stances.recordOutcome({ id, outcome: "came_false", text: "It fell over." });
    const before = await api.stances.ofNote({ id });
    for (const change of [{ confidence: 0.1 }, { confidence: 0.7 }, {}])
      await expect(api.stances.set({ id, ...change })).rejects.toMatchObject({
        code: "CONFLICT",
        message: "The outcome of this note is recorded; withdraw it before you change the stance.",
      });
    expect(await api.stances.ofNote({ id })).toEqual(before);
    await api.stances.withdrawOutcome({ id });
    expect(await api.stances.set({ id, confidence: 0.1 })).toMatchObject({ confidence: 0.1, outcome: null });
  });

  it("logs every outcome and withdrawal, each once", async () => {
    const { api, id } = await setUp();
    await api.stances.recordOutcome({ id, outcome: "mixed" });
    await api.stances.recordOutcome({ id, outcome: "mixed" });
    await api.stances.recordOutcome({ id, outcome: "mixed", text: "Half of it." });
    await api.stances.withdrawOutcome({ id });
    await api.stances.withdrawOutcome({ id });
    const { outcome, outcomes, stances } = await api.stances.recordOutcome({ id, outcome: "unknown" });
    expect({ outcome, stances }).toEqual({ outcome: "unknown", stances: [] });
    expect(outcomes).toEqual([
      { at: START, outcome: "mixed", text: null },
      { at: START, outcome: "mixed", text: "Half of it." },
      { at: START, outcome: null, text: null },
      { at: START, outcome: "unknown", text: null },
    ]);
  });

  it("never alters an earlier entry, whatever is written", async () => {
    const { api, clock, id } = await setUp();
    const writes = [
      () => api.stances.set({ id, confidence: 0.7, expects: "It lasts." }),
      () => api.stances.set({ id, confidence: 0.9, review_on: "2026-06-01" }),
      () => api.stances.recordOutcome({ id, outcome: "came_true" }),
      () => api.stances.recordOutcome({ id, outcome: "came_false", text: "It did not." }),
      () => api.stances.set({ id, confidence: 0.1 }).catch(() => undefined),
      () => api.notes.update({ id, title: "We use SQLite", importance: 1 }),
      () => api.stances.withdrawOutcome({ id }),
      () => api.notes.delete({ id }),
      () => api.notes.restore({ id }),
      () => api.stances.set({ id, expects: "It grows." }),
    ];
    let stances: object[] = [];
    let outcomes: object[] = [];
    for (const write of writes) {
      clock.advance(HOUR_MS);
      await write();
      const log = await api.stances.ofNote({ id }).catch(() => null);
      if (log === null) continue;
      expect(log.stances.slice(0, stances.length)).toEqual(stances);
      expect(log.outcomes.slice(0, outcomes.length)).toEqual(outcomes);
      [stances, outcomes] = [log.stances, log.outcomes];
    }
    expect([stances.length, outcomes.length]).toEqual([3, 3]);
  });

  it("keeps every change of those who write at the same time", async () => {
    const { api, id } = await setUp();
    await Promise.all([0.1, 0.2, 0.3, 0.4, 0.5].map((confidence) => api.stances.set({ id, confidence })));
    const { stances } = await api.stances.ofNote({ id });
    expect(new Set(stances.map(({ confidence }) => confidence))).toEqual(new Set([0.1, 0.2, 0.3, 0.4, 0.5]));
  });

  it("is never older than the entry before, whatever a clock says", async () => {
    const { api, clock, id } = await setUp();
    await api.stances.set({ id, confidence: 0.1 });
    clock.turnBack(HOUR_MS);
    const { stances } = await api.stances.set({ id, confidence: 0.2 });
    expect(stances.map(({ at }) => at)).toEqual([START, START]);
  });

  it("belongs to decisions and beliefs alone; another type hides the log and does not drop it", async () => {
    const { api, id, note } = await setUp();
    const belief = await note("Owls are wise", { note_type: "belief" });
    expect(await api.stances.set({ id: belief.id, confidence: 0.4 })).toMatchObject({ confidence: 0.4 });
    await api.stances.set({ id, confidence: 0.7 });
    await api.notes.update({ id, note_type: "fact" });
    const refusal = {
      code: "UNPROCESSABLE_CONTENT",
      message: "Only a decision or a belief can have a stance.",
      cause: { issues: [{ path: "note_type", message: "Only a decision or a belief can have a stance." }] },
    };
    const calls = [
      () => api.stances.ofNote({ id }),
      () => api.stances.set({ id, confidence: 0.1 }),
      () => api.stances.recordOutcome({ id, outcome: "came_true" }),
      () => api.stances.withdrawOutcome({ id }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(refusal);
    expect((await api.stances.decisions({})).decisions.map((one) => one.note.id)).toEqual([belief.id]);
    await api.notes.update({ id, note_type: "decision" });
    expect(await api.stances.ofNote({ id })).toMatchObject({ confidence: 0.7, stances: [{}], outcomes: [] });
  });

  it("is not found of a note that is unknown, deleted or another user's", async () => {
    const { api, services, id, note } = await setUp();
    const deletedNote = await note("We use nothing", { note_type: "decision" });
    await api.notes.delete({ id: deletedNote.id });
    const grace = testUser(services).api;
    for (const [caller, one] of [
      [api, UNKNOWN],
      [api, deletedNote.id],
      [grace, id],
    ] as const) {
      const calls = [
        caller.stances.ofNote({ id: one }),
        caller.stances.set({ id: one, confidence: 0.1 }),
        caller.stances.recordOutcome({ id: one, outcome: "came_true" }),
        caller.stances.withdrawOutcome({ id: one }),
      ];
      for (const call of calls) await expect(call).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect((await api.stances.ofNote({ id })).stances).toEqual([]);
  });

  it("has a log of up to 200 entries", async () => {
    const { api, ctx, id } = await setUp();
    const numbers = Array.from({ length: LIMITS.stancesPerNote - 1 }, (_, index) => index + 1);
    const nothing = { expects: null, review_on: null, outcome: null, text: null };
    const entries = numbers.map((number) => ({
      ...{ noteId: id, number, at: START, kind: "stance" as const },
      ...{ ...nothing, confidence: number / 1_000 },
    }));
    expect(entries.length).toBeLessThan(STANCES_AT_ONCE);
    await ctx.storage.stances.add(ctx.actor.userId, entries);
    await api.stances.recordOutcome({ id, outcome: "came_true" });
    await expect(api.stances.withdrawOutcome({ id })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The log of this note is full: it has 200 entries.",
    });
    await api.stances.recordOutcome({ id, outcome: "came_true" });
    expect((await api.stances.ofNote({ id })).stances).toHaveLength(199);
  });
});

describe("calibration of notes", () => {
  async function settleSome() {
    const { api, clock, note } = await setUp();
    const forecasts = [
      ["One", 0.9, "came_true", ["work"]],
      ["Two", 0.4, "came_false", ["Home"]],
      ["Three", 0.6, "mixed", []],
      ["Four", 0.6, "unknown", []],
      ["Five", null, "came_true", []],
    ] as const;
    const ids: string[] = [];
    for (const [title, confidence, outcome, tags] of forecasts) {
      const { id } = await note(title, { note_type: ids.length === 1 ? "belief" : "decision", tags: [...tags] });
      ids.push(id);
      if (confidence !== null) await api.stances.set({ id, confidence });
      clock.advance(25 * HOUR_MS);
      await api.stances.recordOutcome({ id, outcome });
    }
    return { api, clock, ids, note };
  }

  it("scores each note once, however often its outcome was set", async () => {
    const { api, ids } = await settleSome();
    const before = await api.stances.calibration({});
    expect(before).toMatchObject({
      scored: 2,
      excluded: { mixed: 1, unknown: 1, without_confidence: 1, late: 0 },
      brier: expect.closeTo((0.01 + 0.16) / 2, 12),
    });
    const id = ids[0]!;
    await api.stances.recordOutcome({ id, outcome: "came_false" });
    await api.stances.withdrawOutcome({ id });
    await api.stances.recordOutcome({ id, outcome: "came_true", text: "It did." });
    expect(await api.stances.calibration({})).toEqual(before);
  });

  it("counts a confidence that came too late as late", async () => {
    const { api, clock, note } = await setUp();
    const { id } = await note("Late", { note_type: "decision" });
    await api.stances.set({ id, confidence: 1 });
    clock.advance(24 * HOUR_MS - 1);
    await api.stances.recordOutcome({ id, outcome: "came_true" });
    expect(await api.stances.calibration({})).toMatchObject({ scored: 0, excluded: { late: 1 }, brier: null });
  });

  it.each([
    ["a type", { note_type: ["belief" as const] }, 1],
    ["both types", { note_type: ["belief" as const, "decision" as const] }, 2],
    ["a tag in any spelling", { tag: ["HOME"] }, 1],
    ["either tag", { tag: ["home", "work"] }, 2],
    ["a tag of none", { tag: ["other"] }, 0],
    ["a day from which on", { since: "2026-03-03" }, 1],
    ["a time from which on", { since: "2026-03-02T13:00:00.001Z" }, 1],
    ["the very time", { since: "2026-03-02T13:00:00.000Z", until: "2026-03-02T14:00:00+01:00" }, 1],
    ["a whole day up to which", { until: "2026-03-02" }, 1],
    ["a time up to which", { until: "2026-03-02T12:59:59.999Z" }, 0],
    ["a window without any", { since: "2026-03-04", until: "2026-03-03" }, 0],
  ])("is narrowed by %s", async (_, input, scored) => {
    const { api } = await settleSome();
    expect((await api.stances.calibration(input)).scored).toBe(scored);
  });

  it("counts archived and superseded notes, but none that is deleted or has another type by now", async () => {
    const { api, ids, note } = await settleSome();
    const [one, two] = ids as [string, string];
    await api.notes.update({ id: one, state: "archived" });
    const newer = await note("Two and a half");
    await api.links.create({ source_id: newer.id, target_id: two, relation: "supersedes" });
    expect((await api.stances.calibration({})).scored).toBe(2);
    await api.notes.delete({ id: one });
    await api.notes.update({ id: two, note_type: "insight" });
    expect((await api.stances.calibration({})).scored).toBe(0);
    await api.notes.restore({ id: one });
    expect((await api.stances.calibration({})).scored).toBe(1);
  });

  it("is each user's own", async () => {
    const { services, api, id } = await setUp();
    await api.stances.recordOutcome({ id, outcome: "mixed" });
    const grace = testUser(services).api;
    expect((await api.stances.calibration({})).excluded.mixed).toBe(1);
    expect((await grace.stances.calibration({})).excluded.mixed).toBe(0);
    expect(await grace.stances.decisions({})).toEqual({ decisions: [], next: null });
  });
});
