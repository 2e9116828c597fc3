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
  readonly found: { readonly ids: ReadonlySet<string>; readonly weight: number } | null;
}

export interface Weighed {
  readonly match: "all" | "any";
  readonly units: readonly WeighedUnit[];
}

interface Known {
  readonly corpus: Bm25Corpus;
  /** The ledger's `changes` when the corpus was read. */
  readonly changes: number;
  readonly stopPhrases: ReadonlyMap<QueryUnit, ReadonlySet<string>>;
}

export function createWeighing(collections: Pick<Collections, "notes">) {
  const countClauses = createClauseCounts(collections);

  return async (userId: string, { match, units }: KeywordQuery, known: Known): Promise<Weighed> => {
    const { corpus, changes, stopPhrases } = known;
    const clauses = units.flatMap((unit) => unit.clauses);
    const counts = await countClauses(userId, clauses, changes);
    const weighed = (clause: TermClause): WeighedClause => {
      const notes = counts.get(clause)!;
      return { ...clause, notes, weight: inverseNoteFrequency(corpus, notes) };
    };
    return {
      match,
      units: units.map((unit): WeighedUnit => {
        const ids = stopPhrases.get(unit);
        if (ids) return { clauses: [], phrase: null, found: { ids, weight: inverseNoteFrequency(corpus, ids.size) } };
        return { clauses: unit.clauses.map(weighed), phrase: unit.phrase ?? null, found: null };
      }),
    };
  };
}
