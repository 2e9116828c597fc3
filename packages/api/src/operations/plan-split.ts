import type { Link, LinkInput, SplitInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { linkNotFound } from "../links/delete-link.ts";
import { linkKey } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import type { Move, Part } from "./operation-plan.ts";
import { refuseTooMany, timeAfter, type TimedPlan, withEnd } from "./plan-merge.ts";
import { refuseUnlessStanding } from "./refuse-unless-standing.ts";
import { linksOfNote } from "./write-links.ts";

type PartInput = SplitInput["parts"][number];

/** Plans how parts take the place of a note. Throws NOT_FOUND for a link that the note does not have, and CONFLICT. */
export async function planSplit(ctx: ServiceContext, input: SplitInput, original: StoredNote): Promise<TimedPlan> {
  const partsWithLinks = input.parts.map((part) => ({ id: ctx.newId(), ...part }));
  const moves = await planMoves(ctx, original, partsWithLinks);
  await refuseUnlessStanding(ctx, [original], "split");
  const at = timeAfter(timestamp(ctx), [original.updated_at, ...moves.map(({ from }) => from.created_at)]);
  const parts = partsWithLinks.map(({ links: _, ...part }): Part => part);
  const supersessions = parts.map(({ id }) => ({ source_id: id, target_id: original.id }));
  return { at, plan: { revision: null, parts, supersessions, moves } };
}

/** Plans the links that parts name. A link that several name goes over to each of them. */
async function planMoves(
  ctx: ServiceContext,
  original: StoredNote,
  parts: readonly (PartInput & { readonly id: string })[],
): Promise<Move[]> {
  const namedKeys = new Map(parts.map(({ id, links }) => [id, new Set(links.map((link) => keyAt(original.id, link)))]));
  const moves = new Map<string, { from: Link; to: LinkInput[] }>();
  let madeCount = 0;
  if (![...namedKeys.values()].some(({ size }) => size > 0)) return [];
  const present = new Map((await linksOfNote(ctx, original.id)).map((link) => [linkKey(link), link]));
  for (const [id, keys] of namedKeys) {
    for (const key of keys) {
      const from = present.get(key);
      if (from === undefined) throw linkNotFound();
      const move = moves.get(key) ?? { from, to: [] };
      move.to.push(withEnd(from, original.id, id));
      moves.set(key, move);
      madeCount++;
    }
  }
  refuseTooMany(madeCount, "parts");
  return [...moves.values()];
}

/** Returns the key of the link between the note and the end that a part names. */
function keyAt(id: string, { source_id = id, target_id = id, relation }: PartInput["links"][number]): string {
  return linkKey({ source_id, target_id, relation });
}
