import type { ClaimWord } from "./claim-words.ts";

/** Where two texts differ: the words `[start, end)` of each; one of the two can be empty. */
export interface Gap {
  readonly one: readonly [start: number, end: number];
  readonly other: readonly [start: number, end: number];
}

export interface Alignment {
  /** Twice the words that both have in the same order, divided by all words: 1 for equal texts. */
  readonly ratio: number;
  readonly gaps: readonly Gap[];
}

/** Aligns the words of two texts along a longest common subsequence of their stems. */
export function alignWords(one: readonly ClaimWord[], other: readonly ClaimWord[]): Alignment {
  const width = other.length + 1;
  const longest = new Uint8Array((one.length + 1) * width);
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--) {
      const here = row * width + column;
      longest[here] =
        one[row]!.stem === other[column]!.stem
          ? longest[here + width + 1]! + 1
          : Math.max(longest[here + width]!, longest[here + 1]!);
    }
  const gaps: Gap[] = [];
  let [row, column] = [0, 0];
  let [gapRow, gapColumn] = [0, 0];
  const endGap = () => {
    if (row > gapRow || column > gapColumn) gaps.push({ one: [gapRow, row], other: [gapColumn, column] });
  };
  while (row < one.length && column < other.length) {
    const here = row * width + column;
    if (one[row]!.stem === other[column]!.stem) {
      endGap();
      [row, column] = [row + 1, column + 1];
      [gapRow, gapColumn] = [row, column];
    } else if (longest[here + width]! >= longest[here + 1]!) row++;
    else column++;
  }
  [row, column] = [one.length, other.length];
  endGap();
  const length = one.length + other.length;
  return { ratio: length === 0 ? 0 : (2 * longest[0]!) / length, gaps };
}
