/** A window that can be near, and its similarity at 8 bits. */
export interface Candidate {
  readonly row: number;
  /** The note's id. */
  readonly id: string;
  readonly window: number;
  readonly score: number;
}

export interface BestCandidates {
  /** Best first. */
  readonly all: readonly Candidate[];
  /** Returns the score below which no candidate is added. */
  least(): number;
  /** Adds a candidate if it is good enough, and returns `least()`. */
  add(candidate: Candidate): number;
}

/**
 * Collects the best `count` candidates, best first, one per note. Ties go to the newer note and to its earlier
 * window, so that the place of a row in memory does not show in a result.
 */
export function bestOfEachNote(count: number): BestCandidates {
  const all: Candidate[] = [];
  const least = () => (all.length < count ? -Infinity : all[count - 1]!.score);
  return {
    all,
    least,
    add(candidate) {
      const existingIndex = all.findIndex(({ id }) => id === candidate.id);
      if (existingIndex >= 0 && !isBefore(candidate, all[existingIndex]!)) return least();
      if (existingIndex >= 0) all.splice(existingIndex, 1);
      let place = all.length;
      while (place > 0 && isBefore(candidate, all[place - 1]!)) place--;
      all.splice(place, 0, candidate);
      if (all.length > count) all.pop();
      return least();
    },
  };
}

function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.score !== other.score) return one.score > other.score;
  return one.id === other.id ? one.window < other.window : one.id > other.id;
}
