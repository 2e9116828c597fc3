import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import type { LinkJudge } from "../ports/link-judge.ts";
import { rememberingJudge } from "./judge-links.ts";

type Request = Parameters<LinkJudge["judge"]>[0];

describe("suggestions with a judge", () => {
  it("carry the proposed relation, and the reason where it is asked for", async () => {
    const { api, judged, note } = setUp(async () => [{ index: 0, relation: "extends", reason: "It goes further." }]);
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
    expect(judged[0]).toMatchObject({
      note: { title: "Owls hunt mice", text: "By night." },
      candidates: [{ title: "Owls hunt mice and voles", text: "In fields." }],
    });
    expect((await api.links.list({})).links).toEqual([]);
  });

  it("ask once for all candidates, and never about more than twenty or much text", async () => {
    const { api, judged, note } = setUp(async () => []);
    const { id } = await note("Owls hunt mice", { content: "mice ".repeat(2_000) });
    for (let index = 0; index < 30; index++) await note(`Owls hunt ${index}`);
    const { suggestions } = await api.notes.suggestions({ id, limit: 50 });
    expect(suggestions).toHaveLength(30);
    expect(judged).toHaveLength(1);
    expect(judged[0]!.candidates).toHaveLength(20);
    expect(judged[0]!.note.text.length).toBeLessThanOrEqual(600);
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

  it("never ask for a note that is being created, or where there is no candidate", async () => {
    const { api, judged, note } = setUp(async () => []);
    const { id } = await note("Owls hunt mice");
    await api.notes.suggestions({ id });
    await note("Owls hunt mice at night");
    expect(judged).toEqual([]);
  });
});

describe("a judge that remembers", () => {
  it("judges the same notes once, and changed ones again", async () => {
    const { api, judged, note } = setUp(async () => [{ index: 0, relation: "extends", reason: "-" }], rememberingJudge);
    const { id } = await note("Owls hunt mice");
    const other = await note("Owls hunt voles");
    for (let time = 0; time < 3; time++) await api.notes.suggestions({ id });
    expect(judged).toHaveLength(1);
    await api.notes.update({ id: other.id, content: "Changed." });
    await api.notes.suggestions({ id });
    expect(judged).toHaveLength(2);
  });

  it("asks again after a failure", async () => {
    const { api, judged, note } = setUp(
      () => Promise.reject(new DomainError("UNAVAILABLE", "Down.")),
      rememberingJudge,
    );
    const { id } = await note("Owls hunt mice");
    await note("Owls hunt voles");
    await api.notes.suggestions({ id });
    await api.notes.suggestions({ id });
    expect(judged).toHaveLength(2);
  });
});

function setUp(answer: LinkJudge["judge"], wrap = (judge: LinkJudge) => judge) {
  const judged: Request[] = [];
  const judge = wrap({
    id: "test-judge",
    judge: async (request) => {
      judged.push(request);
      return await answer(request);
    },
  });
  return { ...testUser(testServices({ judge })), judged };
}
