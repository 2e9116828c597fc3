/**
 * Saturation and length normalisation as in Lucene and Anserini: Robertson & Zaragoza 2009, "The Probabilistic
 * Relevance Framework".
 */
const K1 = 1.2;
const B = 0.75;

/** Statistics of one user's live notes. */
export interface Bm25Corpus {
  readonly notes: number;
  /** Sum of the lengths of all notes, in words without stop words. */
  readonly totalLength: number;
}

/** Returns the weight of a clause that `matching` notes contain: ln(1 + (N − n + ½) / (n + ½)), always above 0. */
export function inverseNoteFrequency(corpus: Bm25Corpus, matching: number): number {
  return Math.log(1 + Math.max(0, corpus.notes - matching + 0.5) / (matching + 0.5));
}

/** Returns one clause's share of a note's score; `count` is how often it occurs in a note of `length` words. */
export function bm25(corpus: Bm25Corpus, weight: number, count: number, length: number): number {
  const average = corpus.notes === 0 ? 1 : Math.max(1, corpus.totalLength / corpus.notes);
  return (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
}
