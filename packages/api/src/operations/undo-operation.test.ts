import { DAY_MS } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { forgetOldOperations } from "./housekeeping.ts";

async function setUp() {
  const services = testServices();
  const user = testUser(services);
  const [one, other, third] = [
    await user.note("One"),
    await user.note("Other", { content: "More." }),
    await user.note("Third"),
  ];
  const link = await user.link(other, "extends", third);
  const split = () =>
    user.api.operations.split({
      id: other.id,
      parts: [
        { title: "First", content: "-", note_type: "fact", links: [{ target_id: third.id, relation: "extends" }] },
        { title: "Second", content: "-", note_type: "fact" },
      ],
    });
  const merge = () => user.api.operations.merge({ id: one.id, with: [other.id], title: "Both" });
  const undo = (operation: { readonly operation: string }) => user.api.operations.undo({ id: operation.operation });
  const graph = async () => [await user.api.notes.list({}), (await user.api.links.list({})).links];
  return { services, ...user, one, other, third, extending: link, merge, split, undo, graph };
}

describe("undoing", () => {
  it("a merge brings texts, links with their times, and claims back, and says so in the list", async () => {
    const { api, merge, undo, graph, services, one, other, ctx } = await setUp();
    const before = await graph();
    services.clock.advance(60_000);
    const operation = await merge();
    services.clock.advance(60_000);
    const undone = await undo(operation);
    expect(undone).toEqual({
      ...{ id: operation.operation, kind: "merge", at: "2026-03-01T12:01:00.000Z", state: "undone", moved: 1 },
      ...{ note: { id: one.id, title: "One" }, others: [{ id: other.id, title: "Other" }] },
      undo_until: "2026-03-31T12:01:00.000Z",
    });
    expect(await graph()).toEqual(before);
    expect((await api.operations.list({})).operations).toEqual([undone]);
    const { revisions } = await api.notes.history({ id: one.id });
    expect(revisions.map(({ title }) => title)).toEqual(["One", "Both", "One"]);
    expect((await ctx.storage.notes.get(ctx.actor.userId, one.id))?.claimed_at).toBe("2026-03-01T12:00:00.000Z");
    const past = await ctx.storage.links.past(ctx.actor.userId, {});
    expect(past.map(({ source_id, relation }) => [source_id, relation]).toSorted()).toEqual(
      [
        [one.id, "extends"],
        [one.id, "supersedes"],
      ].toSorted(),
    );
    expect(await undo(operation)).toEqual(undone);
    expect(await graph()).toEqual(before);
  });

  it("a merge lets looks of the merged note hold again; of the survivor's claim nobody had looked meanwhile", async () => {
    const { api, merge, undo, note, link, one, other } = await setUp();
    const base = await note("Ground");
    await link(other, "depends_on", base);
    await api.notes.update({ id: base.id, state: "archived" });
    await api.reviews.look({ id: other.id, reason: "It stands by itself." });
    const before = await api.reviews.ofNote({ id: other.id });
    expect(before).toMatchObject({ needs_review: false, causes: [{ looked_at: { reason: "It stands by itself." } }] });
    const operation = await merge();
    expect(await api.reviews.ofNote({ id: one.id })).toMatchObject({
      needs_review: true,
      causes: [{ id: base.id, looked_at: null }],
    });
    expect((await api.reviews.ofNote({ id: other.id })).causes).toEqual([]);
    await undo(operation);
    expect(await api.reviews.ofNote({ id: other.id })).toEqual(before);
    expect((await api.reviews.ofNote({ id: one.id })).causes).toEqual([]);
  });

  it("a split puts the parts into the trash without their links", async () => {
    const { api, split, undo, graph } = await setUp();
    const before = await graph();
    const operation = await split();
    expect((await undo(operation)).others).toEqual([]);
    expect(await graph()).toEqual(before);
    await api.notes.restore({ id: operation.notes[0]!.id });
    expect(await api.links.ofNote({ id: operation.notes[0]!.id })).toMatchObject({ outgoing: [], incoming: [] });
    expect((await api.notes.get({ id: operation.original.id })).state).toBe("active");
  });

  it("publishes each write", async () => {
    const { merge, split, undo, eventsOf } = await setUp();
    const types = async (work: () => Promise<unknown>) => (await eventsOf(work)).map(({ type }) => type);
    const first = await merge();
    expect(await types(() => undo(first))).toEqual(["note_unlinked", "note_linked", "note_unlinked", "note_updated"]);
    const second = await split();
    expect(await types(() => undo(second))).toEqual([
      ...["note_unlinked", "note_linked", "note_unlinked", "note_unlinked"],
      ...["note_deleted", "note_deleted"],
    ]);
  });

  it("goes from the last operation to the first one", async () => {
    const { api, merge, split, undo, graph, one } = await setUp();
    const before = await graph();
    const first = await merge();
    const further = await api.operations.split({
      id: one.id,
      parts: [
        { title: "A", content: "-", note_type: "fact" },
        { title: "B", content: "-", note_type: "fact" },
      ],
    });
    await expect(undo(first)).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This merge cannot be undone. “Both” was part of a later split; undo that first.",
    });
    await undo(further);
    await undo(first);
    expect(await graph()).toEqual(before);
    await undo(await split());
    expect(await graph()).toEqual(before);
  });

  it("leaves a link where it is when its other note was deleted since", async () => {
    const { api, merge, undo, one, other, third } = await setUp();
    const operation = await merge();
    await api.notes.delete({ id: third.id });
    await undo(operation);
    await api.notes.restore({ id: third.id });
    expect((await api.links.ofNote({ id: third.id })).incoming.map(({ source_id }) => source_id)).toEqual([one.id]);
    expect((await api.notes.get({ id: other.id })).state).toBe("active");
  });

  it("brings links back that were removed at the note that took the others in, and keeps new ones there", async () => {
    const { api, merge, undo, one, third, link, graph, extending } = await setUp();
    const operation = await merge();
    await api.links.delete({ source_id: one.id, target_id: third.id, relation: "extends" });
    const own = await link(third, "depends_on", one);
    await undo(operation);
    expect((await graph())[1]).toEqual(expect.arrayContaining([extending, own]));
    expect((await graph())[1]).toHaveLength(2);
  });
});

describe("undoing is refused with what is in the way", () => {
  it("when the note that took others in was edited since, and not when the edit was taken back", async () => {
    const { api, merge, undo, one } = await setUp();
    const operation = await merge();
    await api.notes.update({ id: one.id, importance: 0.9 });
    await expect(undo(operation)).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This merge cannot be undone. “Both” was edited since.",
    });
    await api.notes.update({ id: one.id, importance: 0.5 });
    expect((await undo(operation)).state).toBe("undone");
  });

  it("when a part was edited, or has links of its own", async () => {
    const { api, split, undo, link, third } = await setUp();
    const operation = await split();
    const own = await link(third, "depends_on", operation.notes[0]!);
    const hasLinks = "This split cannot be undone. “First” has links of its own by now.";
    await expect(undo(operation)).rejects.toMatchObject({ code: "CONFLICT", message: hasLinks });
    await api.links.delete(own);
    await api.notes.update({ id: operation.notes[1]!.id, content: "Edited." });
    await expect(undo(operation)).rejects.toThrow("This split cannot be undone. “Second” was edited since.");
  });

  it("when one of its notes was deleted, and the operation is gone once one is purged", async () => {
    const { api, merge, undo, other } = await setUp();
    const operation = await merge();
    await api.notes.delete({ id: other.id });
    expect((await api.operations.list({})).operations[0]).toMatchObject({ note: { title: "Both" }, others: [] });
    await expect(undo(operation)).rejects.toThrow(
      "This merge cannot be undone. One of its notes was deleted since; restore that first.",
    );
    await api.notes.delete({ id: other.id, purge: true });
    await expect(undo(operation)).rejects.toMatchObject({ code: "NOT_FOUND", message: "Operation not found." });
    expect(await api.operations.list({})).toEqual({ operations: [], next: null });
  });

  it("after 30 days, when housekeeping forgets it", async () => {
    const { api, merge, undo, services, one } = await setUp();
    const operation = await merge();
    services.clock.advance(30 * DAY_MS);
    expect((await api.operations.list({})).operations).toHaveLength(1);
    expect(await forgetOldOperations(services)).toBe(0);
    services.clock.advance(1);
    await expect(undo(operation)).rejects.toMatchObject({ code: "NOT_FOUND", message: "Operation not found." });
    expect(await api.operations.list({})).toEqual({ operations: [], next: null });
    expect(await forgetOldOperations(services)).toBe(1);
    expect(await forgetOldOperations(services)).toBe(0);
    expect((await api.notes.get({ id: one.id })).title).toBe("Both");
  });

  it("to another user, and for an unknown or malformed id", async () => {
    const { merge, services, graph } = await setUp();
    const { operation } = await merge();
    const after = await graph();
    const stranger = testUser(services);
    for (const id of [operation, "0195cf6a-7c00-7000-8000-000000000000", "nonsense"])
      await expect(stranger.api.operations.undo({ id })).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: "Operation not found.",
      });
    expect(await stranger.api.operations.list({})).toEqual({ operations: [], next: null });
    expect(await graph()).toEqual(after);
  });
});

it("lists operations newest first, page by page, for 30 days", async () => {
  const { api, note, services } = await setUp();
  const newestFirst: string[] = [];
  for (let index = 0; index < 5; index++) {
    const [one, other] = [await note(`One ${index}`), await note(`Other ${index}`)];
    newestFirst.unshift((await api.operations.merge({ id: one.id, with: [other.id] })).operation);
    services.clock.advance(DAY_MS);
  }
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await api.operations.list({ limit: 2, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.operations.map(({ id }) => id));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(ids).toEqual(newestFirst);
  await expect(api.operations.list({ cursor: "nonsense" })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  await expect(api.operations.list({ limit: 101 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect(api.operations.list({ limit: 100 })).resolves.toBeDefined();
  services.clock.advance(27 * DAY_MS);
  expect((await api.operations.list({})).operations.map(({ id }) => id)).toEqual(newestFirst.slice(0, 3));
});
