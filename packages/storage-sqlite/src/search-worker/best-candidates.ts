/** A window that may be near, and how near it seems at 8 bits. */
export interface Candidate {
  readonly row: number;
  readonly seq: number;
  readonly score: number;
}

export interface BestCandidates {
  /** Best first. */
  readonly all: readonly Candidate[];
  /** What the next score must exceed to get in. */
  least(): number;
  /** Answers the same. */
  add(candidate: Candidate): number;
}

/** Keeps the best `count`, best first, and of a note its best alone. */
export function bestOfEachNote(count: number): BestCandidates {
  const all: Candidate[] = [];
  const least = () => (all.length < count ? -Infinity : all[count - 1]!.score);
  return {
    all,
    least,
    add(candidate) {
      const known = all.findIndex(({ seq }) => seq === candidate.seq);
      if (known >= 0 && all[known]!.score >= candidate.score) return least();
      if (known >= 0) all.splice(known, 1);
      let place = all.length;
      while (place > 0 && all[place - 1]!.score < candidate.score) place--;
      all.splice(place, 0, candidate);
      if (all.length > count) all.pop();
      return least();
    },
  };
}
