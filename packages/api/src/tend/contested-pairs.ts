import type { ContestedPair, TendInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { allLooks } from "../looks/all-looks.ts";
import { keysThatHold, pairKey } from "../looks/claim-bases.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { byKeyDescending, pageOfKeys } from "./page-of-keys.ts";
import { tendedNote } from "./tended-note.ts";

interface PairOfIds {
  readonly key: string;
  readonly source_id: string;
  readonly target_id: string;
}

/** Lists pairs of current notes that contradict each other, newest first; once, even when linked both ways. */
export async function listContested(
  ctx: ServiceContext,
  input: TendInput,
): Promise<{ pairs: ContestedPair[]; total: number; next: string | null }> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const all = await findContested(ctx, states);
  const { page, next } = pageOfKeys(all, input);
  const notes = await getNotes(
    ctx,
    page.flatMap(({ source_id, target_id }) => [source_id, target_id]),
  );
  const pairs = page.flatMap(({ key, source_id, target_id }) => {
    const [source, target] = [notes.get(source_id), notes.get(target_id)];
    return source && target ? [{ key, source: tendedNote(source, states), target: tendedNote(target, states) }] : [];
  });
  return { pairs, total: all.length, next };
}

/** Finds the pairs that nobody found fine, newest first. Reads notes only where somebody looked. */
export async function findContested(ctx: ServiceContext, states: DerivedStates): Promise<PairOfIds[]> {
  const pairs = await findAll(states);
  if (pairs.length === 0) return [];
  const keys = new Set(pairs.map(({ key }) => key));
  const looks = await Array.fromAsync(allLooks(ctx.storage.looks, ctx.actor.userId, "contested"));
  const held = await keysThatHold(
    ctx,
    looks.filter(({ key }) => keys.has(key)),
  );
  return pairs.filter(({ key }) => !held.has(key));
}

async function findAll({ contradictionsOf }: DerivedStates): Promise<PairOfIds[]> {
  const pairs = new Map<string, PairOfIds>();
  const turn = beginTurn();
  for (const [id, links] of contradictionsOf) {
    for (const { source_id, target_id } of links) {
      if (turn.isOver()) await turn.next();
      if (id !== source_id) continue;
      const key = pairKey("contested", source_id, target_id);
      if (!pairs.has(key)) pairs.set(key, { key, source_id, target_id });
    }
  }
  return [...pairs.values()].sort(byKeyDescending);
}
