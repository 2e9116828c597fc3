import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gatherText } from "./gather-text.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function gathering() {
  const shown: string[] = [];
  return { shown, text: gatherText((piece) => shown.push(piece)) };
}

it("shows the first piece at once, and pieces in quick succession together", () => {
  const { shown, text } = gathering();
  for (let piece = 0; piece < 1_000; piece++) text.add("a");
  expect(shown).toEqual(["a"]);
  vi.advanceTimersByTime(80);
  expect(shown).toEqual(["a", "a".repeat(999)]);
  vi.runAllTimers();
  text.add("b");
  expect(shown.at(-1)).toBe("b");
});

it("does not show dropped text", () => {
  const { shown, text } = gathering();
  text.add("a");
  text.add("b");
  text.drop();
  vi.runAllTimers();
  expect(shown).toEqual(["a"]);
});
