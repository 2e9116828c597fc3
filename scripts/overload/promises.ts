import { type OverloadReport, msWithin, selectServed } from "./run-overload.ts";
import { KINDS } from "./send.ts";

const MOST_RSS_MIB = 768;
const MOST_RECOVERY_SECONDS = 10;
/** The longest wait for a turn, plus time for the work on a busy machine. */
const MOST_P99_MS = 30_000;
/** The share of the capacity that must still be served. */
const LEAST_SERVED = 0.3;

/** Returns the promises that the server broke under overload. */
export function brokenPromises(report: OverloadReport): string[] {
  const { outcomes, seconds, capacity, maxRssMiB, healthFaults, recoverySeconds, lostCount } = report;
  const successes = selectServed(outcomes);
  const faults = Object.entries(Object.groupBy(outcomes, ({ fault }) => fault ?? "")).flatMap(([fault, of]) =>
    fault === "" ? [] : [`${of!.length} × ${fault}`],
  );
  const rate = successes.length / seconds;
  return [
    ...faults.slice(0, 20),
    ...[...new Set(healthFaults)].slice(0, 5),
    ...(outcomes.some(({ status }) => status === 503) ? [] : ["nothing was shed: the server was not overloaded"]),
    ...(rate < LEAST_SERVED * capacity
      ? [`only ${Math.round(rate)} of ${Math.round(capacity)} requests per second were served`]
      : []),
    ...(msWithin(successes, 0.99) > MOST_P99_MS ? [`p99 of served requests is over ${MOST_P99_MS / 1000} s`] : []),
    ...(maxRssMiB > MOST_RSS_MIB ? [`memory reached ${Math.round(maxRssMiB)} MiB, more than ${MOST_RSS_MIB}`] : []),
    ...(recoverySeconds > MOST_RECOVERY_SECONDS ? [`recovery took ${recoverySeconds} s`] : []),
    ...(lostCount > 0 ? [`${lostCount} acknowledged notes are lost`] : []),
  ];
}

/** Renders the figures as a table. */
export function reportTable({ outcomes, seconds, ...report }: OverloadReport): string {
  const rows = [...KINDS, "all" as const].map((kind) => {
    const of = kind === "all" ? outcomes : outcomes.filter((outcome) => outcome.kind === kind);
    const successes = selectServed(of);
    const shed = of.filter(({ status }) => status === 503).length;
    const times = [0.5, 0.99].map((share) => `${Math.round(msWithin(successes, share))} ms`);
    return `| ${kind} | ${of.length} | ${successes.length} | ${shed} | ${of.length - successes.length - shed} | ${times.join(" | ")} |`;
  });
  const health = report.healthMs.toSorted((one, other) => one - other);
  return `| | offered | served | shed | failed | p50 of served | p99 of served |
|---|---|---|---|---|---|---|
${rows.join("\n")}

${report.clients} clients for ${seconds} s, ${Math.round(report.capacity)} requests a second can be served, ${Math.round(selectServed(outcomes).length / seconds)} were
at most ${Math.round(report.maxRssMiB)} MiB held; /health within ${Math.round(health.at(-1) ?? Number.NaN)} ms; recovered after ${report.recoverySeconds.toFixed(1)} s
`;
}
