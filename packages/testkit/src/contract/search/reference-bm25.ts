import {
  indexTerms,
  matchesPhrase,
  type KeywordHit,
  type KeywordQuery,
  type QueryUnit,
  type StoredNote,
  type TermClause,
} from "@knote/api";

interface Document {
  readonly note: StoredNote;
  readonly fields: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/**
 * Returns the expected hits for these notes, slowly and from the formula alone: BM25 with k1 = 1.2 and b = 0.75. A
 * clause's frequency is the sum of its terms' frequencies; its weight depends on how many notes contain it. A note
 * scores the sum of the shares of the clauses of its matching units. A phrase of stop words counts as one clause that occurs once.
 */
export function referenceHits(query: KeywordQuery, notes: readonly StoredNote[]): KeywordHit[] {
  const documents = notes.map(documentOf);
  const average = documents.reduce((sum, document) => sum + document.length, 0) / documents.length;
  const hits: KeywordHit[] = [];
  for (const document of documents) {
    const matching = query.units.filter((unit) => holdsUnit(unit, document));
    if (query.match === "all" ? matching.length < query.units.length : matching.length === 0) continue;
    const scores = matching.map((unit) => unitScore(unit, document, { documents, average }));
    hits.push({ id: document.note.id, score: scores.reduce((sum, part) => sum + part, 0) });
  }
  return hits.sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
}

interface Corpus {
  readonly documents: readonly Document[];
  readonly average: number;
}

function unitScore(unit: QueryUnit, document: Document, corpus: Corpus): number {
  if (unit.clauses.length === 0) return score(1, document, corpus, (other) => holdsUnit(unit, other));
  const scores = unit.clauses.map((clause) => {
    const whole = score(occurrences(clause, document), document, corpus, (other) => occurrences(clause, other) > 0);
    return (clause.share ?? 1) * whole;
  });
  return scores.reduce((sum, part) => sum + part, 0);
}

function score(
  tf: number,
  { length }: Document,
  { documents, average }: Corpus,
  isHolding: (other: Document) => boolean,
): number {
  const holding = documents.filter(isHolding).length;
  const idf = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
  return idf * ((tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / average)));
}

function holdsUnit(unit: QueryUnit, document: Document): boolean {
  const holdsAll = unit.clauses.every((clause) => occurrences(clause, document) > 0);
  return holdsAll && (unit.phrase === undefined || matchesPhrase(unit.phrase, document.fields));
}

function occurrences(clause: TermClause, { counts }: Document): number {
  let sum = 0;
  for (const [term, count] of counts) {
    if (clause.exact.includes(term) || clause.prefixes.some((prefix) => term.startsWith(prefix))) sum += count;
  }
  return sum;
}

function documentOf(note: StoredNote): Document {
  const fields = [note.title, note.content, ...note.tags];
  const { counts, length } = indexTerms(fields);
  return { note, fields, counts: new Map(counts), length };
}
