import type { LinkJudge, Services } from "@knote/api";
import { LIMITS } from "@knote/contract";
import { freshUserId, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { onEveryEngine } from "../testing/on-every-engine.ts";
import { startApp } from "../testing/start-app.ts";

const LIST = "GET /api/graph/proposals";
const DECIDE = "POST /api/graph/proposals/decisions";
const RUN = "POST /api/graph/proposals/run";
const JUDGE: LinkJudge = {
  id: "test-judge",
  judge: async ({ note }) => [{ index: 0, relation: "extends", reason: "-", quote: note.title, confidence: 0.5 }],
};

async function setUp(services: Services, judge: LinkJudge | null = null) {
  const app = await startApp({ services: { ...services, judge } });
  const ada = await app.user(freshUserId());
  const sleep = await ada.note("Sleep consolidates memory");
  const noSleep = await ada.note("Sleep does not consolidate memory");
  const decide = (decision: string, headers: Record<string, string> = {}, fields: object = {}) =>
    ada.send(DECIDE, { json: { decisions: [{ key: `${noSleep}~${sleep}`, decision, ...fields }] }, headers });
  const links = async () => (await ada.send("GET /api/graph/links")).body.links;
  return { app, ada, sleep, noSleep, key: `${noSleep}~${sleep}`, decide, links };
}

onEveryEngine((servicesOf) => {
  describe("proposals", () => {
    it("are the same on every engine, through every decision, and accept and reopen leave the graph as it was", async () => {
      const { app, ada, sleep, noSleep, key, decide, links } = await setUp(servicesOf());
      await using _ = app;
      const { status, body } = await ada.send(LIST);
      expect(status).toBe(200);
      expect(body).toEqual({
        proposals: [
          {
            key,
            source: { id: noSleep, title: "Sleep does not consolidate memory" },
            target: { id: sleep, title: "Sleep consolidates memory" },
            relation: "contradicts",
            similarity: expect.any(Number),
            confidence: null,
            by: "rule:negation",
            evidence: { note_id: noSleep, quote: "Sleep does not consolidate memory" },
            state: "open",
            made_at: expect.any(String),
            decided_at: null,
          },
        ],
        next: null,
      });
      for (const [decision, result, state, fields] of [
        ["accept", "linked", "accepted", {}],
        ["retype", "linked", "retyped", { relation: "extends" }],
        ["dismiss", "dismissed", "dismissed", {}],
      ] as const) {
        expect((await decide(decision, {}, fields)).body).toEqual({ results: [{ key, status: result }] });
        expect((await links()).length).toBe(result === "linked" ? 1 : 0);
        expect((await ada.send(LIST)).body.proposals).toEqual([]);
        const { proposals } = (await ada.send(`${LIST}?state=${state}`)).body;
        expect(proposals).toEqual([{ ...body.proposals[0], state, decided_at: expect.any(String) }]);
        expect((await ada.send("GET /api/graph/proposals/precision")).body.by).toMatchObject([
          { by: "rule:negation", relation: "contradicts", made: 1, [state]: 1 },
        ]);
        expect((await decide("reopen")).body).toEqual({ results: [{ key, status: "open" }] });
        expect([await links(), (await ada.send(LIST)).body]).toEqual([[], body]);
      }
    });

    it("make one link and one event, however many requests accept one at the same time", async () => {
      const services = servicesOf();
      const { app, ada, key, decide, links } = await setUp(services);
      await using _ = app;
      // Another process on the same storage.
      await using other = await startApp({ services: servicesOf() });
      const adaThere = await other.user(ada.userId);
      const again = adaThere.send(DECIDE, { json: { decisions: [{ key, decision: "accept" }] } });
      const results = await Promise.all([decide("accept"), again, decide("accept"), decide("accept")]);
      const statuses = results.map(({ body }) => body.results[0].status);
      expect(statuses.toSorted()).toEqual(["exists", "exists", "exists", "linked"]);
      expect(await links()).toHaveLength(1);
      expect((await ada.events()).filter((type) => type === "note_linked")).toHaveLength(1);
      expect((await decide("reopen")).body.results[0].status).toBe("open");
      expect(await links()).toEqual([]);
    });

    it("are decided once under an idempotency key", async () => {
      const { app, ada, decide, links, key } = await setUp(servicesOf());
      await using _ = app;
      const headers = { "Idempotency-Key": freshUserId() };
      const first = await decide("accept", headers);
      const second = await decide("accept", headers);
      expect(second.text).toBe(first.text);
      expect([first, second].map((one) => one.headers["idempotency-replayed"])).toEqual([undefined, "true"]);
      expect((await decide("dismiss", headers)).status).toBe(409);
      expect([(await links()).length, first.body.results[0]]).toEqual([1, { key, status: "linked" }]);
      expect((await ada.send(`${LIST}?state=dismissed`)).body.proposals).toEqual([]);
    });

    it("of agents and judges are kept, and none is another user's", async () => {
      const { app, ada, sleep, noSleep, key, decide, links } = await setUp(servicesOf(), JUDGE);
      await using _ = app;
      const json = { source_id: sleep, target_id: noSleep, relation: "depends_on", by: "librarian" };
      const answer = await ada.send("POST /api/graph/proposals", { json });
      expect([answer.status, answer.body.by, answer.body.key]).toEqual([201, "agent:librarian", key]);
      expect((await ada.send(LIST)).body.proposals).toEqual([answer.body]);
      const grace = await app.user(freshUserId());
      expect((await grace.send(LIST)).body).toEqual({ proposals: [], next: null });
      expect((await grace.send("POST /api/graph/proposals", { json })).status).toBe(404);
      expect((await grace.send(RUN, { json: { note_ids: [sleep] } })).status).toBe(404);
      await decide("dismiss");
      expect((await ada.send("POST /api/graph/proposals", { json })).status).toBe(409);
      await decide("reopen");
      expect((await ada.send(LIST)).body.proposals).toEqual([answer.body]);
      await ada.send(`PUT /api/workspace/notes/${sleep}`, { json: { content: "Other words." } });
      const run = await ada.send(RUN, { json: {} });
      expect([run.status, run.body]).toEqual([200, { made: 1, notes: 2, by: "judge:test-judge" }]);
      expect((await ada.send(LIST)).body.proposals).toMatchObject([{ key, by: "judge:test-judge", confidence: 0.5 }]);
      expect(await links()).toEqual([]);
    });
  });
});

describe("a run of the judge", () => {
  it("is 503 without one, and needs the scope to write", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const refusal = await ada.send(RUN, { json: {} });
    expect(refusal).toMatchObject({ status: 503, body: { detail: "No model is configured that judges links." } });
    expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
    const reader = await app.user("reader", { scope: "notes:read" });
    for (const [request, json] of [
      [RUN, {}],
      [DECIDE, { decisions: [] }],
      ["POST /api/graph/proposals", {}],
    ] as const)
      expect((await reader.send(request, { json })).status).toBe(403);
    for (const path of ["", "/precision"]) expect((await reader.send(`${LIST}${path}`)).status).toBe(200);
  });

  it("is allowed ten times a minute to each user, on either door; a refused body does not count", async () => {
    const { app, ada } = await setUp(testServices(), JUDGE);
    await using _ = app;
    for (let call = 0; call < 3; call++) expect((await ada.send(RUN, { json: { note_ids: 1 } })).status).toBe(422);
    for (let call = 1; call < LIMITS.judgeRunsPerMinute; call++)
      expect((await ada.send(RUN, { json: {} })).status).toBe(200);
    expect((await ada.send("POST /trpc/proposals.run", { json: {} })).status).toBe(200);
    const refusal = await ada.send(RUN, { json: {} });
    expect(refusal).toMatchObject({
      status: 429,
      body: { detail: "At most 10 such requests a minute; try again later." },
    });
    expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refusal.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect((await ada.send("POST /trpc/proposals.run", { json: {} })).status).toBe(429);
    expect((await ada.send(LIST)).status).toBe(200);
    const grace = await app.user("grace");
    expect((await grace.send(RUN, { json: {} })).status).toBe(200);
    const batch = Object.fromEntries(Array.from({ length: 10 }, (_one, index) => [index, {}]));
    const path = Array.from({ length: 10 }, () => "proposals.run").join(",");
    expect((await grace.send(`POST /trpc/${path}?batch=1`, { json: batch })).status).toBe(429);
  });
});
