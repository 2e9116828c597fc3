import { CHECK_RULES, type CheckNoteInput } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import type { Services } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { LinkJudge } from "../ports/link-judge.ts";
import { RULE_LEVELS } from "./rules.ts";

const NEW_NOTE: Partial<CheckNoteInput> = { note_type: "fact", tags: ["sleep"], importance: 0.5 };

describe("a check", () => {
  it("names the notes with similarity and state, and offers a link", async () => {
    const { note, rulesOf, check } = setUp();
    const { id } = await note("Sleep consolidates memory", { content: "Replayed by night." });
    expect(await check({ title: "Sleep consolidates memory", content: "Replayed by night." })).toEqual([
      {
        rule: "same_claim",
        level: RULE_LEVELS.same_claim,
        message: "“Sleep consolidates memory” says the same.",
        notes: [{ id, title: "Sleep consolidates memory", similarity: expect.closeTo(1, 5), state: "active" }],
        offer: { relation: "supersedes", target_id: id },
      },
    ]);
    expect(await rulesOf("Sleep does not consolidate memory")).toEqual(["says_otherwise"]);
  });

  it("needs a title alone, and takes the body of a create", async () => {
    const { check } = setUp();
    expect(await check({ title: "Owls hunt mice by night" })).toEqual([]);
    expect(await check({ ...NEW_NOTE, title: "Owls hunt mice by night", content: "They hear them." })).toEqual([]);
  });

  it("compares an edited note with the others, not with itself", async () => {
    const { note, check } = setUp();
    const { id } = await note("Sleep consolidates memory");
    expect(await check({ id, title: "Sleep consolidates memory" })).toEqual([]);
    const other = await note("Sleep does not consolidate memory");
    expect(await check({ id, title: "Sleep consolidates memory" })).toMatchObject([{ notes: [{ id: other.id }] }]);
  });

  it("asks nothing about two notes once a link says how they stand", async () => {
    const { note, link, check } = setUp();
    const [older, newer] = [await note("Sleep consolidates memory"), await note("Sleep does not consolidate memory")];
    const edit = { id: newer.id, title: "Sleep does not consolidate memory" };
    expect(await check(edit)).toHaveLength(1);
    await link(newer, "contradicts", older);
    expect(await check(edit)).toEqual([]);
  });

  it("names the head of a note that was replaced", async () => {
    const { note, link, check } = setUp();
    const [old, middle, head] = [
      await note("Tea keeps me awake"),
      await note("Tea does little"),
      await note("Tea calms me"),
    ];
    await link(middle, "supersedes", old);
    await link(head, "supersedes", middle);
    expect(
      await check({ title: "I drink water at night", content: "For tea keeps me awake, as I said before." }),
    ).toEqual([
      expect.objectContaining({
        rule: "rests_on_old",
        message: "“Tea keeps me awake” was replaced by “Tea calms me”.",
        notes: [{ id: old.id, title: "Tea keeps me awake", similarity: expect.any(Number), state: "superseded" }],
        offer: { relation: "relates_to", target_id: head.id },
      }),
    ]);
  });

  it("warns of a note that rests on a replaced one, until it was looked at", async () => {
    const { api, note, link, rulesOf } = setUp();
    const [old, head, plan] = [
      await note("Ada leads us"),
      await note("Grace leads us"),
      await note("Ada gets reviews"),
    ];
    await link(plan, "depends_on", old);
    const content = "That is why ada gets reviews on Mondays.";
    expect(await rulesOf("Mondays are full", content)).toEqual([]);
    await link(head, "supersedes", old);
    expect(await rulesOf("Mondays are full", content)).toEqual(["rests_on_old"]);
    await api.reviews.look({ id: plan.id });
    expect(await rulesOf("Mondays are full", content)).toEqual([]);
  });

  it("counts a span in code points", async () => {
    const { note, link, check } = setUp();
    await link(await note("Tea calms me"), "supersedes", await note("Tea keeps me awake"));
    const content = "🦉🦉 Tea keeps me awake.";
    const [finding] = await check({ title: "I drink water at night", content });
    expect([...content].slice(finding!.span!.start, finding!.span!.end).join("")).toBe("Tea keeps me awake");
  });

  it("lists warnings first, and at most ten findings", async () => {
    const { note, link, check } = setUp();
    const head = await note("Nothing is left of it");
    for (let index = 0; index < 3; index++) {
      await note("I drive a blue Sedan to work");
      await note(`I drive a blue Scooter${index} to work`);
      await link(head, "supersedes", await note(`Old claim${index}`));
      await note(`Red fox${index}`);
    }
    const content = "Old claim0, old claim1, old claim2; red fox0, red fox1, red fox2.";
    const findings = await check({ title: "I drive a blue Sedan to work; it runs well", content });
    expect(findings.length).toBeGreaterThan(7);
    expect(findings.length).toBeLessThanOrEqual(10);
    const levels = findings.map(({ level }) => level);
    expect(levels).toEqual(levels.toSorted().toReversed());
    const order = findings.filter(({ level }) => level === "hint").map(({ rule }) => CHECK_RULES.indexOf(rule));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });

  it("is a 404 for an unknown id alone", async () => {
    const { check } = setUp();
    await expect(check({ id: "no id", title: "Owls hunt mice" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("names no deleted and no foreign note", async () => {
    const { services, api, note, check } = setUp();
    await testUser(services).note("Sleep consolidates memory");
    await api.notes.delete({ id: (await note("Sleep consolidates memory")).id });
    expect(await check({ title: "Sleep consolidates memory" })).toEqual([]);
  });

  it("repeats itself", async () => {
    const { note, check } = setUp();
    for (const title of ["Sleep consolidates memory", "Sleep does not consolidate memory"]) await note(title);
    const input = { title: "Sleep consolidates memory", content: "And sleep consolidates memory." };
    expect(await check(input)).toEqual(await check(input));
  });
});

describe("while the embedder is away", () => {
  it.each(["down", "loading", "busy", "slow", "failing"])("rules by words go on: %s", async (trouble) => {
    const { embedder, note, check } = setUp({ suggestionDeadlineMs: 20 });
    await note("Sleep consolidates memory");
    if (trouble === "down" || trouble === "loading") embedder.setStatus(trouble);
    if (trouble === "busy") embedder.setQueueDelayMs(21);
    if (trouble === "slow") embedder.hold();
    if (trouble === "failing") embedder.failWith(new DomainError("UNAVAILABLE", "Down."));
    expect(await check({ title: "Sleep does not consolidate memory" })).toMatchObject([
      { rule: "says_otherwise", notes: [{ similarity: 0 }] },
    ]);
    embedder.release();
  });
});

describe("a check with a judge", () => {
  it("drops what the judge does not confirm, in one call", async () => {
    const { note, check, requests } = setUpJudge(async () => ({ otherwise: [], doubts: [] }));
    await note("Sleep consolidates memory");
    const draft = { title: "Sleep does not consolidate memory", content: "I read it." };
    expect(await check({ ...draft, judge: true })).toEqual([]);
    expect(await check(draft)).toHaveLength(1);
    expect(requests).toMatchObject([
      {
        note: { title: draft.title, text: draft.content },
        others: [{ title: "Sleep consolidates memory", text: "-" }],
      },
    ]);
  });

  it("keeps what it confirms, and what it is not asked about", async () => {
    const { note, check } = setUpJudge(async () => ({ otherwise: [0], doubts: ["compound"] }));
    await note("Sleep consolidates memory");
    const findings = await check({ title: "Sleep does not consolidate memory", judge: true });
    expect(findings.map(({ rule }) => rule)).toEqual(["says_otherwise"]);
    expect((await check({ title: "Sleep consolidates memory", judge: true })).map(({ rule }) => rule)).toEqual([
      "same_claim",
    ]);
  });

  it("does not ask where there is nothing to confirm", async () => {
    const { check, requests } = setUpJudge(async () => ({ otherwise: [], doubts: [] }));
    await check({ title: "Owls hunt mice by night", judge: true });
    expect(requests).toEqual([]);
  });

  it.each([new DomainError("UNAVAILABLE", "Down."), new DomainError("LIMIT_EXCEEDED", "Too often.")])(
    "leaves the rules alone when it fails: %s",
    async (error) => {
      const { note, check } = setUpJudge(async () => {
        throw error;
      });
      await note("Sleep consolidates memory");
      expect(await check({ title: "Sleep does not consolidate memory", judge: true })).toHaveLength(1);
    },
  );

  it("is given up when nobody waits any more", async () => {
    const caller = new AbortController();
    const { note, on } = setUpJudge(async ({ signal }) => {
      caller.abort();
      signal!.throwIfAborted();
      return { otherwise: [], doubts: [] };
    });
    await note("Sleep consolidates memory");
    const input = { title: "Sleep does not consolidate memory", judge: true };
    await expect(on({ signal: caller.signal }).notes.check(input)).rejects.toMatchObject({
      cause: { name: "AbortError" },
    });
  });
});

type Confirm = NonNullable<LinkJudge["confirm"]>;

function setUpJudge(confirm: Confirm) {
  const requests: Parameters<Confirm>[0][] = [];
  const judge: LinkJudge = {
    id: "test-judge",
    judge: async () => [],
    confirm: async (request) => {
      requests.push(request);
      return await confirm(request);
    },
  };
  return { ...setUp({ judge }), requests };
}

function setUp({ suggestionDeadlineMs = 1_000, judge = null }: Partial<Services> = {}) {
  const services = testServices({ suggestionDeadlineMs, judge });
  const user = testUser(services);
  const check = async (input: Partial<CheckNoteInput> & { readonly title: string }) =>
    (await user.api.notes.check(input)).findings;
  const rulesOf = async (title: string, content?: string) =>
    (await check({ title, ...(content !== undefined && { content }) })).map(({ rule }) => rule);
  return { ...user, services, embedder: services.embedder, check, rulesOf };
}
