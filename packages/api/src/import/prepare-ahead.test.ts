import { eventually, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import type { ImportEntry } from "./import-entry.ts";
import { prepareAhead } from "./prepare-ahead.ts";

const ctx = { ...testServices(), actor: { userId: "ada", scopes: new Set<string>(), tier: "agent" as const } };
const refusal = { detail: "Bad." };
const bad = (from: number, count: number): ImportEntry[] =>
  Array.from({ length: count }, (_, index) => ({ line: from + index, read: { refusal } }));
const long = (line: number): ImportEntry => {
  const content = Array.from({ length: 1_000 }, (_, index) => `word${line}x${index}`).join(" ");
  return { line, read: { note: { title: "Long", content, note_type: "fact", tags: [], importance: 0.5 } } };
};

/** A source that counts how many of its batches were requested. */
function sourceOf(batches: readonly ImportEntry[][], failure?: Error) {
  const source = { asked: 0, closed: false, batches: read() };
  async function* read() {
    try {
      for (const batch of batches) {
        source.asked++;
        yield batch;
      }
      if (failure) throw failure;
    } finally {
      source.closed = true;
    }
  }
  return source;
}

describe("lines prepared ahead", () => {
  it("are all returned in order, then none", async () => {
    const ahead = prepareAhead(ctx, sourceOf([bad(1, 2), [], bad(3, 300), bad(303, 1)]).batches);
    const takenLines: number[] = [];
    for (let lines = await ahead.take(); lines.length > 0; lines = await ahead.take())
      takenLines.push(...lines.map(({ line }) => line));
    expect(takenLines).toEqual(Array.from({ length: 303 }, (_, index) => index + 1));
    expect(await ahead.take()).toEqual([]);
  });

  it("are read while earlier ones are stored, up to one write of many short or a few long ones", async () => {
    const short = sourceOf(Array.from({ length: 20 }, (_, index) => bad(100 * index, 100)));
    const few = sourceOf(Array.from({ length: 20 }, (_, index) => [long(index)]));
    const ahead = [prepareAhead(ctx, short.batches), prepareAhead(ctx, few.batches)];
    await eventually(() => expect([short.asked, few.asked]).toEqual([3, 2]));
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect([short.asked, few.asked]).toEqual([3, 2]);
    expect(await ahead[0]!.take()).toHaveLength(300);
    await eventually(() => expect([short.asked, few.asked]).toEqual([6, 2]));
    for (const each of ahead) each.stop();
  });

  it("come before the failure of their source", async () => {
    const ahead = prepareAhead(ctx, sourceOf([bad(1, 1)], new DomainError("FORBIDDEN", "Expired.")).batches);
    expect(await ahead.take()).toMatchObject([{ line: 1, outcome: { refusal } }]);
    await expect(ahead.take()).rejects.toThrow("Expired.");
  });

  it("end when they are stopped, and so does their source", async () => {
    const source = sourceOf(Array.from({ length: 20 }, (_, index) => bad(300 * index, 300)));
    const ahead = prepareAhead(ctx, source.batches);
    await ahead.take();
    ahead.stop();
    await eventually(() => expect(source.closed).toBe(true));
    expect(source.asked).toBeLessThan(5);
  });
});
