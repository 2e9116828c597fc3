import { expect, it } from "vitest";
import { secondClaim } from "./clauses.ts";

it.each([
  ["Tea keeps me awake and coffee makes me nervous", null],
  ["Tea keeps me awake and it makes me nervous", "it makes me nervous"],
  ["Ada lives in Berlin; Grace moved to Paris", "Grace moved to Paris"],
  ["Jolene has a partner but they are not married yet", "they are not married yet"],
  ["The shop is doing great and it's a wild ride", "it's a wild ride"],
  ["Sleep helps memory, while the alarm breaks it", "the alarm breaks it"],
  ["The index is small, so the search takes a millisecond", "the search takes a millisecond"],
])("finds the second claim of: %s", (title, second) => {
  const start = secondClaim(title);
  expect(start === null ? null : title.slice(start)).toBe(second);
});

it.each([
  "Bats and owls hunt at night",
  "She has a dog named Luna and a cat named Oliver",
  "He likes the garage and the cars he worked on",
  "I listen to music while I cook",
  "We cache it so that the page loads fast",
  "Ada thinks that tea helps and the coffee harms",
  "Health and safety",
  "and",
  "; ;",
  "",
])("finds one claim in: %s", (title) => {
  expect(secondClaim(title)).toBeNull();
});
