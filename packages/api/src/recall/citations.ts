import { LIMITS } from "@knote/contract";
import type { Passage } from "../ports/answer-model.ts";
import type { GatheredPassage } from "./gather-passages.ts";

/** Rewrites citations `[n]` so that `order[0]` becomes 1, `order[1]` 2, …; a citation of anything else is dropped. */
export function renumber(text: string, order: readonly number[]): string {
  return text.replace(/ ?\[(\d{1,3})\]/g, (mark, digits: string) => {
    const place = order.indexOf(Number(digits));
    return place < 0 ? "" : `${mark.startsWith(" ") ? " " : ""}[${place + 1}]`;
  });
}

/** Returns the numbers of the notes that replaced the cited versions: a replaced note is never a source on its own. */
export function headNumbers(citedNumbers: readonly number[], passages: readonly GatheredPassage[]): number[] {
  const heads = passages.flatMap(({ earlier }, index) => earlier.map(() => index + 1));
  return citedNumbers.flatMap((number) => heads[number - passages.length - 1] ?? []);
}

/** Returns the numbers of the cited passages, most similar first: the order in which the text numbers its sources. */
export function citedOrder(citedNumbers: readonly number[], passages: readonly Passage[]): number[] {
  return [...new Set(citedNumbers)]
    .filter((number) => passages[number - 1] !== undefined)
    .toSorted((one, other) => passages[other - 1]!.similarity - passages[one - 1]!.similarity || one - other)
    .slice(0, LIMITS.sources);
}
