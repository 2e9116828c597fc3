import type { ServiceContext } from "../context.ts";
import { lookedAtAmong, pairKey } from "./claim-bases.ts";

/** Leaves out the notes whose likeness with the note somebody found fine as it is. */
export async function withoutFinePairs<Other>(
  ctx: ServiceContext,
  noteId: string,
  others: readonly Other[],
  idOf: (other: Other) => string,
): Promise<Other[]> {
  const keyOf = (other: Other) => pairKey("near", noteId, idOf(other));
  const fine = await lookedAtAmong(ctx, others.map(keyOf));
  return others.filter((other) => !fine.has(keyOf(other)));
}
