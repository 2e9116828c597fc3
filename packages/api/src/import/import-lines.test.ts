import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import type { ImportEntry } from "./import-entry.ts";
import { importLines } from "./import-lines.ts";

const note = (line: number): ImportEntry => ({
  line,
  read: {
    note: { key: `n${line}`, title: `Claim ${line}`, content: "-", note_type: "fact", tags: [], importance: 0.5 },
  },
});
const bad = (line: number): ImportEntry => ({ line, read: { refusal: { detail: "Bad." } } });

it("pauses the indexer for its own user while many notes are created", async () => {
  const { holds, userId, take } = setUp();
  await take([16, note]);
  expect(holds).toEqual([[userId, 500]]);
});

it("does not pause it for a slow stream, refused lines or existing notes", async () => {
  const { holds, take } = setUp();
  await take([15, note]);
  await take([90, bad]);
  await take([15, note], [60, bad]);
  expect(holds).toEqual([]);
});

function setUp() {
  const holds: unknown[] = [];
  const services = { ...testServices(), holdIndexer: (...input: unknown[]) => void holds.push(input) };
  const { ctx, actor } = testUser(services);
  return {
    holds,
    userId: actor.userId,
    /** Imports one batch with `count` lines of each kind. */
    async take(...kinds: readonly (readonly [count: number, make: (line: number) => ImportEntry])[]) {
      const makers = kinds.flatMap(([count, make]) => Array.from({ length: count }, () => make));
      const batch = makers.map((make, index) => make(index + 1));
      const batches = async function* () {
        yield batch;
      };
      const results = await Array.fromAsync(importLines(ctx, batches()));
      expect(results.flat()).toHaveLength(batch.length + 1);
    },
  };
}
