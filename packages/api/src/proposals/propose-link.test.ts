import { LIMITS } from "@knote/contract";
import { testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { givenGraph, keyOf } from "./testing/given-graph.ts";

async function setUp() {
  const graph = await givenGraph();
  const { api, lead, sleep } = graph;
  const propose = (fields: object = {}) =>
    api.proposals.propose({ source_id: lead.id, target_id: sleep.id, relation: "extends", by: "librarian", ...fields });
  return { ...graph, propose, key: keyOf(lead, sleep) };
}

describe("an agent's proposal", () => {
  it("is listed before those of rules, with its evidence, and makes no link", async () => {
    const { propose, api, links, lead, sleep, key } = await setUp();
    const proposal = await propose({ quote: " team lead " });
    expect(proposal).toEqual({
      key,
      source: { id: lead.id, title: lead.title },
      target: { id: sleep.id, title: sleep.title },
      relation: "extends",
      similarity: expect.any(Number),
      confidence: null,
      by: "agent:librarian",
      evidence: { note_id: lead.id, quote: "team lead" },
      state: "open",
      made_at: "2026-03-01T12:00:00.000Z",
      decided_at: null,
    });
    expect((await api.proposals.list({})).proposals[0]).toEqual(proposal);
    expect((await api.proposals.list({ limit: 1 })).proposals).toEqual([proposal]);
    expect(await links()).toEqual([]);
  });

  it("goes either way, and is accepted and reopened as it was made", async () => {
    const { propose, api, decide, links, keys, all, lead, sleep, key } = await setUp();
    const proposal = await propose({ source_id: sleep.id, target_id: lead.id, by: "agent:me" });
    expect([proposal.key, proposal.by, proposal.source.id]).toEqual([key, "agent:me", sleep.id]);
    expect(await decide(key, "accept")).toEqual({ key, status: "linked" });
    expect(await links()).toEqual([`${sleep.id} extends ${lead.id}`]);
    expect(await all({ by: "agent:me", state: "accepted" })).toHaveLength(1);
    expect(await keys()).not.toContain(key);
    expect(await decide(key, "reopen")).toEqual({ key, status: "open" });
    expect([await links(), (await api.proposals.list({})).proposals[0]]).toEqual([[], proposal]);
  });

  it("takes the place of what a rule or another agent proposes for the pair", async () => {
    const { api, propose, all, noSleep, sleep, negation } = await setUp();
    const ends = { source_id: noSleep.id, target_id: sleep.id };
    await propose({ ...ends, by: "one" });
    await propose({ ...ends, by: "two", relation: "depends_on" });
    const ofPair = (await all()).filter(({ key }) => key === negation);
    expect(ofPair).toMatchObject([{ by: "agent:two", relation: "depends_on" }]);
    expect((await api.proposals.list({ by: "rule:negation" })).proposals).toEqual([]);
  });

  it("ends when either text changes, when the notes are linked, and when one does not stand", async () => {
    const { api, propose, keys, link, note, lead, sleep, key } = await setUp();
    await propose();
    await api.notes.update({ id: sleep.id, content: "Other words." });
    expect(await keys()).not.toContain(key);
    await propose();
    expect(await keys()).toContain(key);
    const newLink = await link(sleep, "relates_to", lead);
    expect(await keys()).not.toContain(key);
    await api.links.delete(newLink);
    expect(await keys()).toContain(key);
    await link(await note("Newer"), "supersedes", sleep);
    expect(await keys()).not.toContain(key);
  });

  it("is refused for notes that are linked, dismissed, or do not stand", async () => {
    const { api, propose, link, note, decide, keys, lead, sleep, key } = await setUp();
    const expectRefusal = (message: string) =>
      expect(propose({ relation: "depends_on" })).rejects.toMatchObject({ code: "CONFLICT", message });
    const newLink = await link(sleep, "relates_to", lead);
    await expectRefusal("The two notes are linked already.");
    await api.links.delete(newLink);
    await decide(key, "dismiss");
    await expectRefusal("A link between the two notes was dismissed.");
    await decide(key, "reopen");
    await api.looks.add({ looks: [{ key: `near ${lead.id} ${sleep.id}` }] });
    await expectRefusal("A link between the two notes was dismissed.");
    await api.looks.remove({ key: `near ${lead.id} ${sleep.id}` });
    await api.notes.update({ id: sleep.id, state: "archived" });
    await expectRefusal("One of the two notes is archived or superseded.");
    await api.notes.update({ id: sleep.id, state: "active" });
    await link(await note("Newer"), "supersedes", lead);
    await expectRefusal("One of the two notes is archived or superseded.");
    expect(await keys()).not.toContain(key);
  });

  it("is not found for notes that the caller does not have", async () => {
    const { services, propose, lead, sleep, keys, key } = await setUp();
    await expect(propose({ target_id: "nobody", quote: "of nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const grace = testUser(services);
    const own = await grace.note("Own");
    for (const [source_id, target_id] of [
      [own.id, sleep.id],
      [lead.id, own.id],
      [lead.id, sleep.id],
    ] as const)
      await expect(
        grace.api.proposals.propose({ source_id, target_id, relation: "extends", by: "me" }),
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await keys()).not.toContain(key);
  });

  it("has fields within bounds, and quotes one of the two notes", async () => {
    const { api, propose, keys, lead, key } = await setUp();
    await expect(propose({ quote: "sleep consolidates" })).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
      message: "quote must be words of one of the two notes.",
    });
    const refusals: [object, string][] = [
      [{ target_id: lead.id }, "A note cannot be linked to itself."],
      [{ by: "" }, "by must not be empty."],
      [{ by: "x".repeat(LIMITS.proposerLength + 1) }, "by must have at most 40 characters."],
      [{ by: undefined }, "by is required."],
      [{ quote: "" }, "quote must not be empty."],
      [{ quote: "x".repeat(LIMITS.quoteLength + 1) }, "quote must have at most 500 characters."],
    ];
    for (const [fields, message] of refusals)
      await expect(propose(fields)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: expect.stringContaining(message),
      });
    expect(await keys()).not.toContain(key);
    const quote = "x".repeat(LIMITS.quoteLength);
    await api.notes.update({ id: lead.id, content: `${quote}x` });
    expect(await propose({ by: "x".repeat(LIMITS.proposerLength), quote })).toMatchObject({
      evidence: { note_id: lead.id, quote },
    });
  });

  it("is made while the embedder is down, without a similarity", async () => {
    const { services, propose } = await setUp();
    services.embedder.setStatus("down");
    expect((await propose()).similarity).toBe(0);
  });
});
