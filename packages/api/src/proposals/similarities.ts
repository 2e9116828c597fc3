import type { ServiceContext } from "../context.ts";
import { ifReachable } from "../kit/if-reachable.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";
import { clip } from "../recall/ranked-hit.ts";
import { embedSoon } from "../suggestions/embed-soon.ts";
import { noteWindows, windowText } from "../text/windows.ts";
import type { NotePair } from "./proposal-looks.ts";

/** Returns the similarity of the two notes of each pair; 0 where it is unknown, as while the embedder is busy. */
export async function similaritiesOf(ctx: ServiceContext, pairs: readonly NotePair[]): Promise<number[]> {
  if (pairs.length === 0) return [];
  const { storage, embedder, actor } = ctx;
  const heads = pairs.map(({ newer }) => windowText(newer, noteWindows(newer.content)[0]!));
  const vectors = await waitWithoutPlace(ctx, embedder, embedSoon(ctx, heads, "query"));
  const similarities: number[] = [];
  for (const [place, { older }] of pairs.entries()) {
    const vector = vectors?.[place];
    const hits = vector
      ? storage.vectors.similarities(actor.userId, embedder.model, vector, [older.id], { headsOnly: true })
      : Promise.resolve([]);
    const [hit] = await ifReachable(hits, []);
    similarities.push(hit === undefined ? 0 : clip(hit.similarity));
  }
  return similarities;
}
