import { matchesPhrase, type KeywordHit } from "@knote/api";
import { inBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";
import { bestFirst, scoredBy, type ScoredHit } from "./score-candidates.ts";
import type { WeighedQuery } from "./weigh-query.ts";

/** Notes whose texts are read at a time. */
const AT_ONCE = 100;

/** Returns the hits whose texts contain the phrases, best first, at most `limit`. */
export type VerifyPhrases = (
  userId: string,
  query: WeighedQuery,
  scoredHits: readonly ScoredHit[],
  limit: number,
) => Promise<KeywordHit[]>;

/**
 * An unverified score is the most that a note can reach. So the best are verified first, until no unverified one can
 * be better.
 */
export function createPhraseSearch({ notes }: Pick<Collections, "notes">): VerifyPhrases {
  async function verifyHits(
    userId: string,
    { match, units }: WeighedQuery,
    scoredHits: readonly ScoredHit[],
  ): Promise<ScoredHit[]> {
    const fields = { projection: { title: 1, content: 1, tags: 1 } };
    const read = (ids: string[]) => notes.find({ _id: { $in: ids }, userId, live: true }, fields).toArray();
    const texts = await inBatches(
      scoredHits.map(({ id }) => id),
      read,
    );
    const textsById = new Map(texts.map(({ _id, title, content, tags }) => [_id, [title, content, ...tags]]));
    return scoredHits.flatMap(({ id, shares }) => {
      const text = textsById.get(id);
      if (text === undefined) return [];
      const stands = (place: number) => {
        const phrase = units[place]!.phrase;
        return phrase === null || matchesPhrase(phrase, text);
      };
      return (
        scoredBy(
          match,
          id,
          shares.map((share, place) => (share > 0 && stands(place) ? share : 0)),
        ) ?? []
      );
    });
  }

  return async (userId, query, scoredHits, limit) => {
    if (query.units.every(({ phrase }) => phrase === null)) return scoredHits.slice(0, limit).map(hitOf);
    let best: ScoredHit[] = [];
    for (let start = 0; start < scoredHits.length; start += AT_ONCE) {
      best.push(...(await verifyHits(userId, query, scoredHits.slice(start, start + AT_ONCE))));
      best = best.sort(bestFirst).slice(0, limit);
      const next = scoredHits[start + AT_ONCE];
      const last = best.length >= limit ? best.at(-1) : undefined;
      if (next && last && bestFirst(last, next) < 0) break;
    }
    return best.map(hitOf);
  };
}

function hitOf({ id, score }: ScoredHit): KeywordHit {
  return { id, score };
}
