/** Passages that count, 8,000 characters: what a note is about shows in them, and engines read no more of a long one. */
const MOST_PASSAGES = 16;
/** Passages of which the head has as much text (`text/windows.ts`). */
const PASSAGES_OF_HEAD = 2.4;
/** The less, the more the nearest passages count beside the others. */
const EVENNESS = 0.2;

/** Number of a note's windows, the head among them, whose cosines `wholeSimilarity` uses. */
export const WINDOWS_OF_WHOLE = 1 + MOST_PASSAGES;

/**
 * Returns the cosine of a note as a whole with a query, from those of its windows, the head first. The head counts by
 * the share of the note that it covers; the rest is a mean of the passages in which the near ones count more.
 */
export function wholeSimilarity(cosines: readonly number[]): number {
  const [head, ...others] = cosines;
  if (head === undefined) throw new Error("A note with vectors has a head.");
  const passages = others.slice(0, MOST_PASSAGES);
  if (passages.length === 0) return head;
  const coverage = Math.min(1, PASSAGES_OF_HEAD / passages.length);
  return coverage * head + (1 - coverage) * meanOf(passages);
}

function meanOf(cosines: readonly number[]): number {
  const best = Math.max(...cosines);
  const sum = cosines.reduce((total, cosine) => total + Math.exp((cosine - best) / EVENNESS), 0);
  return best + EVENNESS * Math.log(sum / cosines.length);
}
