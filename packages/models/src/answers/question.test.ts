import { describe, expect, it } from "vitest";
import { parseQuestion } from "./question.ts";

describe("question", () => {
  it.each([
    ["Who invented the telephone?", "who"],
    ["Whose birthday is it?", "who"],
    ["When did we move?", "when"],
    ["In which year did we move?", "when"],
    ["Where do I keep the keys?", "where"],
    ["What city was she born in?", "where"],
    ["How many people are on the team?", "count"],
    ["How much does the server cost?", "amount"],
    ["What is the price of the plan?", "amount"],
    ["How long have they known each other?", "duration"],
    ["Why did we choose SQLite?", "why"],
    ["Is the gateway behind a proxy?", "yes-no"],
    ["Didn't we agree on that?", "yes-no"],
    ["What did Ada do when she was young?", "open"],
    ["How do I remember what I learn?", "open"],
    ["spaced repetition", "open"],
    ["", "open"],
  ])("%j asks for %s", (query, type) => {
    expect(parseQuestion(query).type).toBe(type);
  });

  it("is about its words that count, without those that tell its type", () => {
    expect([...parseQuestion("How many people are on the platform team?").stems]).toEqual([
      "peopl",
      "platform",
      "team",
    ]);
    expect([...parseQuestion("In which year did we move the office?").stems]).toEqual(["move", "offic"]);
  });

  it("knows the names that it holds", () => {
    expect([...parseQuestion("What did Ada Lovelace write to Babbage?").names]).toEqual(["ada", "lovelac", "babbag"]);
    expect([...parseQuestion("Which song does the choir sing?").names]).toEqual([]);
    expect([...parseQuestion("WHY DOES IT ALWAYS RAIN").names]).toEqual([]);
  });
});
