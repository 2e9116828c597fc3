import type { ImpactOfMany, ImpactOfManyInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { namesOf } from "./name-causes.ts";

/**
 * Returns the notes that would newly need review if any of these fell, besides these themselves. The way from such a
 * note to the nearest of these passes over none of the others, so each can be asked about by itself.
 */
export async function impactOfMany(
  ctx: ServiceContext,
  { ids, if: becomes, limit }: ImpactOfManyInput,
): Promise<ImpactOfMany> {
  const chosenNotes = await getNotes(ctx, ids);
  const { reviews } = await ctx.reviews.of(ctx.storage, ctx.actor.userId);
  const falls = new Set<string>();
  for (const id of chosenNotes.keys()) {
    await nextTurn();
    for (const one of (await reviews.impact({ id, becomes })).falls) if (!chosenNotes.has(one)) falls.add(one);
  }
  const page = [...falls].slice(0, limit);
  return { falls: namesOf(page, await getNotes(ctx, page)), total: falls.size };
}
