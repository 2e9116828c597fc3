import type { ServiceContext } from "../context.ts";
import { LOOKS_AT_ONCE, type Look } from "../ports/look-store.ts";
import { keysThatHold, pairKey } from "./claim-bases.ts";

/** The verdict of a look at a proposal that nobody wants. */
export const DISMISSED = "dismissed";

/**
 * Leaves out the notes whose likeness with the note somebody found fine as it is, or whose proposed link with it
 * somebody dismissed.
 */
export async function withoutFinePairs<Other>(
  ctx: ServiceContext,
  noteId: string,
  others: readonly Other[],
  idOf: (other: Other) => string,
): Promise<Other[]> {
  const fine = await finePairs(
    ctx,
    others.map((other) => [noteId, idOf(other)] as const),
  );
  return others.filter((_, place) => !fine[place]);
}

/** Returns for each pair of notes whether somebody wants no link between them. */
export async function finePairs(
  ctx: ServiceContext,
  pairs: readonly (readonly [one: string, other: string])[],
): Promise<boolean[]> {
  const keysOf = ([one, other]: readonly [string, string]) => [
    pairKey("near", one, other),
    pairKey("proposal", one, other),
  ];
  const keys = [...new Set(pairs.flatMap(keysOf))];
  const looks: Look[] = [];
  for (let start = 0; start < keys.length; start += LOOKS_AT_ONCE)
    looks.push(...(await ctx.storage.looks.get(ctx.actor.userId, keys.slice(start, start + LOOKS_AT_ONCE))));
  const refusals = looks.filter(({ key, verdict }) => !key.startsWith("proposal ") || verdict === DISMISSED);
  const held = await keysThatHold(ctx, refusals);
  return pairs.map((pair) => keysOf(pair).some((key) => held.has(key)));
}
