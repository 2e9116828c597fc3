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

  it("has the stems of its words, without stop words and those that tell its type", () => {
    expect([...parseQuestion("How many people are on the platform team?").stems]).toEqual([
      "peopl",
      "platform",
      "team",
    ]);
    expect([...parseQuestion("In which year did we move the office?").stems]).toEqual(["move", "offic"]);
  });

  it("finds the names in it", () => {
    expect([...parseQuestion("What did Ada Lovelace write to Babbage?").names]).toEqual(["ada", "lovelac", "babbag"]);
    expect([...parseQuestion("Which song does the choir sing?").names]).toEqual([]);
    expect([...parseQuestion("WHY DOES IT ALWAYS RAIN").names]).toEqual([]);
  });

  it("does not take a month for a name", () => {
    expect([...parseQuestion("What did Ada do in March on a Friday?").names]).toEqual(["ada"]);
  });

  it.each([
    "Which bands has Dave enjoyed?",
    "What kinds of soup are there?",
    "What tools do we use?",
    "What has Melanie painted?",
    "What are our goals?",
    "What helps against forgetting?",
    "List the ports",
  ])("%j asks for several things", (query) => {
    expect(parseQuestion(query).many).toBe(true);
  });

  it.each(["What is the address?", "What does Ada like?", "Which class is it?", "Who was there?", "What was his bus?"])(
    "%j asks for one thing",
    (query) => {
      expect(parseQuestion(query).many).toBe(false);
    },
  );

  it("finds out whether it asks for the newest or the oldest", () => {
    expect(parseQuestion("What is the latest version?").order).toBe("newest");
    expect(parseQuestion("When did we first meet?").order).toBe("oldest");
    expect(parseQuestion("What did we ship last week?").order).toBeNull();
  });

  it.each([
    ["What does the oat bread cost?", "amount"],
    ["How often does it rain?", "frequency"],
    ["Wann zieht Jürgen um?", "when"],
    ["Warum ist der Zug so laut?", "why"],
    ["Ist der Keller trocken?", "yes-no"],
    ["Où est la clé ?", "where"],
    ["Combien de temps dure le trajet ?", "duration"],
    ["Est-ce que la cave est sèche ?", "yes-no"],
    ["¿Cuánto cuesta el pan?", "amount"],
    ["¿Está abierta la tienda?", "yes-no"],
  ])("%s asks for %s", (query, type) => {
    expect(parseQuestion(query).type).toBe(type);
  });

  it.each([
    ["Give me an overview of the garden.", "overview"],
    ["What do I know about bees?", "overview"],
    ["Compare the canoe and the kayak.", "comparison"],
    ["Which is better for the lawn, moss or clover?", "comparison"],
    ["What helps against moss?", null],
  ])("%s has the shape %s", (query, shape) => {
    expect(parseQuestion(query).shape).toBe(shape);
  });

  it.each([
    ["What is the password of our printer?", ["password", "printer"]],
    ["Is Grace allergic to cashews?", ["grace", "cashew"]],
    ["What is new in release 7.2?", ["releas", "7.2"]],
    ["What did we do to save time in 2023?", []],
  ])("%s names things: %j", (query, things) => {
    expect([...parseQuestion(query).things]).toEqual(things);
  });

  it.each([
    ["And why?", false],
    ["What about the other one?", false],
    ["Und warum?", false],
    ["Et pourquoi ?", false],
    ["¿Y por qué?", false],
    ["Why did Grace leave?", true],
    ["When is it due to rain again in the valley?", true],
    ["spaced repetition", true],
  ])("%s names a subject: %s", (query, hasSubject) => {
    expect(parseQuestion(query).hasSubject).toBe(hasSubject);
  });
});
