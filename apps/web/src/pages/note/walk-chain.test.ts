import type { NoteLinks } from "@knote/contract";
import { expect, it } from "vitest";
import { walkChain } from "./walk-chain.ts";

/** Returns links in which the first note of each pair supersedes the second. */
function linksFrom(pairs: readonly (readonly [string, string])[]) {
  const rest = { relation: "supersedes", created_at: "2026-03-01T12:00:00.000Z" } as const;
  return async (id: string): Promise<NoteLinks> => ({
    outgoing: [
      ...pairs
        .filter(([by]) => by === id)
        .map(([, of]) => ({ target_id: of, target_title: of.toUpperCase(), ...rest })),
      { ...rest, target_id: "other", target_title: "Other", relation: "extends" },
    ],
    incoming: pairs
      .filter(([, of]) => of === id)
      .map(([by]) => ({ source_id: by, source_title: by.toUpperCase(), ...rest })),
  });
}

it("follows a chain both ways, in order", async () => {
  const { older, newer } = await walkChain(
    "c",
    linksFrom([
      ["b", "a"],
      ["c", "b"],
      ["d", "c"],
      ["e", "d"],
    ]),
  );
  expect(older.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(newer).toEqual([
    { id: "d", title: "D" },
    { id: "e", title: "E" },
  ]);
});

it("lists a note once when two paths lead to it, and ends in a cycle", async () => {
  const diamond = await walkChain(
    "d",
    linksFrom([
      ["d", "b"],
      ["d", "c"],
      ["b", "a"],
      ["c", "a"],
    ]),
  );
  expect(diamond.older.map(({ id }) => id)).toEqual(["a", "c", "b"]);
  const circle = await walkChain(
    "a",
    linksFrom([
      ["a", "b"],
      ["b", "a"],
    ]),
  );
  expect(circle.newer.map(({ id }) => id)).toEqual(["b"]);
});

it("is empty for a note without supersessions", async () => {
  expect(await walkChain("a", linksFrom([]))).toEqual({ older: [], newer: [] });
});
