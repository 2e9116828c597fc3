import { matchesPhrase, type KeywordHit } from "@knote/api";
import { inBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";
import { bestFirst, scoredBy, type Scored } from "./score-candidates.ts";
import type { Weighed } from "./weigh-query.ts";

/** Notes whose texts are read at a time. */
const AT_ONCE = 100;

/** Returns the hits whose texts contain the phrases, best first, at most `limit`. */
export type VerifyPhrases = (
  userId: string,
  query: Weighed,
  scored: readonly Scored[],
  limit: number,
) => Promise<KeywordHit[]>;

/**
 * An unverified score is the most that a note can reach. So the best are verified first, until no unverified one can
 * be better.
 */
export function createPhraseSearch({ notes }: Pick<Collections, "notes">): VerifyPhrases {
  async function verified(userId: string, { match, units }: Weighed, scored: readonly Scored[]): Promise<Scored[]> {
    const fields = { projection: { title: 1, content: 1, tags: 1 } };
    const read = (ids: string[]) => notes.find({ _id: { $in: ids }, userId, live: true }, fields).toArray();
    const texts = await inBatches(
      scored.map(({ id }) => id),
      read,
    );
    const known = new Map(texts.map(({ _id, title, content, tags }) => [_id, [title, content, ...tags]]));
    return scored.flatMap(({ id, shares }) => {
      const text = known.get(id);
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

  return async (userId, query, scored, limit) => {
    if (query.units.every(({ phrase }) => phrase === null)) return scored.slice(0, limit).map(hitOf);
    let best: Scored[] = [];
    for (let start = 0; start < scored.length; start += AT_ONCE) {
      best.push(...(await verified(userId, query, scored.slice(start, start + AT_ONCE))));
      best = best.sort(bestFirst).slice(0, limit);
      const next = scored[start + AT_ONCE];
      const last = best.length >= limit ? best.at(-1) : undefined;
      if (next && last && bestFirst(last, next) < 0) break;
    }
    return best.map(hitOf);
  };
}

function hitOf({ id, score }: Scored): KeywordHit {
  return { id, score };
}
