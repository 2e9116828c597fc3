import type { ContestedPair, TendInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
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
  const all = await findContested(states);
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

/** Finds the pairs from links alone, without reading notes. */
export async function findContested({ contradictionsOf }: DerivedStates): Promise<PairOfIds[]> {
  const pairs = new Map<string, PairOfIds>();
  const turn = beginTurn();
  for (const [id, links] of contradictionsOf) {
    for (const { source_id, target_id } of links) {
      if (turn.isOver()) await turn.next();
      if (id !== source_id) continue;
      const [older, newer] = source_id < target_id ? [source_id, target_id] : [target_id, source_id];
      const key = `contested ${newer} ${older}`;
      if (!pairs.has(key)) pairs.set(key, { key, source_id, target_id });
    }
  }
  return [...pairs.values()].sort(byKeyDescending);
}
