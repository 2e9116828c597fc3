import { expect, it } from "vitest";
import { synthesisOf } from "./synthesis.ts";

const sources = [{ id: "n1", title: "Naps [short] help", similarity: 0.5 }];

it("takes the first cited statement as its claim, and lists the notes behind the numbers", () => {
  expect(
    synthesisOf({ question: "How long?", answer: "Your notes say:\n\n- Naps of **20 minutes** help. [1]", sources }),
  ).toEqual({
    title: "Naps of 20 minutes help",
    content: "Your notes say:\n\n- Naps of **20 minutes** help. [1]\n\n1. [Naps \\[short\\] help](/notes/n1)",
  });
});

it("takes the question when no statement is cited, or when it is too long", () => {
  expect(synthesisOf({ question: "How long?", answer: "Nobody knows.", sources: [] })).toEqual({
    title: "How long?",
    content: "Nobody knows.",
  });
  expect(synthesisOf({ question: "How long?", answer: `${"x".repeat(301)} [1]`, sources }).title).toBe("How long?");
});
