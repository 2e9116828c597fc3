import { LIMITS } from "@knote/contract";
import { testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import type { LinkJudge, ProposedRelation } from "../ports/link-judge.ts";
import { givenGraph } from "./testing/given-graph.ts";

type Request = Parameters<LinkJudge["judge"]>[0];

/** A judge that finds every candidate to extend the note, by the note's title. */
async function setUp(answer?: (request: Request) => Promise<ProposedRelation[]>) {
  const requests: Request[] = [];
  const extendsAll = async ({ note, candidates }: Request) =>
    candidates.map((_, index): ProposedRelation => {
      return { index, relation: "extends", reason: "So.", quote: note.title, confidence: 0.75 };
    });
  const judge: LinkJudge = {
    id: "test-judge",
    judge: async (request) => {
      requests.push(request);
      return await (answer ?? extendsAll)(request);
    },
  };
  return { ...(await givenGraph(judge)), requests };
}

describe("a run of the judge", () => {
  it("keeps what the judge proposes, listed before what rules propose, and makes no link", async () => {
    const { api, all, links, keys, noSleep, sleep, negation } = await setUp();
    expect(await api.proposals.run({ note_ids: [noSleep.id] })).toEqual({
      made: expect.any(Number),
      notes: 1,
      by: "judge:test-judge",
    });
    const proposals = await all();
    expect(proposals.find(({ key }) => key === negation)).toEqual({
      key: negation,
      source: { id: noSleep.id, title: noSleep.title },
      target: { id: sleep.id, title: sleep.title },
      relation: "extends",
      similarity: expect.any(Number),
      confidence: 0.75,
      by: "judge:test-judge",
      evidence: { note_id: noSleep.id, quote: noSleep.title },
      state: "open",
      made_at: "2026-03-01T12:00:00.000Z",
      decided_at: null,
    });
    expect(proposals[0]!.by).toBe("judge:test-judge");
    expect([await links(), await keys("accepted")]).toEqual([[], []]);
  });

  it("asks once about each pair, for short texts of at most ten candidates, and not again while they hold", async () => {
    const { api, requests, note, index, keys, sleep } = await setUp();
    for (let count = 0; count < 15; count++) await note(`Sleep helps in way ${count}`, { content: "z ".repeat(2_000) });
    await index();
    await api.proposals.run({});
    const pairs = requests.flatMap(({ note: { title }, candidates }) =>
      candidates.map((one) => [title, one.title].toSorted().join(" / ")),
    );
    expect(new Set(pairs).size).toBe(pairs.length);
    for (const { note: one, candidates, userId } of requests) {
      expect(candidates.length).toBeLessThanOrEqual(10);
      for (const { text } of [one, ...candidates]) expect(text.length).toBeLessThanOrEqual(600);
      expect(userId).toBeDefined();
    }
    const before = await keys();
    requests.length = 0;
    await api.proposals.run({ note_ids: [sleep.id] });
    const again = requests.flatMap(({ candidates }) => candidates.map(({ title }) => title));
    for (const title of again) expect(pairs).not.toContain([title, sleep.title].toSorted().join(" / "));
    expect((await keys()).length).toBeGreaterThanOrEqual(before.length);
  });

  it("takes the newest 50 notes that stand, those from a time on, or those that are named", async () => {
    const { api, services, note, index, requests, sleep, lead, reviews } = await setUp(async () => []);
    await api.notes.update({ id: reviews.id, state: "archived" });
    for (let count = 0; count < 49; count++) await note(`Sleep helps in way ${count}`);
    services.clock.advance(60_000);
    const newest = await note("Sleep helps at last");
    await index();
    const titles = () => requests.splice(0).map((request) => request.note.title);
    expect(await api.proposals.run({})).toMatchObject({ notes: LIMITS.judgedNotesAtOnce, made: 0 });
    const askedTitles = titles();
    expect(askedTitles).toContain(newest.title);
    for (const one of [reviews, sleep]) expect(askedTitles).not.toContain(one.title);
    expect(await api.proposals.run({ since: "2026-03-01T13:00:30+01:00" })).toMatchObject({ notes: 1 });
    expect(titles()).toEqual([newest.title]);
    expect(await api.proposals.run({ since: "2027-01-01T00:00:00Z" })).toMatchObject({ notes: 0, made: 0 });
    expect(await api.proposals.run({ note_ids: [sleep.id, reviews.id, sleep.id] })).toMatchObject({ notes: 1 });
    expect(titles()).toEqual([sleep.title]);
    expect((await api.proposals.run({ note_ids: [lead.id] })).notes).toBe(1);
  });

  it("refuses unknown notes, more than 50, none, and both ways of choosing", async () => {
    const { services, api, requests, sleep } = await setUp();
    for (const id of ["nobody", "0195cf6a-7c00-7000-8000-000000000000"])
      await expect(api.proposals.run({ note_ids: [sleep.id, id] })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(testUser(services).api.proposals.run({ note_ids: [sleep.id] })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const ids = Array.from({ length: LIMITS.judgedNotesAtOnce }, () => sleep.id);
    const refusals: [object, string][] = [
      [{ note_ids: [...ids, sleep.id] }, "note_ids must have at most 50 entries."],
      [{ note_ids: [] }, "note_ids must not be empty."],
      [{ note_ids: sleep.id }, "note_ids must be an array of strings."],
      [{ since: "yesterday" }, "since must be a time in ISO 8601 with a zone."],
      [{ since: "2026-03-01T12:00:00" }, "since must be a time in ISO 8601 with a zone."],
      [{ note_ids: ids, since: "2026-03-01T12:00:00Z" }, "since and note_ids do not go together."],
    ];
    for (const [input, message] of refusals)
      await expect(api.proposals.run(input)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: expect.stringContaining(message),
      });
    expect(requests).toEqual([]);
    expect((await api.proposals.run({ note_ids: ids })).notes).toBe(1);
  });

  it("drops proposals whose quote stands in neither note, or that are about none", async () => {
    const quotes = ["Sleep does not", "made up"];
    const { api, keys, sleep, negation, noSleep } = await setUp(async ({ candidates }) =>
      [...candidates.keys(), 99].map((index) => {
        return { index, relation: "extends", reason: "-", quote: quotes[index] ?? "made up", confidence: 1 };
      }),
    );
    expect(await api.proposals.run({ note_ids: [sleep.id] })).toMatchObject({ made: 1 });
    expect(await keys()).toContain(negation);
    expect((await api.proposals.list({ by: "judge:test-judge" })).proposals).toMatchObject([
      { evidence: { note_id: noSleep.id, quote: "Sleep does not" }, source: { id: sleep.id } },
    ]);
  });

  it("leaves dismissed pairs alone", async () => {
    const { api, decide, requests, sleep, noSleep, negation } = await setUp();
    await decide(negation, "dismiss");
    await api.proposals.run({ note_ids: [sleep.id] });
    expect(requests.flatMap(({ candidates }) => candidates.map(({ title }) => title))).not.toContain(noSleep.title);
  });

  it("is unavailable without a judge", async () => {
    const { api } = await givenGraph();
    await expect(api.proposals.run({})).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message: "No model is configured that judges links.",
    });
  });

  it.each(["UNAVAILABLE", "PROVIDER_FAILED", "LIMIT_EXCEEDED"] as const)(
    "fails as the judge does when nothing was judged, else keeps what was: %s",
    async (code) => {
      let leftCount = 0;
      const { api, keys, negation, noSleep, sleep, lead, reviews } = await setUp(async ({ note }) => {
        if (leftCount-- <= 0) throw new DomainError(code, "No.");
        return [{ index: 0, relation: "extends", reason: "-", quote: note.title, confidence: 1 }];
      });
      await expect(api.proposals.run({})).rejects.toMatchObject({ cause: { code } });
      expect((await api.proposals.list({ by: "judge:test-judge" })).proposals).toEqual([]);
      leftCount = 1;
      const note_ids = [noSleep.id, sleep.id, lead.id, reviews.id];
      expect(await api.proposals.run({ note_ids })).toMatchObject({ made: 1 });
      expect([(await api.proposals.list({ by: "judge:test-judge" })).proposals.length, await keys()]).toEqual([
        1,
        expect.arrayContaining([negation]),
      ]);
    },
  );

  it("throws what is no refusal of the judge", async () => {
    const { api } = await setUp(async () => {
      throw new TypeError("A bug.");
    });
    await expect(api.proposals.run({})).rejects.toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
  });
});
