import { existsSync } from "node:fs";
import { cpus } from "node:os";
import type { Contender } from "./contenders.ts";
import type { FanOut } from "./fan-out.ts";
import type { BenchFigures } from "./bench-figures.ts";
import { goals, ratios } from "./goals.ts";
import type { KnoteFigures } from "./knote.ts";
import { type Figures, type Verb, VERBS } from "./measure.ts";

export function markdown(report: BenchFigures): string {
  const { empty, knote, fanOuts, contenders } = report;
  return `Node ${process.versions.node}, ${cpus()[0]?.model ?? "unknown CPU"}, ${cpus().length} cores: one for the server, one for the load. \
"At a time" is the number of parallel requests; CPU is the server's, on all its threads, including background work${existsSync("/proc") ? "" : " (unknown here: there is no /proc)"}. \
Loop: delay of the server's event loop, measured every millisecond. A server without notes is healthy ${formatFigure(empty.startMs)} ms after launch and holds ${formatFigure(empty.idleMiB)} MiB.

${[
  ...knote.map((figures) => size(figures, empty.idleMiB)),
  growth(knote),
  eventStream(fanOuts),
  ...(contenders.length > 0 ? [sideBySide(report), ratios(report)] : []),
  goals(report),
]
  .filter(Boolean)
  .join("\n\n")}
`;
}

function size(figures: KnoteFigures, emptyMiB: number): string {
  const { users, notes, verbs } = figures;
  const perNote = ((figures.readMiB - emptyMiB) * 2 ** 20) / (users * notes);
  const rows = VERBS.flatMap((verb) => {
    const of = verbs[verb];
    return of ? [`| ${verb} | ${of.concurrency} | ${cells(of)} |`] : [];
  });
  return `### ${users === 1 ? "One user" : `${count(users)} users`} with ${count(notes)} notes${users === 1 ? "" : " each"}

| verb | at a time | p50 ms | p99 ms | requests/s | CPU ms each | loop p99 ms | worst ms |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows.join("\n")}

Healthy ${formatFigure(figures.startMs)} ms after launch. Memory: ${formatFigure(figures.idleMiB)} MiB idle, ${formatFigure(figures.readMiB)} MiB after the reads \
(${formatFigure(perNote)} bytes a note more than without notes), ${formatFigure(figures.busyMiB)} MiB after the creates. \
Disk: ${formatFigure(figures.diskBytesPerNote)} bytes a note, ${formatFigure(figures.textBytesPerNote)} of them its own text.\
${figures.pending > 0 ? ` At the end ${count(figures.pending)} notes of the burst were not yet embedded.` : ""}`;
}

function cells({ p50Ms, p99Ms, perSecond, cpuMs, lag }: Figures): string {
  const quantiles = [p50Ms, p99Ms].map((ms) => ms.toFixed(2));
  const lags = [lag?.p99Ms, lag?.maxMs].map((ms) => formatFigure(ms));
  return [...quantiles, formatFigure(perSecond), Number.isNaN(cpuMs) ? "–" : cpuMs.toFixed(3), ...lags].join(" | ");
}

/** Renders how times grow between the sizes of one user. */
function growth(knote: readonly KnoteFigures[]): string {
  const [first, ...larger] = knote.filter(({ users }) => users === 1).toSorted((one, other) => one.notes - other.notes);
  if (!first || larger.length === 0) return "";
  const steps = larger.map((to, index) => ({ from: larger[index - 1] ?? first, to }));
  const rows = VERBS.map((verb) => {
    const growths = steps.map(({ from, to }) => times(p50(to, verb) / p50(from, verb)));
    return `| ${verb} | ${growths.join(" | ")} |`;
  });
  const heads = steps.map(({ from, to }) => `p50 from ${count(from.notes)} to ${count(to.notes)} notes`);
  return `### Growth

| verb | ${heads.join(" | ")} |
|---|${"--:|".repeat(steps.length)}
${rows.join("\n")}

The goal is less than 5 times from 10,000 to 100,000; the whole list is ten times as long.`;
}

function p50({ verbs }: KnoteFigures, verb: Verb): number {
  return verbs[verb]?.p50Ms ?? Number.NaN;
}

function eventStream(fanOuts: readonly (FanOut | string)[]): string {
  const rows = fanOuts.map((of) =>
    typeof of === "string"
      ? `| ${of} | – | – | – | – | – | – | – |`
      : `| ${count(of.clients)} | ${[of.connectMs, of.lastP50Ms, of.lastWorstMs, of.bytesPerEvent].map(formatFigure).join(" | ")} | ${[of.beforeMiB, of.withClientsMiB, of.afterMiB].map(formatFigure).join(" | ")} |`,
  );
  return `### Event stream

From the request that creates a note until the last client has its event, 20 times.

| clients | all connected after ms | last has it, p50 ms | worst ms | bytes each | RSS before, MiB | connected | after the events |
|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join("\n")}`;
}

function sideBySide({ compared: knote, contenders, fanOuts: [fanOut] }: BenchFigures): string {
  const own = { name: "Knote", verbs: knote.verbs, rssMiB: knote.busyMiB, fanOut };
  const columns: readonly Contender[] = [own, ...contenders];
  const here = columns.filter(({ verbs }) => Object.keys(verbs).length > 0);
  const rows = VERBS.filter((verb) => here.filter(({ verbs }) => verbs[verb]).length > 1).map((verb) => {
    const figures = here.map(({ verbs: { [verb]: of } }) =>
      of ? `${formatFigure(of.perSecond)} | ${of.p50Ms.toFixed(2)}` : "– | –",
    );
    return `| ${verb} | ${figures.join(" | ")} |`;
  });
  const missing = contenders.flatMap(({ name, missing: why }) => (why ? [`${name} did not run: ${why}`] : []));
  return `### Side by side, ${count(knote.notes)} notes

All with the same notes on the same core, taking turns per verb. node:http and Express send bodies of Knote's size from memory; node:sqlite is node:http over FTS5 with \`synchronous=FULL\` and no rules; PocketBase has open rules, indexed times and \`~\` for each word.

| verb | ${here.map(({ name }) => `${name} /s | p50 ms`).join(" | ")} |
|---|${"--:|".repeat(here.length * 2)}
${rows.join("\n")}
| the last client of the event stream has it | ${here.map(({ fanOut: of }) => `– | ${typeof of === "object" ? formatFigure(of.lastP50Ms) : "–"}`).join(" | ")} |
| memory after the load, MiB | ${here.map(({ rssMiB }) => `${formatFigure(rssMiB)} | –`).join(" | ")} |

${missing.join("\n")}`.trimEnd();
}

function formatFigure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  return value < 10 ? value.toFixed(1) : count(Math.round(value));
}

function times(value: number): string {
  return Number.isNaN(value) ? "–" : `${value.toFixed(1)}×`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}
