import { expect, it } from "vitest";
import { vaultFigures, type GradedQuestion } from "./vault-figures.ts";
import { vaultTable } from "./vault-table.ts";

function aGrade(fields: Partial<GradedQuestion>): GradedQuestion {
  return {
    key: "q",
    kind: "fact",
    language: "en",
    question: "What?",
    answer: "That [1].",
    sources: ["n"],
    verdict: "right",
    stale: [],
    rank: 1,
    isAnswerable: true,
    ms: 5,
    ...fields,
  };
}

const GRADES = [
  aGrade({ key: "r" }),
  aGrade({ verdict: "in part", rank: 8, stale: ["old"] }),
  aGrade({ kind: "when", language: "de", verdict: "wrong", rank: null }),
  aGrade({ kind: "when", verdict: "invented", rank: null, isAnswerable: false }),
];

it("counts verdicts, superseded claims and ranks by kind, by language, by half and over all", () => {
  const figures = vaultFigures(GRADES);
  expect(figures.map(({ group, n }) => [group, n])).toEqual([
    ["fact", 2],
    ["when", 2],
    ["in en", 3],
    ["in de", 1],
    ["first half", 3],
    ["second half", 1],
    ["all", 4],
  ]);
  expect(figures[0]).toMatchObject({ stale: 1, answerable: 2, first: 1, firstEight: 2 });
  expect(figures[1]).toMatchObject({ stale: 0, answerable: 1, first: 0, firstEight: 0 });
  expect(figures.at(-1)!.verdicts).toEqual({ right: 1, "in part": 1, wrong: 1, abstained: 0, invented: 1 });
});

it("prints counts, and shares in the last row", () => {
  const rows = vaultTable(GRADES)
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));
  expect(rows.at(2)).toEqual(["", "fact", "2", "1", "1", "0", "0", "0", "1", "1", "2", "2", ""]);
  expect(rows.at(-2)?.slice(1, 5)).toEqual(["all, share", "", "25.0 %", "25.0 %"]);
  expect(rows.at(-2)?.slice(8, 12)).toEqual(["25.0 %", "33.3 %", "66.7 %", ""]);
});

it("does not divide by no answerable question", () => {
  expect(vaultTable([aGrade({ isAnswerable: false, rank: null })])).toContain("– |");
});
