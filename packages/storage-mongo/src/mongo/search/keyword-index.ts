import { type Bm25Corpus, type KeywordHit, type KeywordIndex, type KeywordQuery, selectsNothing } from "@knote/api";
import { rareUnits } from "@knote/api/text/rare-units";
import type { Collections } from "../collections/collections.ts";
import type { Counters, Ledgers } from "../stores/ledgers.ts";
import type { Owners } from "../stores/owners.ts";
import { isNamed } from "../stores/note-selection.ts";
import { createCandidates, type Candidate } from "./candidates.ts";
import { createPhraseSearch } from "./phrase-search.ts";
import { bestFirst, createScorer, type ScoredHit } from "./score-candidates.ts";
import { createStopPhrases } from "./stop-phrases.ts";
import { createTermReads } from "./term-reads.ts";
import { createWeighing, type WeighedQuery, type WeighedUnit } from "./weigh-query.ts";

interface KeywordIndexDeps {
  readonly collections: Pick<Collections, "notes">;
  readonly owners: Owners;
  readonly ledgers: Ledgers;
}

/**
 * Searches the terms stored in the notes: the index counts the notes of each clause and finds the candidates of the
 * rarest; scores come from the domain's BM25 and the owner's own counts.
 */
export function createKeywordIndex({ collections, owners, ledgers }: KeywordIndexDeps): KeywordIndex {
  const weigh = createWeighing(collections);
  const candidates = createCandidates(collections);
  const verifyPhrases = createPhraseSearch(collections);
  const findStopPhrases = createStopPhrases(collections);
  const readTerms = createTermReads(collections);

  async function prepare(owner: string, query: KeywordQuery, { changes, notes, words }: Counters) {
    const stopPhrases = await findStopPhrases(owner, query, changes);
    const corpus = { notes, totalLength: words };
    return { corpus, query: await weigh(owner, query, { corpus, changes, stopPhrases }) };
  }

  function scoreAll(candidateNotes: readonly Candidate[], corpus: Bm25Corpus, query: WeighedQuery): ScoredHit[] {
    const score = createScorer(corpus, query);
    return candidateNotes.flatMap((candidate) => score(candidate) ?? []).toSorted(bestFirst);
  }

  return {
    async search(sub, keywordQuery, selection, limit = Infinity) {
      const owner = await owners.find(sub);
      if (owner === null || limit <= 0 || selectsNothing(selection)) return [];
      const { corpus, query: all } = await prepare(owner.id, keywordQuery, await ledgers.read(owner.id));
      const query = { ...all, units: rareUnits(all.units, keywordQuery.mostNotes, notesOf) };
      const isWanted = isNamed(selection.states) ?? (() => true);
      const candidateNotes = (await candidates.matching(owner.id, query, selection)).filter(isWanted);
      return await verifyPhrases(owner.id, query, scoreAll(candidateNotes, corpus, query), limit);
    },
    async scores(sub, keywordQuery, ids): Promise<KeywordHit[]> {
      const owner = ids.length === 0 ? null : await owners.find(sub);
      if (owner === null) return [];
      // Mostly follows a search, and then uses the same counts.
      const counters = ledgers.recent(owner.id) ?? (await ledgers.read(owner.id));
      const { corpus, query } = await prepare(owner.id, { ...keywordQuery, match: "any" }, counters);
      const candidateNotes = await candidates.among(owner.id, query, ids);
      return await verifyPhrases(owner.id, query, scoreAll(candidateNotes, corpus, query), Infinity);
    },
    async terms(sub, clause, limit, { unchangedSince } = {}) {
      const owner = await owners.find(sub);
      return owner === null ? new Map() : await readTerms(owner.id, clause, { limit, unchangedSince });
    },
    async statistics(sub, keywordQuery) {
      const owner = await owners.find(sub);
      if (owner === null) return { corpus: { notes: 0, totalLength: 0 }, units: [] };
      const counters = ledgers.recent(owner.id) ?? (await ledgers.read(owner.id));
      const { corpus, query } = await prepare(owner.id, keywordQuery, counters);
      const units = query.units.map(({ clauses, stopPhrase }) =>
        stopPhrase ? [stopPhrase.ids.size] : clauses.map(({ notes }) => notes),
      );
      return { corpus, units };
    },
  };
}

function notesOf({ clauses, stopPhrase }: WeighedUnit): number {
  return stopPhrase ? stopPhrase.ids.size : Math.min(...clauses.map(({ notes }) => notes));
}
