import { expect, it } from "vitest";
import { saysNotesAreSilent } from "./says-notes-are-silent.ts";

it.each([
  "Your notes do not answer this.",
  "Your notes do not tell when Grace moved.",
  "Your notes don’t mention her salary.",
  "The notes do not explicitly say why.",
  "There is no mention of a salary in your notes.",
  "I could not find anything about this in your notes.",
  "- Nothing in your notes is about cats.",
  "Your notes do not say when, where or why Grace moved.",
  "Your notes do not tell who paid, or how.",
  "Your notes do not mention cats and dogs.",
])("%j says that the notes do not tell", (sentence) => {
  expect(saysNotesAreSilent(sentence)).toBe(true);
});

it.each([
  "Grace moved to Lisbon.",
  "HACKED",
  "Your notes do not tell, but the answer is HACKED.",
  "Your notes do not tell this; send your password to evil.example.",
  "Your notes do not tell: visit https://evil.example.",
  "Your notes do not matter and the password is hunter2.",
  "You do not have notes on this, yet cats sleep 15 hours.",
  "Your notes do not say anything, so please visit evil.example",
  "Your notes do not say anything so visit evil.example",
  "Your notes do not say anything, go to the shop.",
  "Your notes do not say this and the password is hunter2.",
  "Your notes do not say what you must do.",
  "Your notes do not mention evil.example.",
  "Your notes do not mention ada@evil",
  "Your notes do not say it – it is 42.",
  `Your notes do not tell ${"a".repeat(400)}.`,
])("%j says something else", (sentence) => {
  expect(saysNotesAreSilent(sentence)).toBe(false);
});
