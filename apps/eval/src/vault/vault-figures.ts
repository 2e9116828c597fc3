import { createHash } from "node:crypto";
import { VERDICTS, type Grade, type Verdict } from "./grade-answer.ts";

export interface GradedQuestion extends Grade {
  readonly key: string;
  readonly kind: string;
  readonly language: string;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly string[];
  /** Place of the first right note in what recall returns, from 1; null when it is not among them or none exists. */
  readonly rank: number | null;
  readonly isAnswerable: boolean;
  readonly ms: number;
}

export interface VaultFigures {
  readonly group: string;
  readonly n: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Answers that cite a superseded claim as if it still held. */
  readonly stale: number;
  readonly answerable: number;
  /** Answerable questions whose right note recall returns first, and among the first eight. */
  readonly first: number;
  readonly firstEight: number;
}

/** Who mends answers reads those of the first half only, so that the second tells what the mending is worth. */
const HALVES = ["first half", "second half"];

/** A row for each kind, one for each language, one for each half, and one for all. */
export function vaultFigures(questions: readonly GradedQuestion[]): VaultFigures[] {
  const kinds = Map.groupBy(questions, ({ kind }) => kind);
  const languages = Map.groupBy(questions, ({ language }) => `in ${language}`);
  const halves = HALVES.map((half) => [half, questions.filter(({ key }) => halfOf(key) === half)] as const);
  return [...kinds, ...languages, ...halves, ["all", questions] as const].map(([group, members]) =>
    figuresOf(group, members),
  );
}

function halfOf(key: string): string {
  return HALVES[createHash("sha256").update(key).digest()[0]! % 2]!;
}

function figuresOf(group: string, questions: readonly GradedQuestion[]): VaultFigures {
  const count = (test: (question: GradedQuestion) => boolean) => questions.filter(test).length;
  const verdicts = VERDICTS.map((verdict) => [verdict, count((one) => one.verdict === verdict)]);
  return {
    group,
    n: questions.length,
    verdicts: Object.fromEntries(verdicts) as Record<Verdict, number>,
    stale: count(({ stale }) => stale.length > 0),
    answerable: count(({ isAnswerable }) => isAnswerable),
    first: count(({ rank }) => rank === 1),
    firstEight: count(({ rank }) => rank !== null),
  };
}
