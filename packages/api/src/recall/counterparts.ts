import type { ServiceContext } from "../context.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { LINKS_OF_NOTE } from "./links-of-note.ts";
import type { PathStep, Ranked } from "./retrieve.ts";
import { standsForItself } from "./stands-for-itself.ts";

/** A note is shown with this many counterparts; more would push out other hits. */
const MOST_COUNTERPARTS = 3;

/**
 * The best `limit`, and beside each the other side of its contradictions, whichever end was found: what does
 * not fit together with one of them is left out, as a contested note never stands alone. Superseded and
 * archived notes contest nothing.
 */
export async function withCounterparts(
  ctx: ServiceContext,
  ranked: readonly Ranked[],
  limit: number,
  states: DerivedStates,
): Promise<Ranked[]> {
  const sides = await contradictions(
    ctx,
    ranked.map((entry) => entry.id),
    states,
  );
  if (sides.size === 0) return ranked.slice(0, limit);
  const own = new Map(ranked.map((entry) => [entry.id, entry]));
  const placed = new Map<string, Ranked>();
  for (const entry of ranked) {
    const room = limit - placed.size;
    if (room === 0) break;
    if (placed.has(entry.id)) continue;
    const others = sides.get(entry.id) ?? [];
    const accompanied = others.length === 0 || others.some((side) => placed.has(side.id));
    if (!accompanied && room === 1 && limit > 1) continue;
    placed.set(entry.id, entry);
    for (const side of others.filter(({ id }) => !placed.has(id)).slice(0, room - 1)) {
      placed.set(side.id, beside(entry, side, own.get(side.id)));
    }
  }
  return [...placed.values()];
}

/** A counterpart takes the place of the note that led to it. */
function beside(entry: Ranked, { id, step }: Side, hit: Ranked | undefined): Ranked {
  const via = hit && (hit.via.length > 0 || standsForItself(hit, entry)) ? hit.via : [...entry.via, step];
  return { id, score: entry.score, via };
}

interface Side {
  readonly id: string;
  readonly step: PathStep;
}

/** By note, the other ends of the `contradicts` links that count. */
async function contradictions(
  ctx: ServiceContext,
  ids: readonly string[],
  states: DerivedStates,
): Promise<Map<string, Side[]>> {
  const sides = new Map<string, Side[]>();
  if (ids.length === 0 || states.contested.size === 0) return sides;
  const links = await ctx.storage.links.listTouching(ctx.actor.userId, ids, LINKS_OF_NOTE);
  const contradicting = links.filter((link) => link.relation === "contradicts");
  const ends = [...new Set(contradicting.flatMap((link) => [link.source_id, link.target_id]))];
  const archived = new Set(ends.length === 0 ? [] : await ctx.storage.notes.archivedIds(ctx.actor.userId, ends));
  const out = (id: string) => archived.has(id) || states.superseded.has(id);
  const wanted = new Set(ids);
  for (const { source_id, target_id, relation } of contradicting) {
    if (out(source_id) || out(target_id)) continue;
    const step = { source_id, target_id, relation };
    for (const [id, other] of [
      [source_id, target_id],
      [target_id, source_id],
    ] as const) {
      if (!wanted.has(id)) continue;
      const known = sides.get(id) ?? [];
      if (known.length < MOST_COUNTERPARTS && !known.some((side) => side.id === other))
        sides.set(id, [...known, { id: other, step }]);
    }
  }
  return sides;
}
