import type { ServiceContext } from "../context.ts";
import type { KeywordQuery } from "../text/keyword-query.ts";

/** Returns the ids, in their order, of the notes that contain nothing of what is excluded. */
export async function dropExcluded(
  ctx: ServiceContext,
  exclusions: KeywordQuery | null,
  ids: readonly string[],
): Promise<string[]> {
  if (exclusions === null || ids.length === 0) return [...ids];
  const hits = await ctx.storage.keywords.scores(ctx.actor.userId, exclusions, ids);
  const excludedIds = new Set(hits.map(({ id }) => id));
  return ids.filter((id) => !excludedIds.has(id));
}
