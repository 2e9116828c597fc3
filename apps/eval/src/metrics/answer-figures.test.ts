import { expect, it } from "vitest";
import { answerFigures, type JudgedAnswer } from "./answer-figures.ts";

function anAnswer(parts: Partial<JudgedAnswer>): JudgedAnswer {
  const citations = { cited: 2, checked: 2, holding: 1, judged: 2, relevant: 2 };
  return {
    query: "q",
    category: "when",
    abstained: false,
    f1: 0.5,
    exact: false,
    recall: 1,
    citations,
    ms: 10,
    ...parts,
  };
}

const NO_CITATIONS = { cited: 0, checked: 0, holding: 0, judged: 0, relevant: 0 };
const ABSTENTION = { abstained: true, f1: 0, recall: 0, citations: NO_CITATIONS };

it("has a row for each category and one for all answerable questions", () => {
  const rows = answerFigures([
    anAnswer({ category: "who", f1: 1, exact: true }),
    anAnswer({}),
    anAnswer(ABSTENTION),
    anAnswer({ category: "adversarial", ...ABSTENTION }),
  ]);
  expect(rows.map(({ category, n }) => [category, n])).toEqual([
    ["adversarial", 1],
    ["when", 2],
    ["who", 1],
    ["all answerable", 3],
  ]);
  expect(rows[1]).toMatchObject({ f1: 0.25, exact: 0, recall: 0.5, abstained: 0.5, p50Ms: 10 });
  expect(rows[3]).toMatchObject({ f1: 0.5, exact: expect.closeTo(1 / 3), abstained: expect.closeTo(1 / 3) });
  expect(rows[3]!.citations).toEqual({ cited: 4, checked: 4, holding: 2, judged: 4, relevant: 4 });
});

it("does not judge the words of an adversarial answer, only whether there is one", () => {
  const [row] = answerFigures([
    anAnswer({ category: "adversarial" }),
    anAnswer({ category: "adversarial", ...ABSTENTION }),
  ]);
  expect(row).toMatchObject({ category: "adversarial", f1: null, exact: null, recall: null, abstained: 0.5 });
  expect(answerFigures([anAnswer({ category: "adversarial" })])).toHaveLength(1);
});

it("works without categories", () => {
  expect(answerFigures([anAnswer({ category: undefined })]).map(({ category }) => category)).toEqual([
    "all answerable",
  ]);
});
