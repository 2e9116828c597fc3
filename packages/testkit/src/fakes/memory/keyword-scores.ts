import {
  countClause,
  type KeywordHit,
  type KeywordQuery,
  matchesPhrase,
  type NoteWrite,
  type QueryStatistics,
  type QueryUnit,
  scoreTerms,
  type TermCounts,
} from "@knote/api";

interface ReadNote {
  readonly id: string;
  readonly terms: TermCounts;
  hasPhrase(unit: QueryUnit): boolean;
}

/** Returns the score of every matching note, from the statistics of these notes alone, unordered. */
export function keywordScores(query: KeywordQuery, notes: readonly NoteWrite[]): KeywordHit[] {
  const statistics = keywordStatistics(query, notes);
  return notes.map(readNote).flatMap(({ id, terms, hasPhrase }) => {
    const score = scoreTerms(query, terms, { statistics, hasPhrase });
    return score > 0 ? [{ id, score }] : [];
  });
}

/** Counts the notes with each word of the query. */
export function keywordStatistics(query: KeywordQuery, notes: readonly NoteWrite[]): QueryStatistics {
  const readNotes = notes.map(readNote);
  const count = (has: (note: ReadNote) => boolean) => readNotes.filter(has).length;
  return {
    corpus: { notes: notes.length, totalLength: notes.reduce((sum, { terms }) => sum + terms.length, 0) },
    units: query.units.map((unit) =>
      unit.clauses.length === 0
        ? [count(({ hasPhrase }) => hasPhrase(unit))]
        : unit.clauses.map((clause) => count(({ terms }) => countClause(clause, terms) > 0)),
    ),
  };
}

function readNote({ note: { id, title, content, tags }, terms: { counts, length } }: NoteWrite): ReadNote {
  return {
    id,
    terms: { counts: new Map(counts), length },
    hasPhrase: ({ phrase = [] }) => matchesPhrase(phrase, [title, content, ...tags]),
  };
}
