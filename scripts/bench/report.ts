import { cpus } from "node:os";
import type { Figures } from "./load.ts";
import { VERBS, type Verb } from "./measure.ts";

export type Column = Partial<Record<Verb, Figures>>;

export interface Report {
  readonly notes: number;
  readonly knote: Column;
  readonly bareHttp: Column;
  readonly bareSqlite: Column;
  readonly startMs: number;
  readonly idleMiB: number;
  readonly busyMiB: number;
  /** Notes whose vectors were still to come when recall was measured. */
  readonly pendingAtRecall: number;
  readonly indexedPerSecond: number;
}

export function markdown(report: Report): string {
  const { notes, startMs, idleMiB, busyMiB, pendingAtRecall, indexedPerSecond } = report;
  const rows = VERBS.map((verb) => {
    const bare = report.bareHttp[verb]?.perSecond;
    return `| ${verb} | ${cells(report.knote[verb])} | ${bare ? round(bare) : "–"} | ${cells(report.bareSqlite[verb])} |`;
  });
  return `One user with ${count(notes)} notes. Node ${process.versions.node}, ${cpus()[0]?.model ?? "unknown CPU"}, one core for the server.

| verb | p50 ms | p99 ms | requests/s | bare node:http, requests/s | bare SQLite: p50 ms | p99 ms | requests/s |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows.join("\n")}

Healthy ${round(startMs)} ms after launch. Memory: ${round(idleMiB)} MiB idle, ${round(busyMiB)} MiB after the load. \
Vectors: ${round(indexedPerSecond)} notes/s in the background${pendingAtRecall > 0 ? `; ${count(pendingAtRecall)} were still to come when recall was measured` : ""}.
`;
}

function cells(figures: Figures | undefined): string {
  return figures
    ? `${figures.p50Ms.toFixed(2)} | ${figures.p99Ms.toFixed(2)} | ${round(figures.perSecond)}`
    : "– | – | –";
}

function round(value: number): string {
  return value < 10 ? value.toFixed(1) : count(Math.round(value));
}

function count(value: number): string {
  return value.toLocaleString("en");
}
