import { expect, it } from "vitest";
import { isAccepted, outcomeSentence } from "./attempt-words.ts";

it.each([
  [{ error: null, status: 204 }, "The receiver answered 204.", true],
  [{ error: null, status: 299 }, "The receiver answered 299.", true],
  [{ error: null, status: 199 }, "The receiver answered 199.", false],
  [{ error: null, status: 300 }, "The receiver answered 300.", false],
  [{ error: "redirect", status: 301 }, "The answer was a redirect, which is not followed.", false],
  [{ error: "timeout", status: null }, "No answer within 15 s.", false],
] as const)("says what came of an attempt: %o", (attempt, sentence, isSuccess) => {
  expect(outcomeSentence(attempt)).toBe(sentence);
  expect(isAccepted(attempt)).toBe(isSuccess);
});
