import type { ShakingNote } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";

/** Returns up to `limit` causes with how many notes need review because of each, most first. */
export async function rankShaking(ctx: ServiceContext, { limit }: { readonly limit: number }): Promise<ShakingNote[]> {
  const { reviews } = await ctx.reviews.of(ctx.storage, ctx.actor.userId);
  const causes = (await reviews.rankCauses()).slice(0, limit);
  const notes = await getNotes(
    ctx,
    causes.map(({ id }) => id),
  );
  return causes.flatMap((cause) => {
    const note = notes.get(cause.id);
    return note ? [{ ...cause, title: note.title }] : [];
  });
}
