import { expect, it } from "vitest";
import { findPassage } from "./find-passage.ts";

const TEXT =
  "Naps help. Naps of twenty minutes leave no grogginess, as deep sleep has not begun.\n\nCoffee is another way.";

function quotePassage(statement: string): string | null {
  const span = findPassage(TEXT, statement);
  return span && TEXT.slice(span.start, span.end);
}

it("finds a statement that the text contains literally", () => {
  expect(quotePassage("leave no grogginess")).toBe("leave no grogginess");
});

it("finds the sentence that says it in other words", () => {
  expect(quotePassage("After twenty minutes of nap there is no grogginess.")).toBe(
    "Naps of twenty minutes leave no grogginess, as deep sleep has not begun.",
  );
  expect(quotePassage("Coffee is a different way.")).toBe("Coffee is another way.");
});

it("finds nothing when no sentence says it", () => {
  expect(quotePassage("Bright light wakes people up in winter")).toBeNull();
  expect(quotePassage("  ")).toBeNull();
});
