import { describe, expect, it } from "vitest";
import { typeMatchOf } from "./type-match.ts";
import type { QuestionType } from "./language/question-language.ts";
import { parseQuestion, type Question } from "./question.ts";

describe("type match", () => {
  it.each<[QuestionType, string, string]>([
    ["who", "The telephone was patented by Bell.", "The telephone was patented early."],
    ["who", "My sister fixed it.", "It was fixed."],
    ["when", "We moved on 3 May 2021.", "We moved the office."],
    ["when", "It starts at 10:30.", "It starts soon enough."],
    ["when", "We moved last week.", "We may move."],
    ["where", "She was born in Lisbon.", "She was born in May."],
    ["where", "The keys are at the office.", "The keys are lost."],
    ["count", "There are seven engineers.", "There are engineers."],
    ["count", "It has 12 seats.", "It was bought on 12 May 2020."],
    ["count", "1500 people came.", "Many came in 1999, on May 3, 2001 and on 23 March, 2023."],
    ["amount", "The plan is €9 a month.", "The plan is monthly."],
    ["duration", "They have known each other for four years.", "They know each other."],
    ["why", "We chose it because it needs no server.", "We chose it."],
  ])("%s: in %j, not in %j", (type, sentence, without) => {
    expect(typeMatchOf(asking(type), sentence)).toBeGreaterThan(0);
    expect(typeMatchOf(asking(type), without)).toBe(0);
  });

  it("ignores a name from the question, and is weaker for a name that begins a sentence", () => {
    expect(typeMatchOf(asking("who", "bell"), "The call was made by Bell.")).toBe(0);
    expect(typeMatchOf(asking("who"), "Bell made the call.")).toBe(0.75);
  });

  it("is 0 when the question does not tell what kind of thing it asks for", () => {
    expect(typeMatchOf(asking("open"), "On 3 May Bell made 7 calls in Lisbon.")).toBe(0);
  });

  it("is clearer for a number beside what is counted, and for a sum where money is asked for", () => {
    const seats = parseQuestion("How many seats are there?");
    expect(typeMatchOf(seats, "It has 12 seats.")).toBe(1);
    expect(typeMatchOf(seats, "It has seats in 12 rows of a hall.")).toBeLessThan(1);
    const cost = parseQuestion("What does the boat cost?");
    expect(typeMatchOf(cost, "The boat was 900 euros.")).toBe(1);
    expect(typeMatchOf(cost, "The boat is 9 metres long.")).toBe(0);
  });
});

function asking(type: QuestionType, ...stems: string[]): Question {
  return { ...parseQuestion("?"), type, stems: new Set(stems) };
}
