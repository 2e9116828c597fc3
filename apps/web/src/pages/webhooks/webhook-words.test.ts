import { expect, it } from "vitest";
import { isAccepted, labelOf, outcomeSentence, stopSentence } from "./webhook-words.ts";

it("calls a webhook by its name, or by the host that it calls", () => {
  expect(labelOf({ name: "Backup", url: "https://hooks.example.com/a" })).toBe("Backup");
  expect(labelOf({ name: "", url: "https://hooks.example.com:8443/a?key=1" })).toBe("hooks.example.com:8443");
});

it("says why a webhook is stopped, and nothing of one that is not", () => {
  expect(stopSentence({ stopped_because: "gone" })).toBe("It was stopped because the receiver answered 410 (gone).");
  expect(stopSentence({ stopped_because: null })).toBeNull();
});

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
