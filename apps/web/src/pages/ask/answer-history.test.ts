import { expect, it } from "vitest";
import { memoryStorage } from "../../testing/memory-storage.ts";
import { createAnswerHistory, type KeptAnswer } from "./answer-history.ts";

function anAnswer(question: string, answer = "Yes."): KeptAnswer {
  const askedAt = "2026-03-01T12:00:00.000Z";
  return { question, answer, sources: [], model: "m", askedAt, capable: false, fellBack: false };
}

it("keeps answers newest first, one per question, across reloads", () => {
  const storage = memoryStorage();
  const history = createAnswerHistory(storage);
  history.keep(anAnswer("a"));
  history.keep(anAnswer("b"));
  history.keep(anAnswer("a", "No."));
  const reloadedHistory = createAnswerHistory(storage);
  expect(reloadedHistory.list.map(({ question, answer }) => [question, answer])).toEqual([
    ["a", "No."],
    ["b", "Yes."],
  ]);
  expect(reloadedHistory.find("b")).toEqual(anAnswer("b"));
  expect(reloadedHistory.find("c")).toBeNull();
});

it("deletes one answer, or all", () => {
  const history = createAnswerHistory(memoryStorage());
  history.keep(anAnswer("a"));
  history.keep(anAnswer("b"));
  history.forget("a");
  expect(history.list).toEqual([anAnswer("b")]);
  history.clear();
  expect(history.list).toEqual([]);
});

it("is bounded in number and in size", () => {
  const history = createAnswerHistory(memoryStorage());
  for (let index = 0; index < 60; index++) history.keep(anAnswer(`q${index}`));
  expect(history.list).toHaveLength(50);
  expect(history.list[0]!.question).toBe("q59");
  history.keep(anAnswer("long", "x".repeat(399_990)));
  expect(history.list.length).toBeLessThan(10);
  expect(history.list[0]!.question).toBe("long");
});

it("works without entries that cannot be read or written", () => {
  const storage = memoryStorage();
  storage.setItem("knote.answers", "{broken");
  expect(createAnswerHistory(storage).list).toEqual([]);
  storage.setItem("knote.answers", JSON.stringify([{ question: 1 }, null]));
  const history = createAnswerHistory(storage);
  expect(history.list).toEqual([]);
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  history.keep(anAnswer("a"));
  expect(history.list).toEqual([anAnswer("a")]);
});
