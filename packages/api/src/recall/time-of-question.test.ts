import { describe, expect, it } from "vitest";
import { timeOfQuestion } from "./time-of-question.ts";

/** A Wednesday. */
const NOW = Date.parse("2026-03-18T12:00:00Z");

describe("timeOfQuestion", () => {
  it.each([
    ["What did I buy in March 2023?", "2023-03-01", "2023-04-01"],
    ["What happened on 3 October 2023?", "2023-10-03", "2023-10-04"],
    ["What did I believe before May 2021?", null, "2021-05-01"],
    ["What changed since 2024-02-10?", "2024-02-10", null],
    ["What did I decide after March 2023 and before June 2023?", "2023-03-01", "2023-06-01"],
    ["What happened between August and November 2023?", "2023-11-01", "2023-12-01"],
    ["What happened between 1 May 2023 and 3 May 2023?", "2023-05-01", "2023-05-04"],
    ["What did I read from January 2023 to March 2023?", "2023-01-01", "2023-04-01"],
    ["What do my notes from May 2023 say?", "2023-05-01", "2023-06-01"],
    ["Show me notes from 2023.", "2023-01-01", "2024-01-01"],
    ["What changed from May 2023 on?", "2023-05-01", null],
    ["What changed from May 2023 onwards?", "2023-05-01", null],
    ["What have I learned from 2024-02-10 onward?", "2024-02-10", null],
    ["What have I read from January 2023 up to now?", "2023-01-01", null],
    ["What did I read from January 2023 until March 2023?", "2023-01-01", "2023-03-01"],
    ["What did I do from 2019 to 2023?", "2019-01-01", "2024-01-01"],
    ["What did I do between 2019 and 2023?", "2019-01-01", "2024-01-01"],
    ["What did I do in 2019–2023?", "2019-01-01", "2024-01-01"],
    ["What did I do in 2019 through 2023?", "2019-01-01", "2024-01-01"],
    ["What did I note from May 2023 on owls?", "2023-05-01", "2023-06-01"],
    ["What did I write yesterday?", "2026-03-17", "2026-03-18"],
    ["What did I learn last week?", "2026-03-09", "2026-03-16"],
    ["What did I learn this week?", "2026-03-16", "2026-03-23"],
    ["What did I learn last month?", "2026-02-01", "2026-03-01"],
    ["What did I learn three months ago?", "2025-12-01", "2026-01-01"],
    ["What did I learn 10 days ago?", "2026-03-08", "2026-03-09"],
    ["What did I learn last year?", "2025-01-01", "2026-01-01"],
  ])("reads the time of %j", (question, from, to) => {
    expect(timesOf(question)).toEqual([[from, to]]);
  });

  it.each([
    ["How does what I wrote in 2020 compare with 2023?", ["2020-01-01", "2021-01-01"], ["2023-01-01", "2024-01-01"]],
    ["What I wrote in 2020 compared with 2023?", ["2020-01-01", "2021-01-01"], ["2023-01-01", "2024-01-01"]],
    ["Owls in May 2020 and in May 2023?", ["2020-05-01", "2020-06-01"], ["2023-05-01", "2023-06-01"]],
    ["Is my note from 2020 at odds with 2023?", ["2020-01-01", "2021-01-01"], ["2023-01-01", "2024-01-01"]],
    ["Did I change my mind between 2020 in Rome and 2023?", ["2020-01-01", "2021-01-01"], ["2023-01-01", "2024-01-01"]],
  ])("reads two separate times of %j", (question, ...times) => {
    expect(timesOf(question)).toEqual(times);
  });

  it.each([
    ["What is the latest version of the plan?", "newest"],
    ["What do I currently believe about owls?", "newest"],
    ["What is my most recent decision?", "newest"],
    ["What was my earliest note on owls?", "oldest"],
    ["What did I originally decide?", "oldest"],
    ["Who was the first president?", null],
    ["What did she see recently?", null],
    ["What do owls eat?", null],
  ] as const)("reads the order of %j", (question, order) => {
    expect(timeOfQuestion(question, NOW)).toEqual({ spans: [], order });
  });
});

function timesOf(question: string): (string | null)[][] {
  return timeOfQuestion(question, NOW).spans.map(({ from, to }) => [iso(from), iso(to)]);
}

function iso(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : null;
}
