/** A window that may be near, and how near it seems at 8 bits. */
export interface Candidate {
  readonly row: number;
  /** Of the note. */
  readonly id: string;
  readonly window: number;
  readonly score: number;
}

export interface BestCandidates {
  /** Best first. */
  readonly all: readonly Candidate[];
  /** Below this no score gets in. */
  least(): number;
  /** Returns the same. */
  add(candidate: Candidate): number;
}

/**
 * Keeps the best `count`, best first, and of a note its best alone. Of equal ones the newer note goes first, and its
 * first window: where a row happens to stand must not show in an answer.
 */
export function bestOfEachNote(count: number): BestCandidates {
  const all: Candidate[] = [];
  const least = () => (all.length < count ? -Infinity : all[count - 1]!.score);
  return {
    all,
    least,
    add(candidate) {
      const known = all.findIndex(({ id }) => id === candidate.id);
      if (known >= 0 && !isBefore(candidate, all[known]!)) return least();
      if (known >= 0) all.splice(known, 1);
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
