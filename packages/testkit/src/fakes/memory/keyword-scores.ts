import {
  bm25,
  inverseNoteFrequency,
  matchesPhrase,
  type Bm25Corpus,
  type KeywordHit,
  type KeywordQuery,
  type NoteWrite,
  type QueryUnit,
  type TermClause,
} from "@knote/api";

/** Returns the score of every matching note, from the statistics of these notes alone, unordered. */
export function keywordScores(query: KeywordQuery, notes: readonly NoteWrite[]): KeywordHit[] {
  const corpus: Bm25Corpus = {
    notes: notes.length,
    totalLength: notes.reduce((sum, { terms }) => sum + terms.length, 0),
  };
  const units = query.units.map((unit) => unitScores(unit, notes, corpus));
  return notes.flatMap((write) => {
    const scores = units.map((noteScores) => noteScores.get(write) ?? 0);
    const matches = query.match === "all" ? scores.every((score) => score > 0) : scores.some((score) => score > 0);
    return matches ? [{ id: write.note.id, score: scores.reduce((sum, score) => sum + score, 0) }] : [];
  });
}

function unitScores(unit: QueryUnit, notes: readonly NoteWrite[], corpus: Bm25Corpus): Map<NoteWrite, number> {
  const matching = notes.filter((write) => matchesUnit(unit, write));
  if (unit.clauses.length === 0)
    return scoreCounts(
      matching.map((write) => [write, 1] as const),
      corpus,
    );
  const scores = new Map(matching.map((write) => [write, 0]));
  for (const clause of unit.clauses) {
    const noteCounts = notes
      .map((write) => [write, clauseCount(clause, write)] as const)
      .filter(([, count]) => count > 0);
    for (const [write, score] of scoreCounts(noteCounts, corpus, clause.share)) {
      const earlier = scores.get(write);
      if (earlier !== undefined) scores.set(write, earlier + score);
    }
  }
  return scores;
}

function scoreCounts(
  noteCounts: readonly (readonly [NoteWrite, number])[],
  corpus: Bm25Corpus,
  share = 1,
): Map<NoteWrite, number> {
  const weight = share * inverseNoteFrequency(corpus, noteCounts.length);
  return new Map(noteCounts.map(([write, count]) => [write, bm25(corpus, weight, count, write.terms.length)]));
}

function matchesUnit(unit: QueryUnit, write: NoteWrite): boolean {
  if (!unit.clauses.every((clause) => clauseCount(clause, write) > 0)) return false;
  const { title, content, tags } = write.note;
  return unit.phrase === undefined || matchesPhrase(unit.phrase, [title, content, ...tags]);
}

function clauseCount(clause: TermClause, { terms }: NoteWrite): number {
  let total = 0;
  for (const [term, count] of terms.counts) {
    if (clause.exact.includes(term) || clause.prefixes.some((prefix) => term.startsWith(prefix))) total += count;
  }
  return total;
}
