import type { NamedNote, NoteReview, Relation, Review, TendedNote } from "@knote/contract";
import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import type { Client } from "../../remote/trpc.ts";
import {
  type Card,
  type NearCard,
  type CardDecision,
  openCards,
  type ReviewCard,
  type SuggestionCard,
} from "./cards.ts";
import { choicesOf, endsOf, relink } from "./choices.ts";
import { createDecisions, type LinkEnds } from "./decisions.ts";
import { evidenceParts } from "./evidence-parts.ts";
import { proposerWords } from "./proposer-words.ts";
import { relationGroups } from "./relation-groups.ts";

const note = (id: string): TendedNote => ({
  id,
  title: `Note ${id}`,
  content: `Content of ${id}`,
  note_type: "fact",
  state: "active",
  created_at: "2026-03-01T12:00:00.000Z",
});
const namedNote = (id: string): NamedNote => ({ id, title: `Note ${id}` });
const contestedCard: Card = { kind: "contested", key: "contested b a", source: note("b"), target: note("a") };
const duplicate: NearCard = {
  kind: "duplicates",
  key: "near b a",
  source: note("b"),
  target: note("a"),
  similarity: 0.9,
};
const suggestion: SuggestionCard = {
  kind: "suggestions",
  key: "b~a",
  source: { id: "b", title: "Note b" },
  target: { id: "a", title: "Note a" },
  relation: "supersedes",
  similarity: 0.7,
  confidence: null,
  by: "rule:value",
  evidence: { note_id: "b", quote: "Note b" },
};
const review: ReviewCard = {
  kind: "reviews",
  key: "review c a superseded",
  note: {
    ...namedNote("c"),
    note_type: "fact",
    state: "active",
    importance: 0.5,
    created_at: "2026-03-01T12:00:00.000Z",
  },
  cause: {
    ...namedNote("a"),
    kind: "superseded",
    since: "2026-03-02T12:00:00.000Z",
    now: [namedNote("d"), namedNote("e")],
  },
  path: [
    { source_id: "c", target_id: "b", relation: "derived_from" },
    { source_id: "b", target_id: "a", relation: "depends_on" },
  ],
  more: 0,
};

function reviewOf(kind: Review["cause"]["kind"]): ReviewCard {
  return { ...review, cause: { ...review.cause, kind } };
}
const archivedReview = reviewOf("archived");

/** A fake server that stores links by their ends, and the fields that notes were updated with. */
function setUp(links: string[] = []) {
  const linkKeys = new Set(links);
  const dismissedKeys = new Set<string>();
  const notes = new Map<string, object>();
  const looks: object[] = [];
  const keyOf = ({ source_id, relation, target_id }: LinkEnds) => `${source_id} ${relation} ${target_id}`;
  const client = {
    links: {
      create: {
        async mutate(ends: LinkEnds) {
          if (linkKeys.has(keyOf(ends))) throw refusal("CONFLICT");
          linkKeys.add(keyOf(ends));
        },
      },
      delete: {
        async mutate(ends: LinkEnds) {
          if (!linkKeys.delete(keyOf(ends))) throw refusal("NOT_FOUND");
        },
      },
      replace: {
        async mutate({ from, to }: { from: LinkEnds; to: LinkEnds }) {
          if (!linkKeys.delete(keyOf(from))) throw refusal("NOT_FOUND");
          const isNew = !linkKeys.has(keyOf(to));
          linkKeys.add(keyOf(to));
          return { created: isNew };
        },
      },
    },
    reviews: {
      ofNote: { query: async (): Promise<Pick<NoteReview, "causes">> => ({ causes: [reviewedCause()] }) },
      look: { mutate: async (look: object) => void looks.push(look) },
      takeBack: {
        mutate: async ({ id, cause }: { id: string; cause: string }) => void looks.push({ back: [id, cause] }),
      },
      lookForAll: { mutate: async ({ id }: { id: string }) => void looks.push({ all: id }) },
      takeBackForAll: { mutate: async ({ id }: { id: string }) => void looks.push({ backForAll: id }) },
    },
    looks: {
      add: {
        async mutate(input: { readonly looks: readonly { readonly key: string }[] }) {
          for (const { key } of input.looks) dismissedKeys.add(key);
        },
      },
      remove: { mutate: async ({ key }: { key: string }) => void dismissedKeys.delete(key) },
    },
    proposals: {
      decide: {
        async mutate({ decisions: requests }: { readonly decisions: readonly { readonly key: string }[] }) {
          sentDecisions.push([...requests]);
          return { results: requests.map(resultOf) };
        },
      },
    },
    operations: {
      merge: {
        async mutate({ id, with: [other], ...texts }: { id: string; with: readonly string[] }) {
          notes.set(id, texts);
          linkKeys.add(`${id} supersedes ${other}`);
          return { operation: `merge of ${id}` };
        },
      },
      undo: {
        async mutate({ id }: { id: string }) {
          notes.delete(id.slice("merge of ".length));
          linkKeys.clear();
        },
      },
    },
    notes: {
      update: { mutate: async ({ id, ...fields }: { id: string }) => void notes.set(id, fields) },
    },
  };
  // Safe because decisions use no other part of the client.
  const decisions = createDecisions(client as unknown as Client);
  return { decisions, links: () => [...linkKeys].toSorted(), dismissedKeys, notes, looks };
}

function reviewedCause(): NoteReview["causes"][number] {
  return { ...review.cause, path: review.path, basis: "superseded d e", looked_at: null };
}

/** What was sent to the server's decisions, request by request. */
const sentDecisions: object[][] = [];

/** The fake server's answer; some keys say what becomes of them. */
function resultOf({ key, ...rest }: { readonly key: string }): object {
  if (key === "conflict") return { key, status: "conflict", detail: "By now extends is proposed." };
  if (key === "exists" || key === "gone") return { key, status: key };
  return { key, status: "decision" in rest && rest.decision === "dismiss" ? "dismissed" : "linked" };
}

function refusal(code: string): TRPCClientError<never> {
  const result = { error: { code: -32_009, message: code, data: { code, httpStatus: 409 } } };
  return TRPCClientError.from(result as never);
}

function choice(card: Card, keys: string, decisions: ReturnType<typeof createDecisions>) {
  const match = choicesOf(card, decisions).find((option) => option.keys === keys);
  if (!match) throw new Error(`No choice has the key ${keys}.`);
  return match.decide();
}

describe("a decision", () => {
  it.each([
    ["1", ["b contradicts a", "b supersedes a"]],
    ["2", ["a supersedes b", "b contradicts a"]],
  ])("by %s on a contradiction replaces one side, and can be undone", async (keys, after) => {
    const { decisions, links } = setUp(["b contradicts a"]);
    const back = await choice(contestedCard, keys, decisions).run();
    expect(links()).toEqual(after);
    await back();
    expect(links()).toEqual(["b contradicts a"]);
  });

  it("to keep both only hides the card", async () => {
    const { decisions, links, dismissedKeys } = setUp(["b contradicts a"]);
    const back = await choice(contestedCard, "a", decisions).run();
    expect([links(), [...dismissedKeys]]).toEqual([["b contradicts a"], ["contested b a"]]);
    await back();
    expect(dismissedKeys.size).toBe(0);
  });

  it("to archive a note can be undone", async () => {
    const { decisions, notes } = setUp();
    const back = await choice(contestedCard, "4", decisions).run();
    expect(notes.get("a")).toEqual({ state: "archived" });
    await back();
    expect(notes.get("a")).toEqual({ state: "active" });
  });

  it("to rest on the newer note moves the fallen link, whichever head it is", async () => {
    const { decisions, links } = setUp(["b depends_on a", "c derived_from b"]);
    const back = await choice(review, "2", decisions).run();
    expect(links()).toEqual(["b depends_on e", "c derived_from b"]);
    await back();
    expect(links()).toEqual(["b depends_on a", "c derived_from b"]);
  });

  it("that a note still stands is a look at what was seen, and undo takes it back", async () => {
    const { decisions, looks, dismissedKeys } = setUp();
    const back = await choice(review, "x", decisions).run();
    await back();
    expect(looks).toEqual([{ id: "c", causes: [{ id: "a", basis: "superseded d e" }] }, { back: ["c", "a"] }]);
    expect(dismissedKeys.size).toBe(0);
    await decisions.lookAt(review, "It holds for both.").run();
    expect(looks.at(-1)).toMatchObject({ reason: "It holds for both." });
  });

  it("that a note still stands names no basis when something else stands there by now", async () => {
    const { decisions, looks } = setUp();
    const earlier = { ...review, cause: { ...review.cause, now: [namedNote("d")] } };
    await choice(earlier, "x", decisions).run();
    expect(looks).toEqual([{ id: "c", causes: [{ id: "a", basis: "" }] }]);
  });

  it("that all of a cause are fine settles their cards, and can be undone", async () => {
    const { decisions, looks } = setUp();
    const decision = choice(review, "f", decisions);
    const back = await decision.run();
    await back();
    expect([decision.settledIds, looks]).toEqual([["a"], [{ all: "a" }, { backForAll: "a" }]]);
  });

  it("to leave the relation of a note that needs review is a look", async () => {
    const { decisions, links, looks } = setUp(["b depends_on a"]);
    await relink(review, endsOf(review)!, decisions, { relation: "depends_on", isSwapped: false }).run();
    expect([links(), looks.length]).toEqual([["b depends_on a"], 1]);
  });

  it("to rest on a note it already rests on only removes the old link, and undo only restores it", async () => {
    const { decisions, links } = setUp(["b depends_on a", "b depends_on d"]);
    const back = await choice(review, "a", decisions).run();
    expect(links()).toEqual(["b depends_on d"]);
    await back();
    expect(links()).toEqual(["b depends_on a", "b depends_on d"]);
  });

  it("to merge lets the newer note take the older one in with the text of both, and undo undoes the merge", async () => {
    const { decisions, links, notes } = setUp();
    const texts = { title: "Both", content: "One. Other." };
    const decision = decisions.merge({ id: "b", title: "B" }, { id: "a", title: "A" }, texts);
    const back = await decision.run();
    expect([decision.doneText, decision.settledIds]).toEqual(["Merged into “B”.", ["b", "a"]]);
    expect(links()).toEqual(["b supersedes a"]);
    expect(notes.get("b")).toEqual(texts);
    await back();
    expect([links(), notes.size]).toEqual([[], 0]);
    expect(choicesOf(duplicate, decisions).map(({ keys }) => keys)).not.toContain("m");
  });

  it("for another relation replaces the existing link, or creates the first", async () => {
    const { decisions, links } = setUp(["b contradicts a"]);
    const pick = (relation: Relation, isSwapped = false) => ({ relation, isSwapped });
    await relink(contestedCard, endsOf(contestedCard)!, decisions, pick("extends", true)).run();
    expect(links()).toEqual(["a extends b"]);
    await relink(duplicate, endsOf(duplicate)!, decisions, pick("derived_from")).run();
    expect(links()).toEqual(["a extends b", "b derived_from a"]);
  });

  it("for the same relation changes nothing", async () => {
    const { decisions, links, dismissedKeys } = setUp(["b contradicts a"]);
    await relink(contestedCard, endsOf(contestedCard)!, decisions, { relation: "contradicts", isSwapped: false }).run();
    expect([links(), [...dismissedKeys]]).toEqual([["b contradicts a"], ["contested b a"]]);
  });
});

it("offers the proposed link of a suggestion, and of near-duplicates only that they are related", () => {
  const ends = { source_id: "b", target_id: "a" };
  expect(endsOf(suggestion)).toEqual({ ...ends, relation: "supersedes" });
  expect(endsOf(duplicate)).toEqual({ ...ends, relation: "relates_to" });
});

describe("a decision about a suggestion", () => {
  const swap = { relation: "extends", isSwapped: true } as const;

  it.each([
    ["to link it", () => choice(suggestion, "a", setUp().decisions), "accept", { relation: "supersedes" }],
    ["to dismiss it", () => choice(suggestion, "x", setUp().decisions), "dismiss", {}],
    [
      "for another relation",
      () => relink(suggestion, endsOf(suggestion)!, setUp().decisions, swap),
      "retype",
      { relation: "extends", swap: true },
    ],
  ])("%s is one of the server's, and undo reopens it", async (_, make, decision, fields) => {
    sentDecisions.length = 0;
    const back = await make().run();
    await back();
    expect(sentDecisions).toEqual([[{ key: "b~a", decision, ...fields }], [{ key: "b~a", decision: "reopen" }]]);
    expect(back.refusal).toBeUndefined();
  });

  it("links several at once, and undo reopens those that were linked by it", async () => {
    const { decisions } = setUp();
    const cards = ["b~a", "exists", "gone", "conflict"].map((key) => ({ ...suggestion, key }));
    sentDecisions.length = 0;
    const decision = decisions.acceptProposals(cards);
    const back = await decision.run();
    await back();
    expect([decision.doneText, back.refusal]).toEqual(["Linked 4 pairs.", "Linked 4 pairs. 1 changed meanwhile."]);
    expect(sentDecisions[0]).toHaveLength(4);
    expect(sentDecisions.slice(1)).toEqual([[{ key: "b~a", decision: "reopen" }]]);
  });

  it("that the server refuses says why, and has nothing to undo", async () => {
    const { decisions } = setUp();
    sentDecisions.length = 0;
    const back = await decisions.acceptProposals([{ ...suggestion, key: "conflict" }]).run();
    await back();
    expect(back.refusal).toBe("By now extends is proposed.");
    expect(sentDecisions).toHaveLength(1);
  });
});

describe("what a suggestion shows", () => {
  it("is the quote in its sentence", () => {
    const text = "We agreed. It depends on the lake, as ever. So be it.";
    expect(evidenceParts(text, "depends on the lake")).toEqual({
      before: "It ",
      quote: "depends on the lake",
      after: ", as ever.",
    });
    expect(evidenceParts(text, "We agreed.")).toEqual({ before: "", quote: "We agreed.", after: "" });
    expect(evidenceParts(text, "agreed. It")).toMatchObject({ before: "We ", after: " depends on the lake, as ever." });
    expect(evidenceParts(text, "elsewhere")).toEqual({ before: "", quote: "elsewhere", after: "" });
  });

  it("is at most 160 characters around the quote", () => {
    const { before, after } = evidenceParts(`${"x".repeat(161)}owls${"y".repeat(160)}`, "owls");
    expect([before, after]).toEqual([`… ${"x".repeat(160)}`, "y".repeat(160)]);
    expect(evidenceParts(`owls${"y".repeat(161)}`, "owls").after).toBe(`${"y".repeat(160)} …`);
  });

  it("is why, or by whom, it is proposed", () => {
    expect(["rule:cue", "judge:small-model", "agent:librarian", "rule:new"].map(proposerWords)).toEqual([
      "a sentence says so",
      "small-model",
      "librarian",
      "new",
    ]);
  });

  it("can be selected by relation, in the order of the relations", () => {
    const cards = [suggestion, { ...suggestion, key: "d~c", relation: "extends" as const }, suggestion];
    expect(relationGroups(cards).map(({ relation, cards: group }) => [relation, group.length])).toEqual([
      ["extends", 1],
      ["supersedes", 2],
    ]);
    expect(relationGroups([])).toEqual([]);
  });
});

describe("the keys of a card", () => {
  it.each([
    contestedCard,
    review,
    archivedReview,
    duplicate,
    suggestion,
    { kind: "orphans", key: "orphan a", note: note("a") } satisfies Card,
  ])("are all different: $kind", (card) => {
    const suggestions = ["x", "y", "z"].map((id) => ({ target_id: id, target_title: id }));
    const keys = choicesOf(card, setUp().decisions, suggestions).flatMap(({ keys: key, also }) =>
      [key, also ?? []].flat(),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining(["a", "x"]));
    for (const reservedKey of ["r", "u", "j", "k", "g", "o", "t", "w", "e", "p"])
      expect(keys).not.toContain(reservedKey);
  });
});

describe("what a note that needs review offers", () => {
  const labels = (card: Card) => choicesOf(card, setUp().decisions).map(({ label }) => label);

  it("is to rest on what replaced the cause, but only on that", () => {
    expect(labels(review)).toEqual([
      "Rest on “Note d”",
      "Rest on “Note e”",
      "Still stands",
      "All of this cause are fine",
    ]);
    for (const kind of ["archived", "reworded", "contested", "deleted"] as const)
      expect(labels(reviewOf(kind))).toEqual(["Still stands", "All of this cause are fine"]);
  });

  it("is no link to the note itself, and no relation to a deleted note", () => {
    const own = { ...review, cause: { ...review.cause, now: [namedNote("b")] } };
    expect(labels(own)).toEqual(["Still stands", "All of this cause are fine"]);
    expect(endsOf(review)).toEqual({ source_id: "b", target_id: "a", relation: "depends_on" });
    expect(endsOf(reviewOf("deleted"))).toBeNull();
    expect(endsOf({ ...reviewOf("deleted"), path: [] })).toBeNull();
  });
});

describe("the cards", () => {
  const other: Card = { ...duplicate, key: "near d c", source: note("d"), target: note("c") };
  const sharedCard: Card = { ...duplicate, key: "near d b", source: note("d"), target: note("b") };
  const pages = [
    { cards: [duplicate, contestedCard], next: "more", askedAt: 100 },
    { cards: [duplicate, other, sharedCard], next: null, askedAt: 200 },
  ];
  const open = (decisions: readonly CardDecision[] = []) =>
    openCards(pages, "duplicates", decisions).map(({ key }) => key);

  it("are of one kind, once each", () => {
    expect(open()).toEqual(["near b a", "near d c", "near d b"]);
  });

  it("disappear when decided, with all other cards of a settled note", () => {
    expect(open([{ key: "near b a", settledIds: [], doneAt: Infinity }])).toEqual(["near d c", "near d b"]);
    expect(open([{ key: "elsewhere", settledIds: ["b"], doneAt: Infinity }])).toEqual(["near d c"]);
  });

  it("of all that rests on a cause disappear with it", () => {
    const second = { ...review, key: "review d a superseded", note: { ...review.note, id: "d" } };
    const keys = (settledIds: string[]) =>
      openCards([{ cards: [review, second], next: null, askedAt: 100 }], "reviews", [
        { key: review.key, settledIds, doneAt: Infinity },
      ]).map(({ key }) => key);
    expect(keys([])).toEqual(["review d a superseded"]);
    expect(keys(["a"])).toEqual([]);
  });

  it("stay away when only one of two decisions that settled them is undone", () => {
    const [older, newer] = [
      { key: "near b a", settledIds: ["b"], doneAt: 300 },
      { key: "near d c", settledIds: ["d"], doneAt: 400 },
    ];
    expect(open([older, newer])).toEqual([]);
    expect(open([newer])).toEqual(["near b a"]);
    expect(open([older])).toEqual(["near d c"]);
  });

  it("come back when the server still returns them later", () => {
    expect(open([{ key: "near b a", settledIds: [], doneAt: 150 }])).toEqual(["near b a", "near d c", "near d b"]);
  });
});
