import { isSelected } from "../kit/is-selected.ts";
import type { NoteSelection } from "../ports/note-store.ts";
import type { KeywordHit, KeywordIndex } from "../ports/search-index.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { type KeywordQuery, matchesPhrase } from "../text/keyword-query.ts";
import { countClause, scoreTerms, type TermCounts } from "../text/score-terms.ts";
import { type GraphThen, markPresent } from "./graph-then.ts";
import { pastNotes, pastRevisions } from "../past/past-notes.ts";
import type { PastVersion } from "../past/past-version.ts";
import { termsOfVersions } from "../past/past-versions.ts";

/** Notes whose texts are searched for phrases at a time. */
const TEXTS_AT_ONCE = 100;

/**
 * Searches the words of then: the present index finds the notes that have not changed since, the others are matched
 * here by their earlier words. Which notes match is exact; how much a word weighs is as of now.
 */
export function pastKeywords(then: GraphThen): KeywordIndex {
  const { ctx, at, versions } = then;
  const { keywords } = ctx.storage;

  /** Returns the matches among the notes that have changed since, by their words of then. */
  async function changedMatches(
    userId: string,
    query: KeywordQuery,
    candidates: readonly PastVersion[],
  ): Promise<KeywordHit[]> {
    if (candidates.length === 0) return [];
    const statistics = await keywords.statistics(userId, query);
    const hasPhrases = query.units.some(({ phrase }) => phrase !== undefined);
    const hits: KeywordHit[] = [];
    const phraseCandidates: (readonly [string, TermCounts])[] = [];
    const turn = beginTurn();
    for await (const batch of termsOfVersions(ctx, { at, versions: candidates, memory: ctx.past.terms })) {
      for (const [{ id }, terms] of batch) {
        if (turn.isOver()) await turn.next();
        const score = scoreTerms(query, terms, { statistics, hasPhrase: () => true });
        if (score === 0) continue;
        if (hasPhrases) phraseCandidates.push([id, terms]);
        else hits.push({ id, score });
      }
    }
    for (let start = 0; start < phraseCandidates.length; start += TEXTS_AT_ONCE) {
      const batch = phraseCandidates.slice(start, start + TEXTS_AT_ONCE);
      const revisions = await pastRevisions(
        ctx,
        batch.map(([id]) => id),
        at,
      );
      for (const [id, terms] of batch) {
        if (turn.isOver()) await turn.next();
        const revision = revisions.get(id);
        if (!revision) continue;
        const fields = [revision.title, revision.content, ...revision.tags];
        const hasPhrase = ({ phrase = [] }: { readonly phrase?: readonly string[] }) => matchesPhrase(phrase, fields);
        const score = scoreTerms(query, terms, { statistics, hasPhrase });
        if (score > 0) hits.push({ id, score });
      }
    }
    return hits;
  }

  /** Returns the matches by present words among the notes whose earlier words are not known. */
  async function unreadMatches(userId: string, query: KeywordQuery, selection: NoteSelection): Promise<KeywordHit[]> {
    const { unreadIds } = versions;
    if (unreadIds.size === 0) return [];
    // Archived notes cannot be named, so all of them are found.
    const states = { archived: true, others: { only: unreadIds } };
    const presentHits = await keywords.search(userId, query, { states });
    const hits = presentHits.filter(({ id }) => unreadIds.has(id));
    const present = await getNotes(
      ctx,
      hits.map(({ id }) => id),
    );
    const past = await pastNotes(ctx, [...present.values()], at);
    const selectedIds = new Set(past.filter((note) => isSelected(note, selection)).map(({ id }) => id));
    const selectedHits = hits.filter(({ id }) => selectedIds.has(id));
    markPresent(
      then,
      selectedHits.map(({ id }) => id),
    );
    return selectedHits;
  }

  return {
    async search(userId, query, selection, limit = Infinity) {
      const selectedVersions = [...versions.byId.values()].filter((version) => isSelected(version, selection));
      const lists = await Promise.all([
        keywords.search(userId, query, { ...selection, unchangedSince: at }, limit === Infinity ? undefined : limit),
        changedMatches(userId, query, selectedVersions),
        unreadMatches(userId, query, selection),
      ]);
      const hits = lists[1].length + lists[2].length === 0 ? lists[0] : lists.flat().toSorted(bestFirst);
      return hits.slice(0, limit);
    },
    async scores(userId, query, ids) {
      const { byId, unreadIds } = versions;
      const anyQuery: KeywordQuery = { ...query, match: "any" };
      const changedIds = new Set(ids.filter((id) => byId.has(id)));
      const presentIds = ids.filter((id) => !changedIds.has(id));
      const [presentHits, changedHits] = await Promise.all([
        presentIds.length === 0 ? [] : keywords.scores(userId, query, presentIds),
        changedMatches(
          userId,
          anyQuery,
          [...changedIds].map((id) => byId.get(id)!),
        ),
      ]);
      markPresent(
        then,
        presentHits.map(({ id }) => id).filter((id) => unreadIds.has(id)),
      );
      return [...presentHits, ...changedHits].toSorted(bestFirst);
    },
    async terms(userId, clause, limit) {
      const counts = new Map(await keywords.terms(userId, clause, limit, { unchangedSince: at }));
      const exact = new Set(clause.exact);
      const isAsked = (term: string) => exact.has(term) || clause.prefixes.some((prefix) => term.startsWith(prefix));
      const turn = beginTurn();
      const all = { at, versions: [...versions.byId.values()], memory: ctx.past.terms };
      for await (const batch of termsOfVersions(ctx, all)) {
        for (const [, terms] of batch) {
          if (turn.isOver()) await turn.next();
          if (countClause(clause, terms) === 0) continue;
          for (const term of terms.counts.keys()) if (isAsked(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
        }
      }
      return counts;
    },
    statistics: (userId, query) => keywords.statistics(userId, query),
  };
}

function bestFirst(one: KeywordHit, other: KeywordHit): number {
  return other.score - one.score || (one.id < other.id ? 1 : -1);
}
