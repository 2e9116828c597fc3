import { inverseNoteFrequency, type Bm25Corpus, type KeywordQuery, type QueryUnit, type TermClause } from "@knote/api";
import type { Collections } from "../models/collections.ts";
import { holdsClause } from "./term-filter.ts";

export interface WeighedClause extends TermClause {
  /** Live notes that hold it. */
  readonly notes: number;
  readonly weight: number;
}

export interface WeighedUnit {
  readonly clauses: readonly WeighedClause[];
  /** Stems still to be found side by side in the candidates. */
  readonly phrase: readonly string[] | null;
  /** Of a phrase of stop words alone: the notes where it stands. */
  readonly found: { readonly ids: ReadonlySet<string>; readonly weight: number } | null;
}

export interface Weighed {
  readonly match: "all" | "any";
  readonly units: readonly WeighedUnit[];
}

interface Known {
  readonly corpus: Bm25Corpus;
  readonly stopPhrases: ReadonlyMap<QueryUnit, ReadonlySet<string>>;
}

/** Asks the index, for all clauses at once, how many of the owner's live notes hold each. */
export function createWeighing({ notes }: Pick<Collections, "notes">) {
  async function weighedClause(userId: string, clause: TermClause, corpus: Bm25Corpus): Promise<WeighedClause> {
    const count = await notes.countDocuments({ userId, live: true, ...holdsClause(clause) });
    return { ...clause, notes: count, weight: inverseNoteFrequency(corpus, count) };
  }

  return async (userId: string, { match, units }: KeywordQuery, known: Known): Promise<Weighed> => {
    const { corpus, stopPhrases } = known;
    const weighed = units.map(async (unit): Promise<WeighedUnit> => {
      const ids = stopPhrases.get(unit);
      if (ids) return { clauses: [], phrase: null, found: { ids, weight: inverseNoteFrequency(corpus, ids.size) } };
      const clauses = unit.clauses.map((clause) => weighedClause(userId, clause, corpus));
      return { clauses: await Promise.all(clauses), phrase: unit.phrase ?? null, found: null };
    });
    return { match, units: await Promise.all(weighed) };
  };
}
