import { RecallResults, Suggestions, type RecallMode } from "@knote/contract";
import type { EvaluationQuery } from "../sets/evaluation-set.ts";
import { percentile } from "../metrics/percentile.ts";
import { rankingFigures, type RankingFigures } from "../metrics/ranking-figures.ts";
import type { MeasureContext, StoredSet } from "./stored-set.ts";

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
export function measureRecall(
  storedSet: StoredSet,
  mode: RecallMode,
  context: MeasureContext,
): Promise<RecallMeasurement> {
  return measure(storedSet, mode, context, async ({ text, group }) => {
    const { results } = await context.client.call({
      user: storedSet.userOf(group),
      method: "POST",
      path: "/api/recall",
      body: { query: text, limit: LIMIT, mode },
      schema: RecallResults,
    });
    return results.map(({ id }) => id);
  });
}

/** Requests link suggestions for every judged document, one after the other. */
export function measureSuggestions(storedSet: StoredSet, context: MeasureContext): Promise<RecallMeasurement> {
  const groups = new Map(storedSet.set.documents.map(({ id, group }) => [id, group]));
  return measure(storedSet, "suggestions", context, async ({ id }) => {
    const { suggestions } = await context.client.call({
      user: storedSet.userOf(groups.get(id) ?? ""),
      method: "GET",
      path: `/api/workspace/notes/${storedSet.noteOf(id)}/suggestions?limit=${LIMIT}`,
      schema: Suggestions,
    });
    return suggestions.map(({ target_id }) => target_id);
  });
}

async function measure(
  { set, documentOf }: StoredSet,
  mode: RecallMeasurement["mode"],
  { progress }: MeasureContext,
  find: (query: EvaluationQuery) => Promise<string[]>,
): Promise<RecallMeasurement> {
  const judgedQueries = set.queries.flatMap((query) => {
    const relevant = set.relevant.get(query.id);
    return relevant ? [{ query, relevant }] : [];
  });
  const queries: (RankedQuery & { readonly relevantIds: ReadonlySet<string> })[] = [];
  for (const { query, relevant } of judgedQueries) {
    const begin = performance.now();
    const ids = await find(query);
    const ms = performance.now() - begin;
    queries.push({ query: query.id, ranking: ids.map(documentOf), relevant: [...relevant], relevantIds: relevant, ms });
    progress.step(`${set.name}: questions, ${mode}`, queries.length, judgedQueries.length);
  }
  const times = queries.map(({ ms }) => ms);
  return {
    mode,
    ...rankingFigures(queries.map(({ ranking, relevantIds }) => ({ ranking, relevant: relevantIds }))),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    queries: queries.map(({ relevantIds: _, ...query }) => query),
  };
}
