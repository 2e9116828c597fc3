import { markdownTable } from "../report/markdown-table.ts";
import type { ArmFigures, MemeFigure } from "./meme-figures.ts";

/** The shares as a Markdown table, a row for each measure and a column for each arm. */
export function memeTable(arms: readonly ArmFigures[]): string {
  const [first] = arms;
  const rows = (first?.figures ?? []).map(({ measure }, row) => [
    measure,
    ...arms.map(({ figures }) => shareOf(figures[row]!)),
  ]);
  return markdownTable(["MEME's facts", ...arms.map(({ arm }) => arm)], rows, 1);
}

function shareOf({ count, of }: MemeFigure): string {
  return of === 0 ? "–" : `${(count / of).toFixed(3)} (${count} of ${of})`;
}
