import type { Relation, StaleFoundation, TendInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { replaceSuperseded } from "../recall/supersession.ts";
import { byKeyDescending, pageOfKeys } from "./page-of-keys.ts";
import { tendedNote } from "./tended-note.ts";

/** Most superseded notes examined, newest first, and most links of each. */
const MOST_SUPERSEDED = 500;
const MOST_LINKS = 200;
const RESTS_ON: ReadonlySet<Relation> = new Set<Relation>(["depends_on", "derived_from"]);

interface StaleLink {
  readonly key: string;
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: Relation;
}

/** Lists current notes that rest on a superseded one, newest first, with the heads that replaced it. */
export async function listFoundations(
  ctx: ServiceContext,
  input: TendInput,
): Promise<{ foundations: StaleFoundation[]; total: number; next: string | null }> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const all = await findFoundations(ctx, states);
  const { page, next } = pageOfKeys(all, input);
  const heads = await headsOf(
    page.map((link) => link.target_id),
    states,
  );
  const notes = await getNotes(ctx, [
    ...page.flatMap(({ source_id, target_id }) => [source_id, target_id]),
    ...[...heads.values()].flat(),
  ]);
  const showNote = (id: string) => {
    const note = notes.get(id);
    return note ? [tendedNote(note, states)] : [];
  };
  const foundations = page.flatMap(({ key, source_id, target_id, relation }) => {
    const [[note], [foundation]] = [showNote(source_id), showNote(target_id)];
    if (!note || !foundation) return [];
    const others = (heads.get(target_id) ?? []).filter((id) => id !== source_id);
    return [{ key, note, relation, foundation, heads: others.flatMap(showNote) }];
  });
  return { foundations, total: all.length, next };
}

export async function findFoundations(ctx: ServiceContext, { superseded }: DerivedStates): Promise<StaleLink[]> {
  const { userId } = ctx.actor;
  const newest = [...superseded].sort().slice(-MOST_SUPERSEDED);
  if (newest.length === 0) return [];
  const resting = (await ctx.storage.links.listTouching(userId, newest, MOST_LINKS)).filter(
    ({ source_id, target_id, relation }) =>
      RESTS_ON.has(relation) && superseded.has(target_id) && !superseded.has(source_id),
  );
  const sources = resting.map((link) => link.source_id);
  const archivedIds = new Set(sources.length === 0 ? [] : await ctx.storage.notes.archivedIds(userId, sources));
  return resting
    .filter((link) => !archivedIds.has(link.source_id))
    .map(({ source_id, target_id, relation }) => ({
      key: `rests ${source_id} ${target_id} ${relation}`,
      source_id,
      target_id,
      relation,
    }))
    .sort(byKeyDescending);
}

async function headsOf(ids: readonly string[], states: DerivedStates): Promise<Map<string, string[]>> {
  const heads = new Map<string, string[]>();
  for (const id of new Set(ids)) {
    const hits = await replaceSuperseded([{ id, score: 1, via: [] }], states);
    heads.set(
      id,
      hits.map((head) => head.id),
    );
  }
  return heads;
}
