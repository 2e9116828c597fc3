import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gatherText } from "./gather-text.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function gathering() {
  const shownPieces: string[] = [];
  return { shownPieces, text: gatherText((piece) => shownPieces.push(piece)) };
}

it("shows the first piece at once, and pieces in quick succession together", () => {
  const { shownPieces, text } = gathering();
  for (let piece = 0; piece < 1_000; piece++) text.add("a");
  expect(shownPieces).toEqual(["a"]);
  vi.advanceTimersByTime(80);
  expect(shownPieces).toEqual(["a", "a".repeat(999)]);
  vi.runAllTimers();
  text.add("b");
  expect(shownPieces.at(-1)).toBe("b");
});

it("does not show dropped text", () => {
  const { shownPieces, text } = gathering();
  text.add("a");
  text.add("b");
  text.drop();
  vi.runAllTimers();
  expect(shownPieces).toEqual(["a"]);
});
