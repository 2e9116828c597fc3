import type { Contender } from "./contenders.ts";
import type { FanOut } from "./fan-out.ts";
import type { Figures, Verb } from "./measure.ts";
import type { BenchFigures } from "./bench-figures.ts";

/** The least ratio of Knote's requests per second to the bare server's. */
const OF_BARE_SQLITE = {
  "create, burst": 0.55,
  "search, 2 rare words": 0.55,
  "list 50": 0.6,
  "read by id": 0.27,
} as const satisfies Partial<Record<Verb, number>>;
const OF_POCKETBASE = 1;
const MOST_FAN_OUT = 2.5;

/** Renders the ratios to the contenders, with their goals. */
export function ratios({ compared, contenders, fanOuts }: BenchFigures): string {
  const sqlite = contenders.find(({ name }) => name === "node:sqlite");
  const pocketBase = contenders.find(({ name }) => name === "PocketBase");
  const verbs = Object.entries(OF_BARE_SQLITE) as [keyof typeof OF_BARE_SQLITE, number][];
  const rows = verbs.map(([verb, goal]) => {
    const own = compared.verbs[verb];
    const [bare, theirs] = [sqlite?.verbs[verb], pocketBase?.verbs[verb]];
    return `| ${verb} | ${ratio(own, bare)} | ${goal} | ${cpuRatio(own, bare)} | ${ratio(own, theirs)} | ${OF_POCKETBASE} | ${cpuRatio(own, theirs)} |`;
  });
  const slower = [slowness(fanOuts[0], sqlite), slowness(fanOuts[0], pocketBase)];
  return `| Knote by … (requests/s; CPU of a request) | node:sqlite | goal at least | by CPU | PocketBase | goal at least | by CPU |
|---|--:|--:|--:|--:|--:|--:|
${rows.join("\n")}
| last of the stream's clients, times as long | ${slower[0]} | at most ${MOST_FAN_OUT} | | ${slower[1]} | at most 1 | |`;
}

/** Renders the goals for an ordinary machine, at the compared size. */
export function goals({ empty, compared, fanOuts }: BenchFigures): string {
  const { verbs } = compared;
  const fanOut = fanOuts.find((of): of is FanOut => typeof of === "object" && of.clients === 500);
  const worst = Object.entries(verbs).toSorted(
    ([, one], [, other]) => (other.lag?.maxMs ?? 0) - (one.lag?.maxMs ?? 0),
  )[0];
  const rows: readonly (readonly [string, number | undefined, string])[] = [
    ["create, burst, requests/s", verbs["create, burst"]?.perSecond, "≥ 2,000"],
    ["search, 2 rare words, requests/s", verbs["search, 2 rare words"]?.perSecond, "≥ 2,000"],
    ["list 50, requests/s", verbs["list 50"]?.perSecond, "≥ 1,100"],
    ["read by id, requests/s", verbs["read by id"]?.perSecond, "≥ 12,000"],
    ["create, a claim, p50 ms", verbs["create, a claim"]?.p50Ms, "≤ 8"],
    ["create, 200 words, p50 ms", verbs["create, 200 words"]?.p50Ms, "≤ 40"],
    ["search, 2 commonest words, p50 ms", verbs["search, 2 commonest words"]?.p50Ms, "≤ 25"],
    ["recall, p50 ms", verbs.recall?.p50Ms, "≤ 20"],
    ["500 clients of the stream, the last has it, p50 ms", fanOut?.lastP50Ms, "≤ 20"],
    ["start to healthy, ms", empty.startMs, "≤ 2,500"],
    ["memory idle without notes, MiB", empty.idleMiB, "≤ 260"],
    ["memory after the load, MiB", compared.busyMiB, "≤ 350"],
    [`worst delay of the event loop, ms (${worst?.[0] ?? "–"})`, worst?.[1].lag?.maxMs, "≤ 20"],
  ];
  const lines = rows.map(([what, value, goal]) => `| ${what} | ${formatFigure(value)} | ${goal} |`);
  return `### Goals, ${compared.notes.toLocaleString("en")} notes

| | here | goal |
|---|--:|--:|
${lines.join("\n")}`;
}

function ratio(own: Figures | undefined, other: Figures | undefined): string {
  return own && other ? (own.perSecond / other.perSecond).toFixed(2) : "–";
}

/** Returns the other's CPU time divided by Knote's: robust against other load on the machine. */
function cpuRatio(own: Figures | undefined, other: Figures | undefined): string {
  return own && other && !Number.isNaN(own.cpuMs) ? (other.cpuMs / own.cpuMs).toFixed(2) : "–";
}

function slowness(own: FanOut | string | undefined, contender: Contender | undefined): string {
  const theirs = contender?.fanOut;
  return typeof own === "object" && typeof theirs === "object" ? (own.lastP50Ms / theirs.lastP50Ms).toFixed(2) : "–";
}

function formatFigure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  return value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString("en");
}
