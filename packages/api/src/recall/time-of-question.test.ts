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
    ["What did I write yesterday?", "2026-03-17", "2026-03-18"],
    ["What did I learn last week?", "2026-03-09", "2026-03-16"],
    ["What did I learn this week?", "2026-03-16", "2026-03-23"],
    ["What did I learn last month?", "2026-02-01", "2026-03-01"],
    ["What did I learn three months ago?", "2025-12-01", "2026-01-01"],
    ["What did I learn 10 days ago?", "2026-03-08", "2026-03-09"],
    ["What did I learn last year?", "2025-01-01", "2026-01-01"],
  ])("reads the time of %j", (question, from, to) => {
    const { span } = timeOfQuestion(question, NOW);
    expect([iso(span!.from), iso(span!.to)]).toEqual([from, to]);
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
    expect(timeOfQuestion(question, NOW)).toEqual({ span: null, order });
  });
});

function iso(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : null;
}
