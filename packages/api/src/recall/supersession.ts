import type { ServiceContext } from "../context.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { LINKS_OF_NOTE } from "./links-of-note.ts";
import type { PathStep, Ranked } from "./retrieve.ts";
import { standsForItself } from "./stands-for-itself.ts";

/**
 * Superseded notes give way to every head of their chain (neither archived nor superseded itself), with
 * the path from the old version. A head that is also a hit takes the better place. `ranked` is best first.
 */
export async function replaceSuperseded(
  ctx: ServiceContext,
  ranked: readonly Ranked[],
  states: DerivedStates,
): Promise<Ranked[]> {
  const old = ranked.filter((entry) => states.superseded.has(entry.id)).map((entry) => entry.id);
  if (old.length === 0) return [...ranked];
  const newer = await newerVersions(ctx, old);
  const archived = new Set(
    await ctx.storage.notes.archivedIds(
      ctx.actor.userId,
      [...newer.values()].flat().map((step) => step.source_id),
    ),
  );
  const best = new Map<string, Ranked>();
  for (const entry of ranked) {
    const heads = states.superseded.has(entry.id)
      ? headsOf(entry, newer, (id) => !archived.has(id) && !states.superseded.has(id))
      : [entry];
    for (const head of heads) {
      const known = best.get(head.id);
      if (!known) best.set(head.id, head);
      else if (standsForItself(head, known)) best.set(head.id, { ...head, score: known.score });
    }
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score);
}

/** `supersedes` links up the chains, by what they replace. */
async function newerVersions(ctx: ServiceContext, old: readonly string[]): Promise<Map<string, PathStep[]>> {
  const newer = new Map<string, PathStep[]>();
  for (let frontier = [...old]; frontier.length > 0;) {
    for (const id of frontier) newer.set(id, []);
    const links = await ctx.storage.links.listTouching(ctx.actor.userId, frontier, LINKS_OF_NOTE);
    const found = new Set<string>();
    for (const { source_id, target_id, relation } of links) {
      if (relation !== "supersedes" || !frontier.includes(target_id)) continue;
      newer.get(target_id)?.push({ source_id, target_id, relation });
      if (!newer.has(source_id)) found.add(source_id);
    }
    frontier = [...found];
  }
  return newer;
}

function headsOf(
  entry: Ranked,
  newer: ReadonlyMap<string, readonly PathStep[]>,
  isHead: (id: string) => boolean,
): Ranked[] {
  const heads: Ranked[] = [];
  const seen = new Set<string>([entry.id]);
  const queue: Ranked[] = [entry];
  for (let at = queue.shift(); at; at = queue.shift()) {
    for (const step of newer.get(at.id) ?? []) {
      if (seen.has(step.source_id)) continue;
      seen.add(step.source_id);
      const next = { id: step.source_id, score: entry.score, via: [...at.via, step] };
      if (isHead(next.id)) heads.push(next);
      queue.push(next);
    }
  }
  return heads;
}
