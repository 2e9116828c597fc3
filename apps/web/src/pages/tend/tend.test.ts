import type { Relation, TendedNote } from "@knote/contract";
import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import type { Client } from "../../remote/trpc.ts";
import { type Card, type CardDecision, openCards } from "./cards.ts";
import { choicesOf, endsOf, relink } from "./choices.ts";
import { createDecisions, type LinkEnds } from "./decisions.ts";

const note = (id: string): TendedNote => ({
  id,
  title: `Note ${id}`,
  content: `Content of ${id}`,
  note_type: "fact",
  state: "active",
  created_at: "2026-03-01T12:00:00.000Z",
});
const contestedCard: Card = { kind: "contested", key: "contested b a", source: note("b"), target: note("a") };
const duplicate: Card = {
  kind: "duplicates",
  key: "near b a",
  source: note("b"),
  target: note("a"),
  similarity: 0.9,
};
const stale: Card = {
  kind: "foundations",
  key: "rests c a depends_on",
  note: note("c"),
  relation: "depends_on",
  foundation: note("a"),
  heads: [note("d"), note("e")],
};

/** A fake server that stores links by their ends, and the fields that notes were updated with. */
function setUp(links: string[] = []) {
  const linkKeys = new Set(links);
  const dismissedKeys = new Set<string>();
  const notes = new Map<string, object>();
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
    tend: {
      merge: {
        async mutate({ newer, older }: { newer: string; older: string }) {
          notes.set("new", { of: [newer, older] });
          for (const id of [newer, older]) linkKeys.add(`new supersedes ${id}`);
          return { id: "new" };
        },
      },
    },
    notes: {
      update: { mutate: async ({ id, ...fields }: { id: string }) => void notes.set(id, fields) },
      delete: {
        async mutate({ id }: { id: string }) {
          notes.delete(id);
          for (const key of linkKeys) if (key.startsWith(`${id} `)) linkKeys.delete(key);
        },
      },
    },
  };
  const dismissals = {
    add: (key: string) => void dismissedKeys.add(key),
    remove: (key: string) => void dismissedKeys.delete(key),
  };
  // Safe because decisions use no other part of the client.
  const decisions = createDecisions(client as unknown as Client, dismissals);
  return { decisions, links: () => [...linkKeys].toSorted(), dismissedKeys, notes };
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

  it("to rest on the newer note moves the link, whichever head it is", async () => {
    const { decisions, links } = setUp(["c depends_on a"]);
    const back = await choice(stale, "2", decisions).run();
    expect(links()).toEqual(["c depends_on e"]);
    await back();
    expect(links()).toEqual(["c depends_on a"]);
  });

  it("to rest on a note it already rests on only removes the old link, and undo only restores it", async () => {
    const { decisions, links } = setUp(["c depends_on a", "c depends_on d"]);
    const back = await choice(stale, "a", decisions).run();
    expect(links()).toEqual(["c depends_on d"]);
    await back();
    expect(links()).toEqual(["c depends_on a", "c depends_on d"]);
  });

  it("to merge creates one note that replaces both, and undo leaves no trace of it", async () => {
    const { decisions, links, notes } = setUp();
    const decision = choice(duplicate, "m", decisions);
    const back = await decision.run();
    expect(decision.settledIds).toEqual(["b", "a"]);
    expect(links()).toEqual(["new supersedes a", "new supersedes b"]);
    expect(notes.get("new")).toEqual({ of: ["b", "a"] });
    await back();
    expect([links(), notes.size]).toEqual([[], 0]);
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

describe("the keys of a card", () => {
  it.each([contestedCard, stale, duplicate, { kind: "orphans", key: "orphan a", note: note("a") } satisfies Card])(
    "are all different: $kind",
    (card) => {
      const suggestions = ["x", "y", "z"].map((id) => ({ target_id: id, target_title: id }));
      const keys = choicesOf(card, setUp().decisions, suggestions).flatMap(({ keys: key, also }) =>
        [key, also ?? []].flat(),
      );
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toEqual(expect.arrayContaining(["a", "x"]));
      for (const reservedKey of ["r", "u", "j", "k", "g", "o", "t"]) expect(keys).not.toContain(reservedKey);
    },
  );
});

describe("the cards", () => {
  const other: Card = { ...duplicate, key: "near d c", source: note("d"), target: note("c") };
  const sharedCard: Card = { ...duplicate, key: "near d b", source: note("d"), target: note("b") };
  const pages = [
    { cards: [duplicate, contestedCard], next: "more", askedAt: 100 },
    { cards: [duplicate, other, sharedCard], next: null, askedAt: 200 },
  ];
  const open = (decisions: readonly CardDecision[] = [], dismissedKeys: readonly string[] = []) =>
    openCards(pages, "duplicates", { decisions, dismissedKeys: new Set(dismissedKeys) }).map(({ key }) => key);

  it("are of one kind, once each, without dismissed ones", () => {
    expect(open()).toEqual(["near b a", "near d c", "near d b"]);
    expect(open([], ["near b a"])).toEqual(["near d c", "near d b"]);
  });

  it("disappear when decided, with all other cards of a settled note", () => {
    expect(open([{ key: "near b a", settledIds: [], doneAt: Infinity }])).toEqual(["near d c", "near d b"]);
    expect(open([{ key: "elsewhere", settledIds: ["b"], doneAt: Infinity }])).toEqual(["near d c"]);
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
