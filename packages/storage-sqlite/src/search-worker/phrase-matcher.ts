import type { KeywordQuery } from "@knote/api";

export type MatchesPhrase = (stems: readonly string[], fields: readonly string[]) => boolean;

/** Loads phrase matching with the first phrase: it imports more than all the rest of this worker. */
export async function phraseMatcher(query: KeywordQuery): Promise<MatchesPhrase> {
  if (query.units.every((unit) => unit.phrase === undefined)) return () => true;
  const { matchesPhrase } = await import("@knote/api/text/keyword-query");
  return matchesPhrase;
}
