import { describe, expect, it } from "vitest";
import type { StanceEntry } from "../ports/stance-store.ts";
import { forecastOf } from "./forecast.ts";

const FIRST_DAY = Date.parse("2026-03-01T12:00:00.000Z");
const HOUR_MS = 3_600_000;

/** Makes a log of `[hours, what happened]`: a confidence, an outcome, or a withdrawal. */
function logOf(...steps: (readonly [hours: number, what: number | "came_true" | "came_false" | "withdrawn"])[]) {
  const log: StanceEntry[] = [];
  for (const [index, [hours, what]] of steps.entries()) {
    const kind = typeof what === "number" ? "stance" : what === "withdrawn" ? what : "outcome";
    log.push({
      noteId: "note",
      number: index + 1,
      at: new Date(FIRST_DAY + hours * HOUR_MS).toISOString(),
      kind,
      confidence: typeof what === "number" ? what : (log.at(-1)?.confidence ?? null),
      expects: null,
      review_on: null,
      outcome: what === "came_true" || what === "came_false" ? what : null,
      text: null,
    });
  }
  return log;
}

describe("what of a log can be scored", () => {
  it("is nothing while no outcome stands", () => {
    expect(forecastOf([])).toBeNull();
    expect(forecastOf(logOf([0, 0.7]))).toBeNull();
    expect(forecastOf(logOf([0, 0.7], [30, "came_true"], [31, "withdrawn"]))).toBeNull();
  });

  it("is the last confidence from at least 24 hours before, and the first of all", () => {
    expect(forecastOf(logOf([0, 0.5], [10, 0.6], [40, 0.9], [60, "came_true"]))).toEqual({
      noteId: "note",
      outcome: "came_true",
      settledAt: "2026-03-04T00:00:00.000Z",
      confidence: 0.6,
      firstConfidence: 0.5,
    });
    expect(forecastOf(logOf([0, 0.5], [24, "came_false"]))).toMatchObject({ confidence: 0.5 });
    expect(forecastOf(logOf([0, 0.5], [23.999, "came_false"]))).toMatchObject({
      confidence: null,
      firstConfidence: 0.5,
    });
    expect(forecastOf(logOf([0, "came_true"]))).toMatchObject({ confidence: null, firstConfidence: null });
  });

  it("keeps the time of the outcome when it is corrected, so that a correction makes nothing old enough", () => {
    const log = logOf([0, 0.5], [10, "came_true"], [40, "came_false"]);
    expect(forecastOf(log)).toMatchObject({ outcome: "came_false", confidence: null, settledAt: log[1]!.at });
  });

  it("begins again after a withdrawal", () => {
    const log = logOf([0, 0.5], [10, "came_true"], [11, "withdrawn"], [12, 0.2], [40, "came_false"]);
    expect(forecastOf(log)).toMatchObject({ outcome: "came_false", confidence: 0.2, firstConfidence: 0.5 });
  });
});
