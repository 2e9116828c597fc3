import { RELATIONS } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const NOON = "2026-03-01T12:00:00.000Z";

describe("linking two notes", () => {
  it.each(RELATIONS)("returns the documented fields: %s", async (relation) => {
    const { owls, bats, link } = await setUp();
    expect(await link(owls, relation, bats)).toEqual({
      source_id: owls.id,
      target_id: bats.id,
      relation,
      created_at: NOON,
    });
  });

  it.each(RELATIONS)("publishes note_linked with both titles, and nothing else: %s", async (relation) => {
    const { owls, bats, link, eventsOf } = await setUp();
    expect(await eventsOf(() => link(owls, relation, bats))).toEqual([
      { type: "note_linked", data: { source: "Owls hunt", target: "Bats hunt", relation }, timestamp: NOON },
    ]);
  });

  it("lets two notes be linked by each relation, and by directed ones both ways", async () => {
    const { api, owls, bats, link } = await setUp();
    for (const relation of RELATIONS) await link(owls, relation, bats);
    for (const relation of ["extends", "contradicts", "depends_on", "derived_from"] as const)
      await link(bats, relation, owls);
    expect((await api.links.list({})).links).toHaveLength(10);
  });

  it("links an archived note as well", async () => {
    const { api, owls, bats, link } = await setUp();
    await api.notes.update({ id: bats.id, state: "archived" });
    await link(owls, "relates_to", bats);
    expect((await api.links.ofNote({ id: bats.id })).incoming).toHaveLength(1);
  });

  it("leaves the notes themselves unchanged", async () => {
    const { api, owls, bats, link } = await setUp();
    const before = await api.notes.get({ id: owls.id });
    await link(owls, "extends", bats);
    expect(await api.notes.get({ id: owls.id })).toEqual(before);
  });
});

describe("a link that is refused", () => {
  it.each(RELATIONS)("is one that exists: %s", async (relation) => {
    const { api, owls, bats, link, eventsOf } = await setUp();
    await link(owls, relation, bats);
    const events = await eventsOf(() => expect(link(owls, relation, bats)).rejects.toMatchObject({ code: "CONFLICT" }));
    expect(events).toEqual([]);
    expect((await api.links.list({})).links).toHaveLength(1);
  });

  it("is a reversed relates_to, as it goes both ways", async () => {
    const { owls, bats, link, eventsOf } = await setUp();
    await link(owls, "relates_to", bats);
    const events = await eventsOf(() =>
      expect(link(bats, "relates_to", owls)).rejects.toMatchObject({ code: "CONFLICT" }),
    );
    expect(events).toEqual([]);
  });

  it("is one of a note with itself, known or not", async () => {
    const { owls, link, eventsOf } = await setUp();
    const events = await eventsOf(async () => {
      await expect(link(owls, "relates_to", owls)).rejects.toMatchObject({ code: "BAD_REQUEST" });
      await expect(link({ id: "nobody" }, "extends", { id: "nobody" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    });
    expect(events).toEqual([]);
  });

  it("has an end that is unknown, malformed, deleted or another user's", async () => {
    const { services, api, owls, bats, link, eventsOf } = await setUp();
    const theirs = await testUser(services).note("Theirs");
    await api.notes.delete({ id: bats.id });
    const events = await eventsOf(async () => {
      for (const id of ["0195cf6a-7c00-7000-8000-000000000000", "nonsense", "", bats.id, theirs.id]) {
        await expect(link(owls, "extends", { id })).rejects.toMatchObject({
          code: "NOT_FOUND",
          message: "Note not found.",
        });
        await expect(link({ id }, "supersedes", owls)).rejects.toMatchObject({
          code: "NOT_FOUND",
          message: "Note not found.",
        });
      }
    });
    expect(events).toEqual([]);
  });

  it("accepts only one of many that are posted at once", async () => {
    const { api, owls, bats, link } = await setUp();
    const both = Array.from({ length: 10 }, (_, index) =>
      index % 2 ? link(owls, "relates_to", bats) : link(bats, "relates_to", owls),
    );
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect((await api.links.list({})).links).toHaveLength(1);
  });
});

describe("linking under an idempotency key", () => {
  it.each(["extends", "supersedes", "relates_to"] as const)(
    "returns the %s link that a crashed run made",
    async (relation) => {
      const { clock, api, on, owls, bats, link } = await setUp();
      const createdLink = await link(owls, relation, bats);
      clock.advance(60_000);
      const rerun = on({ idempotency: { id: "0195cf6a-7c00-7000-8000-000000000001", rerun: true } });
      expect(await rerun.links.create({ source_id: owls.id, target_id: bats.id, relation })).toEqual(createdLink);
      expect((await api.links.list({})).links).toEqual([createdLink]);
    },
  );

  it("creates the link when the crashed run had not", async () => {
    const { on, owls, bats, eventsOf } = await setUp();
    const rerun = on({ idempotency: { id: "0195cf6a-7c00-7000-8000-000000000001", rerun: true } });
    const events = await eventsOf(() =>
      rerun.links.create({ source_id: owls.id, target_id: bats.id, relation: "extends" }),
    );
    expect(events.map((event) => event.type)).toEqual(["note_linked"]);
  });

  it("is 409 for an existing link on a first run", async () => {
    const { on, owls, bats, link } = await setUp();
    await link(owls, "extends", bats);
    const first = on({ idempotency: { id: "0195cf6a-7c00-7000-8000-000000000001", rerun: false } });
    await expect(
      first.links.create({ source_id: owls.id, target_id: bats.id, relation: "extends" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

async function setUp() {
  const services = testServices();
  const user = testUser(services);
  return {
    services,
    clock: services.clock,
    ...user,
    owls: await user.note("Owls hunt"),
    bats: await user.note("Bats hunt"),
  };
}
