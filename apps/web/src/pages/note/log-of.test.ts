import { expect, it } from "vitest";
import { logOf } from "./log-of.ts";

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, "0")}:00:00.000Z`;

it("tells of each stance what it changed, and of each outcome what came, newest first", () => {
  const expects = "It lasts.";
  const lines = logOf({
    stances: [
      { at: at(1), confidence: 0.7, expects: null, review_on: "2026-06-01" },
      { at: at(2), confidence: 0.7, expects, review_on: "2026-06-01" },
      { at: at(5), confidence: 0, expects, review_on: null },
    ],
    outcomes: [
      { at: at(3), outcome: "came_false", text: "It did not." },
      { at: at(4), outcome: null, text: null },
      { at: at(6), outcome: "mixed", text: null },
    ],
  });
  expect(lines).toEqual([
    { at: at(6), words: "It came true in part", text: null },
    { at: at(5), words: "0 % sure, no day to look again", text: null },
    { at: at(4), words: "Outcome withdrawn", text: null },
    { at: at(3), words: "It came false", text: "It did not." },
    { at: at(2), words: "Expects", text: expects },
    { at: at(1), words: "70 % sure, look again on June 1, 2026", text: null },
  ]);
});

it("is empty without a log", () => {
  expect(logOf({ stances: [], outcomes: [] })).toEqual([]);
});
