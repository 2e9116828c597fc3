import { markdownTable } from "../report/markdown-table.ts";
import { VERDICTS } from "./grade-answer.ts";
import { vaultFigures, type GradedQuestion, type VaultFigures } from "./vault-figures.ts";

const HEADS = ["questions", "n", ...VERDICTS, "superseded cited", "note first", "in first 8", "of"];

/** How the answers were graded, a row for each kind and language, as a Markdown table; the last rows are all. */
export function vaultTable(questions: readonly GradedQuestion[]): string {
  const figures = vaultFigures(questions);
  const all = figures.at(-1)!;
  return markdownTable(HEADS, [...figures.map(countCells), shareCells(all)], 1);
}

function countCells({ group, n, verdicts, stale, first, firstEight, answerable }: VaultFigures): string[] {
  const counts = [n, ...VERDICTS.map((verdict) => verdicts[verdict]), stale, first, firstEight, answerable];
  return [group, ...counts.map(String)];
}

function shareCells({ n, verdicts, stale, first, firstEight, answerable }: VaultFigures): string[] {
  const percent = (count: number, of: number) => (of === 0 ? "–" : `${((100 * count) / of).toFixed(1)} %`);
  const shares = [...VERDICTS.map((verdict) => verdicts[verdict]), stale].map((count) => percent(count, n));
  return ["all, share", "", ...shares, percent(first, answerable), percent(firstEight, answerable), ""];
}
