import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { LIMITS } from "@knote/contract";
import { afterAll, describe, expect, it } from "vitest";
import { HOSTILE_MARKDOWN, hostileMixture, longestOf } from "../../testing/hostile-markdown.ts";
import { MOST_DEPTH, readMarkdown } from "./read-markdown.ts";
import { isReadable, READING_LIMITS } from "@knote/formats/reading-effort";

/** A page of prose of 50,000 characters takes about 2,000,000. */
const MOST_STEPS = 20_000_000;
const MIXTURES = Array.from({ length: 12 }, (_, seed) => seed);

const counter = new Worker(new URL("../../testing/count-parser-steps.ts", import.meta.url));
afterAll(() => counter.terminate());

async function stepsOf(text: string): Promise<number> {
  const nextMessage = once(counter, "message");
  counter.postMessage(text);
  return (await nextMessage)[0];
}

describe("reading Markdown", () => {
  it.each(Object.entries(HOSTILE_MARKDOWN))("takes a bounded number of steps: %s", async (_name, hostile) => {
    expect(await stepsOf(longestRead(hostile))).toBeLessThan(MOST_STEPS);
  });

  it.each(MIXTURES)("takes a bounded number of steps for random mixtures: %i", async (seed) => {
    expect(await stepsOf(longestRead(hostileMixture(seed)))).toBeLessThan(MOST_STEPS);
  });

  it("accepts long texts that people write", () => {
    const section = `## Why naps help\n\nSee [the study](https://example.org) of **1998**, \`nap.ts\` and *others*.\n\n- [x] read\n  - once\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> As they say.\n\n${"Sleep is long. ".repeat(40)}\n\n`;
    expect(readMarkdown(section.repeat(60))?.children.length).toBe(60 * 6);
    expect(readMarkdown("word ".repeat(10_000))).not.toBeNull();
    expect(readMarkdown("a".repeat(LIMITS.contentLength))).not.toBeNull();
  });

  it("accepts lines and marks up to the limit", () => {
    expect(readMarkdown("a\n".repeat(READING_LIMITS.pieces - 1))).not.toBeNull();
    expect(readMarkdown("a\n".repeat(READING_LIMITS.pieces))).toBeNull();
  });

  it("accepts marks that can pair up to the limit", () => {
    const most = Math.sqrt(READING_LIMITS.pairs);
    expect(readMarkdown("~a".repeat(most))).not.toBeNull();
    expect(readMarkdown("~a".repeat(most + 1))).toBeNull();
    expect(readMarkdown("~a\n\n".repeat(most + 1))).not.toBeNull();
  });

  it("accepts nested quotes up to the limit", () => {
    expect(readMarkdown(`${">".repeat(READING_LIMITS.levels)}a`)).not.toBeNull();
    expect(readMarkdown(`${">".repeat(READING_LIMITS.levels + 1)}a`)).toBeNull();
  });

  it("accepts nested elements up to the limit", () => {
    const emphasis = (depth: number) => `${"*a ".repeat(depth)}${" a*".repeat(depth)}`;
    // The paragraph and the innermost text are two more levels.
    expect(readMarkdown(emphasis(MOST_DEPTH - 2))).not.toBeNull();
    expect(readMarkdown(emphasis(MOST_DEPTH - 1))).toBeNull();
  });
});

/** Returns the most expensive text of this kind that is still formatted. */
function longestRead(hostile: (length: number) => string): string {
  return longestOf(hostile, LIMITS.contentLength, isReadable);
}
