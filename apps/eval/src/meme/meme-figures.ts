import type { ArmMeasurement, ScoredAnswer } from "./measure-meme.ts";
import type { Arm } from "./meme-writes.ts";

/** A share: `count` of `of` answers. */
export interface MemeFigure {
  readonly measure: string;
  readonly count: number;
  readonly of: number;
}

export interface ArmFigures {
  readonly arm: Arm;
  readonly figures: readonly MemeFigure[];
}

type Test = (answer: ScoredAnswer) => boolean;

/** Tasks about facts that change: they count only where the same was answered rightly before. */
const FILTERED_TASKS: readonly ScoredAnswer["task"][] = ["Del", "Cas", "Abs"];

/** What is counted, among which answers. */
const MEASURES: readonly (readonly [measure: string, among: Test, test: Test])[] = [
  ["exact recall", isTask("ER"), hasGold],
  ["aggregation", isTask("Agg"), hasGold],
  ["tracking", isTask("Tr"), hasGold],
  ["deletion", isTask("Del"), (answer) => !answer.hasGold],
  ["cascade found", isTask("Cas"), hasGold],
  ["cascade found, one hop", isTask("Cas", 1), hasGold],
  ["cascade found, two hops", isTask("Cas", 2), hasGold],
  ["cascade strict", isTask("Cas"), isStrict],
  ["cascade strict, one hop", isTask("Cas", 1), isStrict],
  ["cascade strict, two hops", isTask("Cas", 2), isStrict],
  ["absence", isTask("Abs"), doubtsOldValue],
  ["absence, one hop", isTask("Abs", 1), doubtsOldValue],
  ["absence, two hops", isTask("Abs", 2), doubtsOldValue],
  ["calm values", isTask("calm"), hasGold],
  ["calm doubts", isTask("calm"), (answer) => answer.doubts],
  ["calm values without doubt", isTask("calm"), (answer) => answer.hasGold && !answer.doubts],
  ["rules applied where calm", isTask("calm"), (answer) => answer.appliesRule],
  ["absence, flawed golds", ({ task, isFlawed }) => task === "Abs" && isFlawed, doubtsOldValue],
];

const BEFORE_MEASURES: readonly (readonly [measure: string, among: Test])[] = [
  ["right before the change, deletion", isTask("Del")],
  ["right before the change, cascade", isTask("Cas")],
  ["right before the change, absence", isTask("Abs")],
];

export function figuresOfArm({ arm, answers }: Pick<ArmMeasurement, "arm" | "answers">): ArmFigures {
  const figures = MEASURES.map(([measure, among, test]) => {
    const members = answers.filter((one) => among(one) && (one.rightBefore || !FILTERED_TASKS.includes(one.task)));
    return { measure, count: members.filter(test).length, of: members.length };
  });
  // What the filter leaves out is a loss, too.
  const before = BEFORE_MEASURES.map(([measure, among]) => {
    const members = answers.filter(among);
    return { measure, count: members.filter(({ rightBefore }) => rightBefore).length, of: members.length };
  });
  return { arm, figures: [...figures, ...before] };
}

function isTask(task: ScoredAnswer["task"], hop?: number): Test {
  return (answer) => answer.task === task && !answer.isFlawed && (hop === undefined || answer.hop === hop);
}

function hasGold(answer: ScoredAnswer): boolean {
  return answer.hasGold;
}

function isStrict(answer: ScoredAnswer): boolean {
  return answer.hasGold && !answer.hasOldValue;
}

function doubtsOldValue(answer: ScoredAnswer): boolean {
  return answer.doubtsOldValue;
}
