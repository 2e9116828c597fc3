import { inverseNoteFrequency, type Bm25Corpus, type KeywordQuery, type QueryUnit, type TermClause } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import { createClauseCounts } from "./clause-counts.ts";

export interface WeighedClause extends TermClause {
  /** Number of live notes that hold the clause. */
  readonly notes: number;
  readonly weight: number;
}

export interface WeighedUnit {
  readonly clauses: readonly WeighedClause[];
  /** Stems that must still be verified to be adjacent in the candidates. */
  readonly phrase: readonly string[] | null;
  /** The notes that contain the unit's phrase, if it is made of stop words alone. */
  readonly stopPhrase: { readonly ids: ReadonlySet<string>; readonly weight: number } | null;
}

export interface WeighedQuery {
  readonly match: "all" | "any";
  readonly units: readonly WeighedUnit[];
}

interface QueryStatistics {
  readonly corpus: Bm25Corpus;
  /** The ledger's `changes` when the corpus was read. */
  readonly changes: number;
  readonly stopPhrases: ReadonlyMap<QueryUnit, ReadonlySet<string>>;
}

export function createWeighing(collections: Pick<Collections, "notes">) {
  const countClauses = createClauseCounts(collections);

  return async (userId: string, { match, units }: KeywordQuery, statistics: QueryStatistics): Promise<WeighedQuery> => {
    const { corpus, changes, stopPhrases } = statistics;
    const clauses = units.flatMap((unit) => unit.clauses);
    const counts = await countClauses(userId, clauses, changes);
    const weighClause = (clause: TermClause): WeighedClause => {
      const notes = counts.get(clause)!;
      return { ...clause, notes, weight: (clause.share ?? 1) * inverseNoteFrequency(corpus, notes) };
    };
    return {
      match,
      units: units.map((unit): WeighedUnit => {
        const ids = stopPhrases.get(unit);
        if (ids)
          return { clauses: [], phrase: null, stopPhrase: { ids, weight: inverseNoteFrequency(corpus, ids.size) } };
        return { clauses: unit.clauses.map(weighClause), phrase: unit.phrase ?? null, stopPhrase: null };
      }),
    };
  };
}
