import { aNoteWrite, createMemoryStorage, testClock, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import type { Storage } from "../ports/storage.ts";

const START = "2026-03-01T12:00:00.000Z";

/** A user whose clock the test moves, and the headers that were set last. */
function setUp(storage: Storage = createMemoryStorage()) {
  const clock = testClock(START);
  const services = testServices({ clock, storage });
  const user = testUser(services);
  const headers = new Map<string, string>();
  const api = user.on({ setHeader: (name, value) => void headers.set(name, value) });
  return { ...user, api, headers, clock, services, now: () => new Date(clock.now()).toISOString() };
}

describe("as_of", () => {
  it("shows notes, states, links and titles as they were", async () => {
    const { api, note, link, clock, now } = setUp();
    const owls = await note("Owls hunt at night", { tags: ["birds"] });
    const bats = await note("Bats hunt at night");
    await link(bats, "contradicts", owls);
    const before = now();
    const graph = await readAll(api, owls.id);
    clock.advance(1_000);
    await api.notes.update({ id: bats.id, title: "Bats hunt at dusk", tags: ["mammals"], importance: 1 });
    await api.notes.update({ id: bats.id, state: "archived" });
    await api.links.delete({ source_id: bats.id, target_id: owls.id, relation: "contradicts" });
    await link(owls, "extends", await note("Late"));
    expect(await readAll(api, owls.id, before)).toEqual(graph);
    expect(graph.list.notes.map(({ state }) => state)).toContain("contested");
    expect(await readAll(api, owls.id, now())).toEqual(await readAll(api, owls.id));
  });

  it("has no note before it was written, and none that is deleted now", async () => {
    const { api, note, clock, now } = setUp();
    const early = await note("Early");
    const time = now();
    clock.advance(1_000);
    const late = await note("Late");
    await expect(api.notes.get({ id: late.id, as_of: time })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.links.ofNote({ id: late.id, as_of: time })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await api.notes.get({ id: early.id, as_of: time })).title).toBe("Early");
    await api.notes.delete({ id: early.id });
    await expect(api.notes.get({ id: early.id, as_of: time })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await api.notes.list({ as_of: time })).notes).toEqual([]);
    await api.notes.restore({ id: early.id });
    expect((await api.notes.list({ as_of: time })).notes).toMatchObject([{ id: early.id }]);
  });

  it("takes a date as the end of that UTC day, or the present if that is earlier", async () => {
    const { api, note, clock } = setUp();
    await note("First of March");
    clock.set("2026-03-02T00:00:00.000Z");
    await note("Second of March");
    const titles = async (as_of: string) => (await api.notes.list({ as_of })).notes.map(({ title }) => title);
    expect(await titles("2026-02-28")).toEqual([]);
    expect(await titles("2026-03-01")).toEqual(["First of March"]);
    expect(await titles("2026-03-02")).toEqual(["Second of March", "First of March"]);
    expect(await titles("2026-03-01T21:00:00+09:00")).toEqual(["First of March"]);
    expect(await titles("2026-03-01T20:59:59.999+09:00")).toEqual([]);
    // As a query decodes a plus.
    expect(await titles("2026-03-01T21:00:00 09:00")).toEqual(["First of March"]);
  });

  it("refuses the future, by a millisecond too", async () => {
    const { api, note, clock } = setUp();
    const { id } = await note("One");
    const later = new Date(clock.now() + 1).toISOString();
    const refusal = { code: "UNPROCESSABLE_CONTENT", message: "as_of must not be in the future." };
    for (const as_of of [later, "2026-03-02", "9999-12-31T23:59:59-12:00"]) {
      await expect(api.notes.list({ as_of })).rejects.toMatchObject(refusal);
      await expect(api.notes.get({ id, as_of })).rejects.toMatchObject(refusal);
      await expect(api.notes.get({ id: "nobody", as_of })).rejects.toMatchObject(refusal);
      await expect(api.links.list({ as_of })).rejects.toMatchObject(refusal);
      await expect(api.links.ofNote({ id, as_of })).rejects.toMatchObject(refusal);
    }
    expect((await api.notes.list({ as_of: "0000-01-01T00:00:00+14:00" })).notes).toEqual([]);
  });

  it.each(["", "yesterday", "2026-3-1", "2026-02-30", "2026-03-01T12:00:00", "2026-03-01 12:00:00Z", "1772366400000"])(
    "refuses %j, which is no such time",
    async (as_of) => {
      const { api } = setUp();
      await expect(api.notes.list({ as_of })).rejects.toMatchObject({ code: "BAD_REQUEST" });
      await expect(api.links.list({ as_of })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  it("refuses reviews", async () => {
    const { api, now } = setUp();
    const as_of = now();
    for (const needs_review of [true, false])
      await expect(api.notes.list({ needs_review, as_of })).rejects.toMatchObject({
        message: "needs_review cannot be combined with as_of: of looks only the last ones are kept.",
      });
  });

  it("tells in a header which time it was, and how many notes have another text now", async () => {
    const storage = { ...createMemoryStorage(), historySince: async () => START };
    const { api, note, headers, clock, now } = setUp(storage);
    const [one, two] = [await note("One"), await note("Two")];
    const time = now();
    const header = async () => {
      headers.clear();
      await api.notes.get({ id: two.id, as_of: time });
      return headers.get("X-As-Of");
    };
    clock.advance(1_000);
    const expectHeader = async (count: number) =>
      expect(await header()).toBe(`${time}; changed=${count}; by-present-text=0`);
    await expectHeader(0);
    await api.notes.update({ id: one.id, importance: 1 });
    await expectHeader(0);
    await api.notes.update({ id: one.id, content: "Another" });
    await expectHeader(1);
    await api.notes.update({ id: one.id, importance: 0 });
    await api.notes.update({ id: (await note("Late")).id, content: "Another" });
    await expectHeader(1);
    await api.notes.delete({ id: one.id });
    await expectHeader(0);
    headers.clear();
    await api.notes.list({});
    expect(headers.has("X-As-Of")).toBe(false);
  });

  it("tells since when removed links are keptSince, for a time before that", async () => {
    const storageSince = (since: string) => ({ ...createMemoryStorage(), historySince: async () => since });
    const headerOf = async (since: string) => {
      const { api, headers } = setUp(storageSince(since));
      await api.links.list({ as_of: START });
      return headers.get("X-As-Of");
    };
    expect(await headerOf("2026-03-01T12:00:00.001Z")).toMatch(/; kept-since=2026-03-01T12:00:00\.001Z$/);
    expect(await headerOf(START)).toBe(`${START}; changed=0; by-present-text=0`);
  });

  it("works archive flags out that revisions do not carry", async () => {
    const memory = createMemoryStorage();
    const { revisionsAt, history } = memory.notes;
    const withoutFlag = <Revision extends object>(revision: Revision) => ({ ...revision, archived: null });
    const notes: Storage["notes"] = {
      ...memory.notes,
      revisionsAt: async (...input) => (await revisionsAt(...input)).map(withoutFlag),
      history: async (userId, id, page) =>
        (await history(userId, id, page)).map((one, index) =>
          page.before === undefined && index === 0 ? one : withoutFlag(one),
        ),
    };
    const { api, note, clock, now } = setUp({ ...memory, notes });
    const { id } = await note("Owls hunt at night");
    const newer = await note("Owls hunt at dusk");
    await api.links.create({ source_id: newer.id, target_id: id, relation: "supersedes" });
    const moments: [time: string, state: string, newerState: string][] = [];
    const step = async (work: () => Promise<unknown>) => {
      clock.advance(1_000);
      await work();
      const [one, other] = [await api.notes.get({ id }), await api.notes.get({ id: newer.id })];
      moments.push([now(), one.state, other.state]);
    };
    for (const state of ["archived", "active"] as const) {
      await step(() => api.notes.update({ id: newer.id, state }));
      for (let round = 0; round < 12; round++)
        await step(() => api.notes.update({ id: newer.id, content: `${state} ${round}` }));
      await step(() => api.notes.update({ id, state }));
    }
    for (const [as_of, state, newerState] of moments) {
      expect((await api.notes.get({ id, as_of })).state).toBe(state);
      expect((await api.notes.get({ id: newer.id, as_of })).state).toBe(newerState);
    }
    expect(new Set(moments.map(([, state]) => state))).toEqual(new Set(["active", "archived", "superseded"]));
  });

  it("looks at 2,000 notes a page when filters leave most out, and goes on from there", async () => {
    const { api, actor, services, clock, now } = setUp();
    await services.storage.notes.insertMany(actor.userId, rareNotes(clock.now(), 2_500));
    const as_of = now();
    const first = await api.notes.list({ tag: ["rare"], limit: 10, as_of });
    expect(first.notes).toEqual([]);
    const second = await api.notes.list({ tag: ["rare"], limit: 10, as_of, cursor: first.next! });
    expect(second.notes.map(({ title }) => title)).toEqual(["Note 0"]);
    expect(second.next).toBeNull();
    const whole = await api.notes.list({ limit: 1_000, as_of });
    expect(whole.notes).toHaveLength(1_000);
  });

  it("ignores what a cursor says of a later time, and refuses one of another list", async () => {
    const { api, note, clock, now } = setUp();
    await note("Early");
    const as_of = now();
    for (const title of ["Late", "Later", "Latest"]) {
      clock.advance(1_000);
      await note(title);
    }
    const { next } = await api.notes.list({ limit: 1 });
    expect((await api.notes.list({ as_of, cursor: next! })).notes).toMatchObject([{ title: "Early" }]);
    for (const cursor of ["nonsense", next!])
      await expect(api.links.list({ as_of, cursor })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
    const { id } = await note("One");
    for (const cursor of ["nonsense", next!])
      await expect(api.links.ofNote({ id, as_of: now(), cursor })).rejects.toMatchObject({
        code: "UNPROCESSABLE_CONTENT",
      });
  });
});

type Api = ReturnType<typeof setUp>["api"];

async function readAll(api: Api, id: string, as_of?: string) {
  const past = as_of === undefined ? {} : { as_of };
  return {
    list: await api.notes.list(past),
    note: await api.notes.get({ id, ...past }),
    links: await api.links.list(past),
    ofNote: await api.links.ofNote({ id, ...past }),
  };
}

/** Returns writes of notes, of which the oldest alone has the tag. */
function rareNotes(time: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const created_at = new Date(time - count + index).toISOString();
    return { ...aNoteWrite({ title: `Note ${index}`, created_at, tags: index === 0 ? ["rare"] : [] }), key: null };
  });
}
