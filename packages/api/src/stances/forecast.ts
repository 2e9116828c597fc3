import { DAY_MS, type Outcome } from "@knote/contract";
import type { StanceEntry } from "../ports/stance-store.ts";

/** What of a log can be scored: how sure its owner was before it was known what came. */
export interface Forecast {
  readonly noteId: string;
  readonly outcome: Outcome;
  /** When the outcome was recorded, ISO 8601. A correction keeps that time; one after a withdrawal has its own. */
  readonly settledAt: string;
  /** The last confidence that is at least 24 h older than that; null without one. */
  readonly confidence: number | null;
  /** The first confidence of all; null without one. */
  readonly firstConfidence: number | null;
}

/** Reads a log, oldest entry first. Null while no outcome stands. */
export function forecastOf(log: readonly StanceEntry[]): Forecast | null {
  const last = log.at(-1);
  if (!last || last.outcome === null) return null;
  const lastOpen = log.findLastIndex(({ kind }) => kind !== "outcome");
  const settledAt = log[lastOpen + 1]!.at;
  const latest = Date.parse(settledAt) - DAY_MS;
  const sureEntries = log.filter(({ kind, confidence }) => kind === "stance" && confidence !== null);
  const before = sureEntries.findLast(({ at }) => Date.parse(at) <= latest);
  return {
    noteId: last.noteId,
    outcome: last.outcome,
    settledAt,
    confidence: before?.confidence ?? null,
    firstConfidence: sureEntries[0]?.confidence ?? null,
  };
}
