import { beginTurn, createBoundedCache, matchesPhrase, type KeywordQuery, type QueryUnit } from "@knote/api";
import { createUserLanes } from "../../user-lanes.ts";
import type { Collections } from "../collections/collections.ts";

const MOST_REMEMBERED = 100;

interface PhraseCacheEntry {
  readonly changes: number;
  readonly ids: ReadonlySet<string>;
}

/** Finds the owner's live notes that contain each phrase made of stop words alone. */
export type FindStopPhrases = (
  userId: string,
  query: KeywordQuery,
  changes: number,
) => Promise<Map<QueryUnit, ReadonlySet<string>>>;

/** No term indexes such a phrase: one search of a user at a time reads all live notes, and the result is cached. */
export function createStopPhrases({ notes }: Pick<Collections, "notes">): FindStopPhrases {
  const phraseCache = createBoundedCache<string, PhraseCacheEntry>({ most: MOST_REMEMBERED });
  const lanes = createUserLanes({ most: 1 });

  async function lookThrough(userId: string, phrase: readonly string[]): Promise<Set<string>> {
    const matchingIds = new Set<string>();
    const turn = beginTurn();
    const options = { projection: { title: 1, content: 1, tags: 1 }, batchSize: 200 };
    // Only one index has this order, so the server uses it although others match the filter.
    const inOrder = notes.find({ userId, live: true }, options).sort({ created_at: -1, _id: -1 });
    for await (const { _id, title, content, tags } of inOrder) {
      if (matchesPhrase(phrase, [title, content, ...tags])) matchingIds.add(_id);
      if (turn.isOver()) await turn.next();
    }
    return matchingIds;
  }

  async function idsOf(userId: string, phrase: readonly string[], changes: number): Promise<ReadonlySet<string>> {
    const key = `${userId} ${phrase.join(" ")}`;
    const cacheEntry = phraseCache.get(key);
    if (cacheEntry?.changes === changes) return cacheEntry.ids;
    const ids = await lookThrough(userId, phrase);
    phraseCache.set(key, { changes, ids });
    return ids;
  }

  return async (userId, query, changes) => {
    const idsByUnit = new Map<QueryUnit, ReadonlySet<string>>();
    const units = query.units.filter((unit) => unit.clauses.length === 0);
    for (const unit of units)
      idsByUnit.set(unit, await lanes.run(userId, () => idsOf(userId, unit.phrase ?? [], changes)));
    return idsByUnit;
  };
}
