import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import type { LinkJudge } from "../ports/link-judge.ts";
import type { RateLimits } from "../ports/rate-limits.ts";
import { rememberingJudge } from "./judge-links.ts";
import { limitedJudge } from "./limited-judge.ts";

type Request = Parameters<LinkJudge["judge"]>[0];

const EVIDENCE = { quote: "mice", confidence: 0.7 };

describe("suggestions with a judge", () => {
  it("carry the proposed relation, and the reason on request", async () => {
    const { api, requests, note } = setUp(async () => [
      { index: 0, relation: "extends", reason: "It goes further.", ...EVIDENCE },
    ]);
    const { id } = await note("Owls hunt mice", { content: "By night." });
    const other = await note("Owls hunt mice and voles", { content: "In fields." });
    const plain = (await api.notes.suggestions({ id })).suggestions;
    expect(plain).toEqual([
      {
        target_id: other.id,
        target_title: "Owls hunt mice and voles",
        relation: "extends",
        similarity: expect.any(Number),
      },
    ]);
    expect((await api.notes.suggestions({ id, reasons: true })).suggestions[0]?.reason).toBe("It goes further.");
    expect(requests[0]).toMatchObject({
      note: { title: "Owls hunt mice", text: "By night." },
      candidates: [{ title: "Owls hunt mice and voles", text: "In fields." }],
    });
    expect((await api.links.list({})).links).toEqual([]);
  });

  it("ask once for all candidates, with at most twenty of them and short texts", async () => {
    const { api, requests, note } = setUp(async () => []);
    const { id } = await note("Owls hunt mice", { content: "mice ".repeat(2_000) });
    for (let index = 0; index < 30; index++) await note(`Owls hunt ${index}`);
    const { suggestions } = await api.notes.suggestions({ id, limit: 50 });
    expect(suggestions).toHaveLength(30);
    expect(requests).toHaveLength(1);
    expect(requests[0]!.candidates).toHaveLength(20);
    expect(requests[0]!.note.text.length).toBeLessThanOrEqual(600);
    expect(new Set(suggestions.map((one) => one.relation))).toEqual(new Set(["relates_to"]));
  });

  it.each([new DomainError("UNAVAILABLE", "Down."), new DomainError("PROVIDER_FAILED", "Broken.")])(
    "come without when it fails: %s",
    async (error) => {
      const { api, note } = setUp(async () => {
        throw error;
      });
      const { id } = await note("Owls hunt mice");
      await note("Owls hunt voles");
      expect((await api.notes.suggestions({ id, reasons: true })).suggestions).toMatchObject([
        { relation: "relates_to" },
      ]);
    },
  );

  it("are given up when nobody waits for them any more", async () => {
    const caller = new AbortController();
    const { on, note } = setUp(async ({ signal }) => {
      caller.abort();
      signal!.throwIfAborted();
      return [];
    });
    const { id } = await note("Owls hunt mice");
    await note("Owls hunt voles");
    await expect(on({ signal: caller.signal }).notes.suggestions({ id })).rejects.toMatchObject({
      cause: { name: "AbortError" },
    });
  });

  it("never ask for a note that is being created, or where there is no candidate", async () => {
    const { api, requests, note } = setUp(async () => []);
    const { id } = await note("Owls hunt mice");
    await api.notes.suggestions({ id });
    await note("Owls hunt mice at night");
    expect(requests).toEqual([]);
  });
});

describe("a judge that remembers", () => {
  it("judges the same notes once, and changed ones again", async () => {
    const { api, requests, note } = setUp(
      async () => [{ index: 0, relation: "extends", reason: "-", ...EVIDENCE }],
      rememberingJudge,
    );
    const { id } = await note("Owls hunt mice");
    const other = await note("Owls hunt voles");
    for (let time = 0; time < 3; time++) await api.notes.suggestions({ id });
    expect(requests).toHaveLength(1);
    await api.notes.update({ id: other.id, content: "Changed." });
    await api.notes.suggestions({ id });
    expect(requests).toHaveLength(2);
  });

  it("asks again after a failure", async () => {
    const { api, requests, note } = setUp(
      () => Promise.reject(new DomainError("UNAVAILABLE", "Down.")),
      rememberingJudge,
    );
    const { id } = await note("Owls hunt mice");
    await note("Owls hunt voles");
    await api.notes.suggestions({ id });
    await api.notes.suggestions({ id });
    expect(requests).toHaveLength(2);
  });
});

describe("a judge of doubts", () => {
  const request = { note: { title: "Owls", text: "-" }, others: [], doubts: ["compound"] as const };
  const setUpConfirm = (limits: RateLimits) => {
    const users: string[] = [];
    const judge: LinkJudge = {
      id: "test-judge",
      judge: async () => [],
      confirm: async ({ userId, doubts }) => (users.push(userId!), { otherwise: [], doubts }),
    };
    return { judge: rememberingJudge(limitedJudge(judge, limits)), users };
  };

  it("remembers its answers for the asking user only, until it forgets them", async () => {
    const { judge, users } = setUpConfirm({ take: async () => null });
    for (const userId of ["ada", "grace", "ada"]) await judge.confirm!({ ...request, userId });
    expect(users).toEqual(["ada", "grace"]);
    await judge.confirm!({ ...request, doubts: [], userId: "ada" });
    judge.forget!();
    await judge.confirm!({ ...request, userId: "ada" });
    expect(users).toEqual(["ada", "grace", "ada", "ada"]);
  });

  it("is limited like one of links, by the same count", async () => {
    const names: string[] = [];
    const { judge, users } = setUpConfirm({ take: async ({ name }) => (names.push(name), 1_500) });
    await expect(judge.confirm!({ ...request, userId: "ada" })).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      retryAfterSeconds: 2,
    });
    expect([names, users]).toEqual([["judge-calls"], []]);
  });

  it("is none where the judge only compares", () => {
    const judge: LinkJudge = { id: "test-judge", judge: async () => [] };
    const judgeWithLimit = rememberingJudge(limitedJudge(judge, { take: async () => null }));
    expect(judgeWithLimit).not.toHaveProperty("confirm");
  });
});

describe("a judge with a limit", () => {
  function withLimit(limit: number) {
    const takenPoints: string[] = [];
    const limits: RateLimits = {
      take: async ({ name, points, seconds }, key) => {
        takenPoints.push(`${name} ${points} ${seconds} ${key}`);
        return takenPoints.length > limit ? 1_500 : null;
      },
    };
    const parts = setUp(
      async () => [{ index: 0, relation: "extends", reason: "-", ...EVIDENCE }],
      (judge) => rememberingJudge(limitedJudge(judge, limits)),
    );
    return { ...parts, takenPoints };
  }

  it("answers each user a limited number of times an hour; then suggestions come without its relations", async () => {
    const { api, requests, note, takenPoints, actor } = withLimit(1);
    const { id } = await note("Owls hunt mice");
    const other = await note("Owls hunt voles");
    const relations = async (of: string) =>
      (await api.notes.suggestions({ id: of })).suggestions.map(({ relation }) => relation);
    expect(await relations(id)).toEqual(["extends"]);
    expect(await relations(other.id)).toEqual(["relates_to"]);
    expect(requests).toHaveLength(1);
    expect(takenPoints).toEqual(Array(2).fill(`judge-calls 100 3600 ${actor.userId}`));
  });

  it("does not count answers from the cache", async () => {
    const { api, note, takenPoints } = withLimit(1);
    const { id } = await note("Owls hunt mice");
    await note("Owls hunt voles");
    for (let time = 0; time < 3; time++) {
      expect((await api.notes.suggestions({ id })).suggestions).toMatchObject([{ relation: "extends" }]);
    }
    expect(takenPoints).toHaveLength(1);
  });

  it("remembers answers for the asking user only", async () => {
    const askingUsers: string[] = [];
    const judge = rememberingJudge({
      id: "test-judge",
      judge: async ({ userId }) => (askingUsers.push(userId!), []),
    });
    const request = { note: { title: "Owls", text: "-" }, candidates: [{ title: "Mice", text: "-" }] };
    for (const userId of ["ada", "grace", "ada"]) await judge.judge({ ...request, userId });
    expect(askingUsers).toEqual(["ada", "grace"]);
  });
});

function setUp(answer: LinkJudge["judge"], wrap = (judge: LinkJudge) => judge) {
  const requests: Request[] = [];
  const judge = wrap({
    id: "test-judge",
    judge: async (request) => {
      requests.push(request);
      return await answer(request);
    },
  });
  return { ...testUser(testServices({ judge })), requests };
}
