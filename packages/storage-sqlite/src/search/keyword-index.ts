import { type KeywordHit, type KeywordIndex, nextTurn } from "@knote/api";
import type { HitColumns } from "../search-worker/protocol.ts";
import type { SearchClient } from "./search-client.ts";

/** Hits built in one turn of the event loop. */
const HITS_A_TURN = 5_000;

/** Searches on the worker, which reads what is committed and so finds every acknowledged write. */
export function createKeywordIndex(client: SearchClient): KeywordIndex {
  return {
    search: async (sub, query, selection, limit) =>
      await hits(await client.call("search", sub, query, selection, limit)),
    scores: async (sub, query, ids) => await hits(await client.call("scores", sub, query, ids)),
    terms: async (sub, clause, limit, { unchangedSince } = {}) =>
      new Map(await client.call("terms", sub, clause, limit, unchangedSince)),
    statistics: (sub, query) => client.call("statistics", sub, query),
  };
}

async function hits({ ids, scores }: HitColumns): Promise<KeywordHit[]> {
  const keywordHits: KeywordHit[] = [];
  for (let start = 0; keywordHits.length < scores.length;) {
    const end = ids.indexOf("\0", start);
    keywordHits.push({ id: ids.slice(start, end), score: scores[keywordHits.length]! });
    start = end + 1;
    if (keywordHits.length % HITS_A_TURN === 0) await nextTurn();
  }
  return keywordHits;
}
