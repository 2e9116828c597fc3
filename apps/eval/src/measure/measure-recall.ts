import { RecallResults, Suggestions, type RecallMode } from "@knote/contract";
import type { EvaluationQuery } from "../sets/evaluation-set.ts";
import { percentile } from "../metrics/percentile.ts";
import { rankingFigures, type RankingFigures } from "../metrics/ranking-figures.ts";
import type { Measuring, StoredSet } from "./stored-set.ts";

const LIMIT = 10;

export interface RankedQuery {
  readonly query: string;
  readonly ranking: readonly string[];
  readonly relevant: readonly string[];
  readonly ms: number;
}

export interface RecallMeasurement extends RankingFigures {
  readonly mode: RecallMode | "suggestions";
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly queries: readonly RankedQuery[];
}

/** Asks every judged question in this mode, one after the other. */
export function measureRecall(stored: StoredSet, mode: RecallMode, measuring: Measuring): Promise<RecallMeasurement> {
  return measure(stored, mode, measuring, async ({ text, group }) => {
    const { results } = await measuring.client.call({
      user: stored.userOf(group),
      method: "POST",
      path: "/api/recall",
      body: { query: text, limit: LIMIT, mode },
      schema: RecallResults,
    });
    return results.map(({ id }) => id);
  });
}

/** Requests link suggestions for every judged document, one after the other. */
export function measureSuggestions(stored: StoredSet, measuring: Measuring): Promise<RecallMeasurement> {
  const groups = new Map(stored.set.documents.map(({ id, group }) => [id, group]));
  return measure(stored, "suggestions", measuring, async ({ id }) => {
    const { suggestions } = await measuring.client.call({
      user: stored.userOf(groups.get(id) ?? ""),
      method: "GET",
      path: `/api/workspace/notes/${stored.noteOf(id)}/suggestions?limit=${LIMIT}`,
      schema: Suggestions,
    });
    return suggestions.map(({ target_id }) => target_id);
  });
}

async function measure(
  { set, documentOf }: StoredSet,
  mode: RecallMeasurement["mode"],
  { progress }: Measuring,
  find: (query: EvaluationQuery) => Promise<string[]>,
): Promise<RecallMeasurement> {
  const judged = set.queries.flatMap((query) => {
    const relevant = set.relevant.get(query.id);
    return relevant ? [{ query, relevant }] : [];
  });
  const queries: (RankedQuery & { readonly found: ReadonlySet<string> })[] = [];
  for (const { query, relevant } of judged) {
    const begin = performance.now();
    const ids = await find(query);
    const ms = performance.now() - begin;
    queries.push({ query: query.id, ranking: ids.map(documentOf), relevant: [...relevant], found: relevant, ms });
    progress.step(`${set.name}: questions, ${mode}`, queries.length, judged.length);
  }
  const times = queries.map(({ ms }) => ms);
  return {
    mode,
    ...rankingFigures(queries.map(({ ranking, found }) => ({ ranking, relevant: found }))),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    queries: queries.map(({ found: _, ...query }) => query),
  };
}
