import { expect, it } from "vitest";
import { labelOf, stopSentence } from "./webhook-words.ts";

it("calls a webhook by its name, or by the host that it calls", () => {
  expect(labelOf({ name: "Backup", url: "https://hooks.example.com/a" })).toBe("Backup");
  expect(labelOf({ name: "", url: "https://hooks.example.com:8443/a?key=1" })).toBe("hooks.example.com:8443");
});

it("says why a webhook is stopped, and nothing of one that is not", () => {
  expect(stopSentence({ stopped_because: "gone" })).toBe("It was stopped because the receiver answered 410 (gone).");
  expect(stopSentence({ stopped_because: null })).toBeNull();
});
