import { expect, it } from "vitest";
import type { KnoteFigures } from "./knote.ts";
import { type Figures, VERBS } from "./measure.ts";
import type { BenchFigures } from "./bench-figures.ts";
import { markdown } from "./report.ts";

const figures = (perSecond: number, over: Partial<Figures> = {}): Figures => ({
  requests: 100,
  perSecond,
  p50Ms: 1_000 / perSecond,
  p99Ms: 2_000 / perSecond,
  concurrency: 1,
  cpuMs: 500 / perSecond,
  lag: { maxMs: 12.3, p99Ms: 4.5 },
  ...over,
});
const column = (of: Figures) => Object.fromEntries(VERBS.map((verb) => [verb, of]));
const knote = (notes: number, of: Figures): KnoteFigures => ({
  users: 1,
  notes,
  verbs: column(of),
  startMs: 1_500,
  idleMiB: 240,
  readMiB: 300,
  busyMiB: 320,
  diskBytesPerNote: 12_000,
  textBytesPerNote: 1_500,
  pending: 0,
});
const fanOut = (lastP50Ms: number) => ({
  clients: 500,
  connectMs: 100,
  lastP50Ms,
  lastWorstMs: 30,
  bytesPerEvent: 180,
  beforeMiB: 240,
  withClientsMiB: 250,
  afterMiB: 255,
});
const report = (over: Partial<BenchFigures> = {}): BenchFigures => {
  const compared = knote(10_000, figures(1_000));
  return {
    empty: { startMs: 1_400, idleMiB: 235 },
    knote: [compared],
    fanOuts: [fanOut(20)],
    compared,
    contenders: [],
    ...over,
  };
};

it("compares Knote with its contenders, by requests and by CPU", () => {
  const contenders = [
    { name: "node:sqlite", verbs: column(figures(2_000)), rssMiB: 90, fanOut: fanOut(10) },
    { name: "PocketBase", verbs: column(figures(500)), rssMiB: 120, fanOut: fanOut(40) },
  ];
  const text = markdown(report({ contenders }));
  expect(text).toContain("| read by id | 0.50 | 0.27 | 0.50 | 2.00 | 1 | 2.00 |");
  expect(text).toMatch(/times as long \| 2\.00 \| at most 2\.5 \| +\| 0\.50 \| at most 1 \|/);
  expect(text).not.toContain("NaN");
});

it("says why a contender is missing, and leaves out unknown figures", () => {
  const compared = knote(1_000, figures(1_000, { cpuMs: Number.NaN, lag: null }));
  const contenders = [{ name: "PocketBase", verbs: {}, missing: "Go is not installed." }];
  const fanOuts = ["10000 clients need as many open files; 1024 are allowed here (ulimit -n)."];
  const text = markdown(report({ compared, knote: [compared], contenders, fanOuts }));
  expect(text).toContain("PocketBase did not run: Go is not installed.");
  expect(text).toContain("1024 are allowed here");
  expect(text).toContain("| read by id | 1 | 1.00 | 2.00 | 1,000 | – | – | – |");
  expect(text).not.toMatch(/NaN|undefined/);
});

it("reports how times grow between sizes of one user, and nothing for a single size", () => {
  const users = { ...knote(100, figures(1)), users: 1_000 };
  const sizes = [knote(100_000, figures(250)), knote(10_000, figures(1_000)), users];
  expect(markdown(report({ knote: sizes }))).toMatch(/from 10,000 to 100,000 notes \|\n.*\n\| read by id \| 4\.0× \|/);
  expect(markdown(report())).not.toContain("Growth");
});
