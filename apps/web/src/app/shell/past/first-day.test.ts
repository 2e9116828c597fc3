import { DAY_MS } from "@knote/contract";
import { expect, it } from "vitest";
import { dayOf } from "../../../kit/days.ts";
import { findFirstDay } from "./first-day.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");

/** Answers as the server does for notes of these times. */
function notesOf(times: readonly string[]) {
  const questions: string[] = [];
  return {
    questions,
    async newestBefore(day: string) {
      questions.push(day);
      return (
        times
          .filter((time) => time.slice(0, 10) < day)
          .toSorted()
          .at(-1) ?? null
      );
    },
  };
}

it.each([
  [["2026-03-10T00:00:00.000Z"], "2026-03-10"],
  [["2026-03-09T23:59:59.999Z", "2026-03-10T08:00:00.000Z"], "2026-03-09"],
  [["2026-02-08T10:00:00.000Z"], "2026-02-08"],
  [["1970-01-01T00:00:00.000Z", "2026-03-01T10:00:00.000Z"], "1970-01-01"],
  [["2003-07-05T10:00:00.000Z", "2003-07-06T10:00:00.000Z", "2026-01-01T10:00:00.000Z"], "2003-07-05"],
])("finds the first day of %j", async (times, day) => {
  expect(await findFirstDay(notesOf(times).newestBefore, NOW)).toBe(day);
});

it("finds it among notes of every day", async () => {
  const times = Array.from({ length: 900 }, (_, index) => new Date(NOW - index * DAY_MS).toISOString());
  const { newestBefore, questions } = notesOf(times);
  expect(await findFirstDay(newestBefore, NOW)).toBe(dayOf(NOW - 899 * DAY_MS));
  expect(questions.length).toBeLessThan(20);
});

it("finds none where there are no notes", async () => {
  const { newestBefore, questions } = notesOf([]);
  expect(await findFirstDay(newestBefore, NOW)).toBeNull();
  expect(questions).toHaveLength(1);
});
