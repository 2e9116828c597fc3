import type { SyncResult } from "@knote/sync";
import { expect, it } from "vitest";
import { exitCodeOf, planText, resultText } from "./sync-texts.ts";

const ALIKE: SyncResult = { acts: new Map(), holds: [], guards: [], failures: [], conflicts: [], isAlike: true };
const hold = (path: string, reason: "empty" | "ignored") => ({ path, reason, detail: "Why." });

it("lists ten of many, and shows no sign that a terminal obeys", () => {
  const holds = Array.from({ length: 12 }, (_, index) => hold(`\u001b]0;evil\u0007${index}.md`, "empty"));
  const text = planText({ acts: [], holds, guards: [] });
  expect(text).toMatch(
    /^ {2}held, until they can be read: 12\n(?: {4}\?\]0;evil\?\d\.md: Why\.\n){10} {4}and 2 more\n$/,
  );
});

it("says in a word that there is nothing to do, and nothing of what is ignored", () => {
  expect(planText({ acts: [{ act: "wait", place: "a.md" }], holds: [hold("a.md", "ignored")], guards: [] })).toBe(
    "Both sides are alike.\n",
  );
  expect(resultText({ ...ALIKE, holds: [hold("a.md", "ignored")] })).toBe("Both sides are alike.\n");
});

it.each([
  [{}, 0],
  [{ holds: [hold("a.md", "ignored")] }, 0],
  [{ holds: [hold("a.md", "empty")] }, 1],
  [{ conflicts: ["Owls (conflict)"] }, 1],
  [{ isAlike: false }, 1],
] as const)("of a result with %j has the exit code %i", (changes, code) => {
  expect(exitCodeOf({ ...ALIKE, ...changes })).toBe(code);
});
