import type { ChangeKind, GraphChange } from "@knote/contract";
import { createMemoryStorage, testClock, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const START = "2026-03-01T12:00:00.000Z";
const STEP_MS = 60_000;

/** A user whose every write comes a minute after the one before. */
function setUp() {
  const clock = testClock(START);
  const user = testUser(testServices({ clock, storage: createMemoryStorage() }));
  const now = () => new Date(clock.now()).toISOString();
  /** Does the work a minute later, and returns when that was. */
  const later = async (work: () => Promise<unknown>): Promise<string> => {
    clock.advance(STEP_MS);
    await work();
    return now();
  };
  const list = (input: Partial<Parameters<typeof user.api.changes.list>[0]> = {}) =>
    user.api.changes.list({ since: START, ...input });
  const kinds = async (input: Parameters<typeof list>[0] = {}) =>
    (await list(input)).changes.map(({ kind, note }) => [kind, note.title]);
  return { ...user, clock, now, later, list, kinds };
}

const nameOf = ({ id, title }: { readonly id: string; readonly title: string }) => ({ id, title });

describe("what changed", () => {
  it("names new notes, newest first, and not those of the earlier time or after the later", async () => {
    const { note, later, kinds, list } = setUp();
    await note("Before");
    const first = await later(() => note("First"));
    const second = await later(() => note("Second"));
    await later(() => note("After"));
    expect(await kinds({ until: second })).toEqual([
      ["written", "Second"],
      ["written", "First"],
    ]);
    expect(await kinds({ since: first, until: second })).toEqual([["written", "Second"]]);
    expect((await list({ until: second })).counts).toMatchObject({ written: 2, linked: 0, deleted: 0 });
    expect(await kinds({ since: second, until: second })).toEqual([]);
  });

  it("tells both claims of a note that makes another one, and that its content is another", async () => {
    const { api, note, later, list } = setUp();
    const owls = await note("Owls hunt at night");
    const bats = await note("Bats hunt at night");
    const at = await later(() => api.notes.update({ id: owls.id, title: "Owls sleep", content: "By day." }));
    await later(() => api.notes.update({ id: owls.id, importance: 1 }));
    await later(() => api.notes.update({ id: bats.id, title: "bats hunt, at night!", tags: ["mammals"] }));
    const { changes, counts } = await list();
    const inNote = { ...nameOf(owls), title: "Owls sleep", note_type: "fact" };
    expect(changes).toEqual([
      { kind: "reworded", at, note: inNote, from: "Owls hunt at night", to: "Owls sleep" },
      { kind: "explained", at, note: inNote },
    ]);
    expect(counts).toMatchObject({ reworded: 1, explained: 1, written: 0 });
  });

  it("compares the two times: what went and came back is no change", async () => {
    const { api, note, link, later, kinds, now } = setUp();
    const [one, other] = [await note("One"), await note("Other")];
    const ends = { source_id: one.id, target_id: other.id };
    await later(() => link(one, "extends", other));
    const since = now();
    const steps = [
      () => api.notes.update({ id: one.id, title: "Reworded", content: "Changed" }),
      () => api.notes.update({ id: one.id, title: "One", content: "-" }),
      () => api.notes.update({ id: other.id, state: "archived" }),
      () => api.notes.update({ id: other.id, state: "active" }),
      () => link(one, "contradicts", other),
      () => api.links.delete({ ...ends, relation: "contradicts" }),
      () => api.links.delete({ ...ends, relation: "extends" }),
      () => link(one, "extends", other),
    ];
    for (const step of steps) await later(step);
    expect(await kinds({ since })).toEqual([]);
  });

  it("tells what replaced and what contests a note, and when", async () => {
    const { note, link, later, list } = setUp();
    const [old, newer, newest] = [await note("Old"), await note("Newer"), await note("Newest")];
    const [claim, doubt] = [await note("Claim"), await note("Doubt")];
    await later(() => link(newer, "supersedes", old));
    const replacedAt = await later(() => link(newest, "supersedes", newer));
    const contestedAt = await later(() => link(doubt, "contradicts", claim));
    const { changes } = await list();
    expect(changes.filter(({ kind }) => kind !== "linked")).toEqual([
      aChange("contested", contestedAt, claim, { from: "active", to: "contested", by: [nameOf(doubt)] }),
      aChange("replaced", replacedAt, newer, { from: "active", to: "superseded", by: [nameOf(newest)] }),
      aChange("replaced", replacedAt, old, { from: "active", to: "superseded", by: [nameOf(newest)] }),
    ]);
  });

  it("tells what was settled, set aside and stands again", async () => {
    const { api, note, link, later, list } = setUp();
    const [claim, doubt, old, newer, idle] = [
      await note("Claim"),
      await note("Doubt"),
      await note("Old"),
      await note("Newer"),
      await note("Idle"),
    ];
    await link(doubt, "contradicts", claim);
    await link(newer, "supersedes", old);
    const settledAt = await later(() => api.notes.update({ id: doubt.id, state: "archived" }));
    const again = await later(() =>
      api.links.delete({ source_id: newer.id, target_id: old.id, relation: "supersedes" }),
    );
    const aside = await later(() => api.notes.update({ id: idle.id, state: "archived" }));
    const { changes } = await list();
    expect(changes).toEqual([
      aChange("set_aside", aside, idle, { from: "active", to: "archived" }),
      expect.objectContaining({ kind: "unlinked", relation: "supersedes", other: nameOf(old) }),
      aChange("stands_again", again, old, { from: "superseded", to: "active" }),
      aChange("settled", settledAt, claim, { from: "contested", to: "active" }),
      aChange("set_aside", settledAt, doubt, { from: "active", to: "archived" }),
    ]);
  });

  it("tells links that were made and removed, plain ones on demand", async () => {
    const { api, note, link, later, list, kinds } = setUp();
    const [one, other] = [await note("One"), await note("Other")];
    await link(one, "extends", other);
    const unlinkedAt = await later(() =>
      api.links.delete({ source_id: one.id, target_id: other.id, relation: "extends" }),
    );
    await later(() => link(one, "relates_to", other));
    const linkedAt = await later(() => link(other, "derived_from", one));
    await later(() => link(other, "depends_on", one));
    await later(() => api.links.delete({ source_id: other.id, target_id: one.id, relation: "depends_on" }));
    const { changes, counts } = await list();
    expect(changes).toEqual([
      aChange("linked", linkedAt, other, { relation: "derived_from", other: nameOf(one) }),
      aChange("unlinked", unlinkedAt, one, { relation: "extends", other: nameOf(other) }),
    ]);
    expect(counts).toMatchObject({ linked: 2, unlinked: 1 });
    expect((await list({ kind: "linked" })).changes.map(({ relation }) => relation)).toEqual([
      "derived_from",
      "relates_to",
    ]);
    // Of a time in between, the link that was removed later stands.
    expect(await kinds({ kind: "unlinked", until: START })).toEqual([]);
    expect(
      (await list({ since: linkedAt, until: new Date(Date.parse(linkedAt) + STEP_MS).toISOString() })).changes,
    ).toMatchObject([{ kind: "linked", relation: "depends_on" }]);
  });

  it("tells what needs review now since a time in the period, by its newest cause", async () => {
    const { api, note, link, later, list, now } = setUp();
    const [plan, base, ground] = [await note("Plan"), await note("Base"), await note("Ground")];
    await link(plan, "depends_on", base);
    await link(base, "derived_from", ground);
    await later(() => api.notes.update({ id: ground.id, title: "Another ground" }));
    const since = now();
    const at = await later(() => api.notes.update({ id: base.id, title: "Another base" }));
    const reviews = async (input: object) => (await list({ kind: "needs_review", ...input })).changes;
    const change = aChange("needs_review", at, plan, { by: [{ id: base.id, title: "Another base" }] });
    expect(await reviews({ since })).toEqual([change]);
    expect((await reviews({})).map(({ note: { id }, by }) => [id, by![0]!.id])).toEqual([
      [plan.id, base.id],
      [base.id, ground.id],
    ]);
    await api.reviews.look({ id: plan.id });
    expect(await reviews({ since })).toEqual([]);
  });

  it("neither lists nor counts a review of a note that was written after the period", async () => {
    const { api, note, link, later, list } = setUp();
    const [base, ground] = [await note("Base"), await note("Ground")];
    await link(base, "depends_on", ground);
    const until = await later(() => api.notes.update({ id: ground.id, state: "archived" }));
    await later(async () => link(await note("Late"), "depends_on", base));
    const { changes, counts } = await list({ kind: "needs_review", until });
    expect(changes.map(({ note: { id } }) => id)).toEqual([base.id]);
    expect(counts.needs_review).toBe(1);
    expect((await list({ kind: "needs_review" })).counts.needs_review).toBe(2);
  });

  it("counts what is in the trash, and names nothing of it", async () => {
    const { api, note, link, later, list } = setUp();
    const [trash, other] = [await note("Gone"), await note("Other")];
    await later(() => link(trash, "contradicts", other));
    await later(() => api.notes.update({ id: trash.id, title: "Gone for good" }));
    await later(() => api.notes.delete({ id: trash.id }));
    const answer = await list();
    expect(answer.counts).toMatchObject({ deleted: 1, reworded: 0, contested: 0, linked: 0 });
    expect(answer.changes).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain(trash.id);
    await api.notes.restore({ id: trash.id });
    const answerAfter = await list();
    expect(answerAfter.counts).toMatchObject({ deleted: 0, reworded: 1, contested: 1, linked: 1 });
  });

  it("dates a rewording and another content by themselves, whatever was changed later, in and after the period", async () => {
    const { api, note, later, list } = setUp();
    const { id } = await note("First claim");
    await later(() => api.notes.update({ id, title: "Second claim" }));
    await later(() => api.notes.update({ id, title: "First claim" }));
    const wordedAt = await later(() => api.notes.update({ id, title: "Third claim" }));
    const explainedAt = await later(() => api.notes.update({ id, content: "Because." }));
    for (let index = 0; index < 12; index++)
      await later(() => api.notes.update({ id, title: `third claim${".".repeat(index)}` }));
    const until = await later(() => api.notes.update({ id, importance: 1 }));
    await later(() => api.notes.update({ id, title: "Fourth claim", content: "Else." }));
    const times = async (input: Parameters<typeof list>[0]) =>
      (await list(input)).changes.map(({ kind, at }) => [kind, at]);
    expect(await times({ until })).toEqual([
      ["explained", explainedAt],
      ["reworded", wordedAt],
    ]);
    expect(await times({ since: wordedAt, until })).toEqual([["explained", explainedAt]]);
    expect(await times({ since: explainedAt, until })).toEqual([]);
  });

  it("shows notes and titles as of the later time", async () => {
    const { api, note, later, list } = setUp();
    const { id } = await note("First claim");
    const until = await later(() => api.notes.update({ id, title: "Second claim", note_type: "belief" }));
    await later(() => api.notes.update({ id, title: "Third claim", note_type: "insight" }));
    expect((await list({ until })).changes).toEqual([
      aChange("reworded", until, { id, title: "Second claim" }, { from: "First claim", to: "Second claim" }, "belief"),
    ]);
  });

  it("pages through all changes, each once, in the same order", async () => {
    const { api, note, later, list } = setUp();
    for (let index = 0; index < 7; index++) await later(() => note(`Note ${index}`));
    const { changes } = await list({ limit: 1_000 });
    for (const limit of [1, 3, 7, 8]) {
      const walk: GraphChange[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await api.changes.list({ since: START, limit, ...(cursor && { cursor }) });
        expect(page.changes.length).toBeLessThanOrEqual(limit);
        expect(page.counts.written).toBe(7);
        walk.push(...page.changes);
        cursor = page.next;
      }
      expect(walk).toEqual(changes);
    }
  });

  it("takes a date as the beginning of the day for the earlier time, as its end for the later", async () => {
    const { api, clock, note } = setUp();
    await note("First of March");
    clock.set("2026-03-02T00:00:00.000Z");
    await note("Midnight");
    clock.set("2026-03-03T00:00:00.000Z");
    await note("Third of March");
    const titles = async (since: string, until: string) =>
      (await api.changes.list({ since, until })).changes.map((change) => change.note.title);
    expect(await titles("2026-03-02", "2026-03-02")).toEqual(["Midnight"]);
    expect(await titles("2026-03-01", "2026-03-01")).toEqual(["First of March"]);
    const { since, until, kept_since } = await api.changes.list({ since: "2026-03-03" });
    expect([since, until]).toEqual(["2026-03-02T23:59:59.999Z", "2026-03-03T00:00:00.000Z"]);
    expect(new Date(kept_since).toISOString()).toBe(kept_since);
  });

  it("refuses the future, and a period that ends before it begins", async () => {
    const { list, now } = setUp();
    const tomorrow = "2026-03-02";
    await expect(list({ since: tomorrow })).rejects.toMatchObject({ message: "since must not be in the future." });
    await expect(list({ until: tomorrow })).rejects.toMatchObject({ message: "until must not be in the future." });
    await expect(list({ until: "2026-02-28" })).rejects.toMatchObject({ message: "until must not be before since." });
    expect(await list({ until: now() })).toMatchObject({ changes: [], next: null });
  });
});

function aChange(
  kind: ChangeKind,
  at: string,
  note: { readonly id: string; readonly title: string },
  rest: Partial<GraphChange> = {},
  note_type = "fact",
) {
  return { kind, at, note: { ...nameOf(note), note_type }, ...rest };
}
