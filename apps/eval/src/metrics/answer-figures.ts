import { percentile } from "./percentile.ts";

/** The scores of one answer. */
export interface JudgedAnswer {
  readonly query: string;
  readonly category: string | undefined;
  readonly abstained: boolean;
  readonly f1: number;
  readonly exact: boolean;
  readonly recall: number;
  readonly citations: CitationCounts;
  readonly ms: number;
}

export interface CitationCounts {
  readonly cited: number;
  /** Cited notes of questions whose gold answer has more than stop words. */
  readonly checked: number;
  /** Those of `checked` that have all words of the gold answer. */
  readonly holding: number;
  /** Cited notes of questions with judgements. */
  readonly judged: number;
  /** Those of `judged` that are relevant. */
  readonly relevant: number;
}

/** Category of the questions that the notes cannot answer: abstaining is right. */
export const ADVERSARIAL = "adversarial";
/** Label of the row for all questions except the adversarial ones. */
const ANSWERABLE = "all answerable";

export interface AnswerFigures {
  readonly category: string;
  readonly n: number;
  /** Means over the questions, 0 for an abstention; null where abstaining is right. */
  readonly f1: number | null;
  readonly exact: number | null;
  readonly recall: number | null;
  readonly abstained: number;
  readonly citations: CitationCounts;
  readonly p50Ms: number;
}

/** Returns a row for each category, by name, and one for all answerable questions. */
export function answerFigures(answers: readonly JudgedAnswer[]): AnswerFigures[] {
  const byCategory = Map.groupBy(answers, ({ category }) => category ?? "");
  byCategory.delete("");
  const rows = [...byCategory].sort(([one], [other]) => (one < other ? -1 : 1));
  const answerable = answers.filter(({ category }) => category !== ADVERSARIAL);
  if (answerable.length > 0) rows.push([ANSWERABLE, answerable]);
  return rows.map(([category, members]) => figuresOf(category, members));
}

function figuresOf(category: string, answers: readonly JudgedAnswer[]): AnswerFigures {
  const sum = (value: (answer: JudgedAnswer) => number) => answers.reduce((total, answer) => total + value(answer), 0);
  const mean = (value: (answer: JudgedAnswer) => number) => sum(value) / answers.length;
  const quality = (value: (answer: JudgedAnswer) => number) => (category === ADVERSARIAL ? null : mean(value));
  return {
    category,
    n: answers.length,
    f1: quality(({ f1 }) => f1),
    exact: quality(({ exact }) => Number(exact)),
    recall: quality(({ recall }) => recall),
    abstained: mean(({ abstained }) => Number(abstained)),
    citations: {
      cited: sum(({ citations }) => citations.cited),
      checked: sum(({ citations }) => citations.checked),
      holding: sum(({ citations }) => citations.holding),
      judged: sum(({ citations }) => citations.judged),
      relevant: sum(({ citations }) => citations.relevant),
    },
    p50Ms: percentile(
      answers.map(({ ms }) => ms),
      0.5,
    ),
  };
}
