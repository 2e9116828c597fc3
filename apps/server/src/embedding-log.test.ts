import { Writable } from "node:stream";
import type { EmbeddingReport } from "@knote/api";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createEmbeddingLog } from "./embedding-log.ts";

const CHANGING = {
  kind: "changing",
  from: "built-in",
  to: "paid",
  isAsked: true,
  estimate: { notes: 4, windows: 5, tokens: 123_456 },
} as const satisfies EmbeddingReport;

function setUp() {
  const lines: Record<string, unknown>[] = [];
  const output = new Writable({ write: (chunk, _, callback) => (lines.push(JSON.parse(String(chunk))), callback()) });
  const priceOf = (model: string) => (model === "paid" ? 0.02 : null);
  return { lines, report: createEmbeddingLog({ log: pino(output), now: () => 0, priceOf }) };
}

it("says what a change will take, in money where the price is known", () => {
  const { lines, report } = setUp();
  report(CHANGING);
  report({ ...CHANGING, to: "free" });
  expect(lines[0]).toMatchObject({ from: "built-in", to: "paid", notes: 4, windows: 5, tokens: 123_456, usd: 0.0025 });
  expect(lines[1]).not.toHaveProperty("usd");
});

it("says what answers until the change is done", () => {
  const { lines, report } = setUp();
  report(CHANGING);
  report({ ...CHANGING, isAsked: false });
  report({ kind: "changed", from: "built-in", to: "paid" });
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining("until then the earlier vectors answer"),
    expect.stringContaining("until then notes are found by their words alone"),
    expect.stringContaining("the new vectors answer"),
  ]);
});

it("logs the progress", () => {
  const { lines, report } = setUp();
  const progress = { done: 320, total: 5_000, notesPerSecond: 21.337, secondsLeft: 220 };
  report({ kind: "progress", model: "paid", progress });
  expect(lines[0]).toMatchObject({ model: "paid", ...progress, notesPerSecond: 21 });
});

it("logs once that an embedder refuses notes, apart from why indexing waits", () => {
  const { lines, report } = setUp();
  const error = new Error("Unsupported value: NaN.");
  for (const kind of ["postponed", "waiting", "postponed"] as const) report({ kind, model: "paid", error });
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining("refuses a note's text"),
    expect.stringContaining("indexing waits"),
  ]);
});

it("logs why indexing waits once for each embedder", () => {
  const { lines, report } = setUp();
  const error = new Error("Out of cheese.");
  for (const model of ["paid", "built-in", "paid", "built-in"]) report({ kind: "waiting", model, error });
  expect(lines).toHaveLength(2);
});
