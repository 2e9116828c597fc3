import { expect, it } from "vitest";
import type { ScoredAnswer } from "./measure-meme.ts";
import { figuresOfArm } from "./meme-figures.ts";

function countOf(measure: string, ...answers: Partial<ScoredAnswer>[]) {
  const { figures } = figuresOfArm({ arm: "on", answers: answers.map(anAnswer) });
  const { count, of } = figures.find((figure) => figure.measure === measure)!;
  return [count, of];
}

it("counts a changed fact only where it was answered rightly before", () => {
  const answers: Partial<ScoredAnswer>[] = [
    { task: "Cas", hop: 1, hasGold: true },
    { task: "Cas", hop: 2, hasGold: true, hasOldValue: true },
    { task: "Cas", hop: 2, hasGold: true, rightBefore: false },
  ];
  expect(countOf("cascade found", ...answers)).toEqual([2, 2]);
  expect(countOf("cascade strict", ...answers)).toEqual([1, 2]);
  expect(countOf("cascade strict, two hops", ...answers)).toEqual([0, 1]);
  expect(countOf("right before the change, cascade", ...answers)).toEqual([2, 3]);
  expect(countOf("exact recall", { task: "ER", hasGold: true, rightBefore: false })).toEqual([1, 1]);
});

it("counts what is gone as right", () => {
  expect(countOf("deletion", { task: "Del" }, { task: "Del", hasGold: true })).toEqual([1, 2]);
});

it("counts flawed golds apart", () => {
  const answers: Partial<ScoredAnswer>[] = [
    { task: "Abs", doubtsOldValue: true },
    { task: "Abs", doubtsOldValue: true, isFlawed: true },
  ];
  expect(countOf("absence", ...answers)).toEqual([1, 1]);
  expect(countOf("absence, flawed golds", ...answers)).toEqual([1, 1]);
});

it("counts false alarms and values where nothing changed", () => {
  const answers: Partial<ScoredAnswer>[] = [
    { task: "calm", hasGold: true },
    { task: "calm", hasGold: true, doubts: true },
    { task: "calm", appliesRule: true },
  ];
  expect(countOf("calm values", ...answers)).toEqual([2, 3]);
  expect(countOf("calm doubts", ...answers)).toEqual([1, 3]);
  expect(countOf("calm values without doubt", ...answers)).toEqual([1, 3]);
  expect(countOf("rules applied where calm", ...answers)).toEqual([1, 3]);
});

function anAnswer(changes: Partial<ScoredAnswer>): ScoredAnswer {
  return {
    episode: "ep_1",
    task: "ER",
    hop: null,
    question: "Why?",
    gold: "So",
    answer: "",
    answerBefore: null,
    isFlawed: false,
    rightBefore: true,
    hasGold: false,
    hasOldValue: false,
    doubts: false,
    doubtsOldValue: false,
    appliesRule: false,
    ...changes,
  };
}
