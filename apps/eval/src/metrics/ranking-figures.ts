/** Quality of rankings: means over the judged queries. */
export interface RankingFigures {
  readonly n: number;
  readonly ndcg10: number;
  readonly recall5: number;
  readonly recall10: number;
  readonly mrr10: number;
  /** The share of queries with every relevant document in the first five. */
  readonly all5: number;
}

export interface JudgedRanking {
  /** Ids of the found documents, best first. */
  readonly ranking: readonly string[];
  readonly relevant: ReadonlySet<string>;
}

export function rankingFigures(rankings: readonly JudgedRanking[]): RankingFigures {
  const mean = (figure: (one: JudgedRanking) => number) =>
    rankings.reduce((sum, one) => sum + figure(one), 0) / Math.max(1, rankings.length);
  return {
    n: rankings.length,
    ndcg10: mean((one) => ndcg(one, 10)),
    recall5: mean((one) => recall(one, 5)),
    recall10: mean((one) => recall(one, 10)),
    mrr10: mean((one) => reciprocalRank(one, 10)),
    all5: mean((one) => (recall(one, 5) === 1 ? 1 : 0)),
  };
}

/** Returns nDCG with binary gain and log2 discount, against the best possible order of the first `k`. */
export function ndcg({ ranking, relevant }: JudgedRanking, k: number): number {
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const dcg = ranking.slice(0, k).reduce((sum, id, rank) => (relevant.has(id) ? sum + gain(rank) : sum), 0);
  let idealDcg = 0;
  for (let rank = 0; rank < Math.min(k, relevant.size); rank++) idealDcg += gain(rank);
  return dcg / idealDcg;
}

/** Returns the share of the relevant documents that is among the first `k`. */
export function recall({ ranking, relevant }: JudgedRanking, k: number): number {
  const first = new Set(ranking.slice(0, k));
  return first.intersection(relevant).size / relevant.size;
}

export function reciprocalRank({ ranking, relevant }: JudgedRanking, k: number): number {
  const rank = ranking.slice(0, k).findIndex((id) => relevant.has(id));
  return rank < 0 ? 0 : 1 / (rank + 1);
}
