import { describe, expect, it } from "vitest";
import { ListActivityInput } from "./activity.ts";
import { NOTE_STATES, NOTE_TYPES } from "./note.ts";
import { ListLinksInput, ListNotesInput, pageLimit } from "./paging.ts";
import { RecallInput } from "./recall.ts";

const LIMIT_CASES = [
  ["notes", (limit: unknown) => ListNotesInput.safeParse({ limit }), 1_000],
  ["links", (limit: unknown) => ListLinksInput.safeParse({ limit }), 1_000],
  ["activity", (limit: unknown) => ListActivityInput.safeParse({ limit }), 1_000],
  ["recall", (limit: unknown) => RecallInput.safeParse({ query: "owls", limit }), 50],
  ["suggestions", (limit: unknown) => pageLimit(50).safeParse(limit), 50],
] as const;

describe("limit", () => {
  it.each(LIMIT_CASES)("of %s reaches from 1 to its maximum", (_, parse, max) => {
    expect([0, 1, max, max + 1].map((limit) => parse(limit).success)).toEqual([false, true, true, false]);
  });

  it.each(LIMIT_CASES)("of %s is a whole number", (_, parse) => {
    for (const limit of [-1, 1.5, Number.NaN, Infinity, "5", null, [5], true]) expect(parse(limit).success).toBe(false);
  });

  it("names its range for any invalid value", () => {
    for (const limit of [0, 51, 1.5, "many"]) {
      const message = pageLimit(50).safeParse(limit).error?.issues[0]?.message;
      expect(message).toBe("limit must be a whole number from 1 to 50.");
    }
  });

  it("has a default where the interface names one", () => {
    expect(ListActivityInput.parse({}).limit).toBe(100);
    expect(RecallInput.parse({ query: "owls" }).limit).toBe(10);
    expect(ListNotesInput.parse({})).toEqual({});
    expect(ListLinksInput.parse({})).toEqual({});
  });
});

describe("filters", () => {
  it("can occur once or several times", () => {
    expect(ListNotesInput.parse({ note_type: "fact", tag: "Owl", state: "active" })).toEqual({
      note_type: ["fact"],
      tag: ["Owl"],
      state: ["active"],
    });
    expect(ListNotesInput.parse({ tag: ["a", " b "], state: ["active", "active"] })).toEqual({
      tag: ["a", "b"],
      state: ["active", "active"],
    });
  });

  it("know every type and every state", () => {
    expect(ListNotesInput.parse({ note_type: [...NOTE_TYPES], state: [...NOTE_STATES] })).toEqual({
      note_type: NOTE_TYPES,
      state: NOTE_STATES,
    });
  });

  it.each([
    { note_type: "Fact" },
    { note_type: ["fact", "x"] },
    { state: "deleted" },
    { tag: "" },
    { tag: " " },
    { tag: "a".repeat(65) },
    { tag: "\0" },
  ])("refuse %j, naming the parameter", (filter) => {
    const [issue] = ListNotesInput.safeParse(filter).error?.issues ?? [];
    expect(issue?.path[0]).toBe(Object.keys(filter)[0]);
  });
});

describe("q", () => {
  it("is any text, blank and odd ones too", () => {
    for (const q of ["", " ", '"', "*", "a".repeat(100_000), "\ud83e", "\0"])
      expect(ListNotesInput.parse({ q }).q).toBe(q);
  });
});

describe("cursor", () => {
  it("is neither empty nor endless", () => {
    expect(ListNotesInput.safeParse({ cursor: "" }).success).toBe(false);
    expect(ListLinksInput.safeParse({ cursor: "a".repeat(501) }).success).toBe(false);
  });
});
