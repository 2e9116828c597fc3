import { isSelected, type KeywordHit, type KeywordIndex, type KeywordQuery } from "@knote/api";
import { rareUnits } from "@knote/api/text/rare-units";
import { keywordScores, keywordStatistics } from "./keyword-scores.ts";
import { descending, liveNote, liveNotes, type Shelf } from "./shelf.ts";

export function createMemoryKeywords(shelf: Shelf): KeywordIndex {
  const hits = (userId: string, query: KeywordQuery) =>
    keywordScores(
      query,
      liveNotes(shelf, userId).map((entry) => entry.write),
    ).toSorted(bestFirst);
  return {
    async search(userId, query, selection, limit = Infinity) {
      const isSelectedHit = (hit: KeywordHit) => isSelected(liveNote(shelf, userId, hit.id)!.write.note, selection);
      const { units } = keywordStatistics(
        query,
        liveNotes(shelf, userId).map(({ write }) => write),
      );
      const counts = new Map(query.units.map((unit, place) => [unit, Math.min(...units[place]!)]));
      const counting = rareUnits(query.units, query.mostNotes, (unit) => counts.get(unit)!);
      return hits(userId, { ...query, units: counting })
        .filter(isSelectedHit)
        .slice(0, limit);
    },
    async scores(userId, query, ids) {
      const wantedIds = new Set(ids);
      return hits(userId, { ...query, match: "any" }).filter((hit) => wantedIds.has(hit.id));
    },
    async terms(userId, { exact, prefixes }, limit, selection = {}) {
      const ownTerms = liveNotes(shelf, userId)
        .filter(({ write }) => isSelected(write.note, selection))
        .flatMap(({ write }) => write.terms.counts.map(([term]) => term));
      const beginningWith = (prefix: string) =>
        [...new Set(ownTerms)]
          .filter((term) => term.startsWith(prefix))
          .toSorted()
          .slice(0, limit);
      const wantedTerms = new Set([...exact, ...prefixes.flatMap(beginningWith)]);
      const counts = new Map<string, number>();
      for (const term of ownTerms) if (wantedTerms.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
      return counts;
    },
    async statistics(userId, query) {
      return keywordStatistics(
        query,
        liveNotes(shelf, userId).map(({ write }) => write),
      );
    },
  };
}

function bestFirst(one: KeywordHit, other: KeywordHit): number {
  return other.score - one.score || descending(one.id, other.id);
}
