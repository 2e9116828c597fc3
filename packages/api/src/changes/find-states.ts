import type { ChangeKind, NoteState } from "@knote/contract";
import { beginTurn } from "../kit/in-turns.ts";
import { stateLinksOf } from "../links/derive-states.ts";
import { stateOf } from "../kit/state-of.ts";
import { type DerivedStates, isStateRelation, type PastLink, type StateLink } from "../ports/link-store.ts";
import type { Edit } from "./find-edits.ts";
import type { FoundChange, Period } from "./found-change.ts";

/** What the states of both times follow from. */
export interface StateGround extends Period {
  readonly before: DerivedStates;
  readonly after: DerivedStates;
  /** By id, the notes of the earlier time that were changed since. */
  readonly edits: ReadonlyMap<string, Edit>;
  readonly writtenIds: ReadonlySet<string>;
  /** The links that were removed in the period. */
  readonly endedLinks: readonly PastLink[];
}

/** Finds the notes whose state is another at the later time. What went and came back in between is no change. */
export async function findStates(ground: StateGround): Promise<FoundChange[]> {
  const { before, after, writtenIds } = ground;
  const flagsOf = await createFlags(ground);
  const changes: { readonly id: string; readonly from: NoteState; readonly to: NoteState }[] = [];
  const turn = beginTurn();
  for (const id of candidates(ground)) {
    if (turn.isOver()) await turn.next();
    if (writtenIds.has(id)) continue;
    const flags = flagsOf(id);
    const [from, to] = [stateOf({ id, archived: flags.before }, before), stateOf({ id, archived: flags.after }, after)];
    if (from !== to) changes.push({ id, from, to });
  }
  const times = await bearingTimes(ground, flagsOf);
  return changes.map(({ id, from, to }) => ({
    kind: kindOf(from, to),
    at: times.get(id) ?? ground.until,
    id,
    from,
    to,
  }));
}

function kindOf(from: NoteState, to: NoteState): ChangeKind {
  if (to === "archived") return "set_aside";
  if (to === "superseded") return "replaced";
  if (to === "contested") return "contested";
  return from === "contested" ? "settled" : "stands_again";
}

/** The notes whose state can differ: by their flag, or by what links make of them. */
function candidates({ before, after, edits }: StateGround): Set<string> {
  const ids = new Set<string>();
  for (const [id, { archivedBefore, archivedAfter }] of edits) if (archivedBefore !== archivedAfter) ids.add(id);
  for (const id of before.superseded.symmetricDifference(after.superseded)) ids.add(id);
  for (const id of before.contested.symmetricDifference(after.contested)) ids.add(id);
  return ids;
}

type Flags = (id: string) => { readonly before: boolean; readonly after: boolean };

/** Returns the archive flags of notes: of those that were not changed, as the links to them carry it. */
async function createFlags({ before, after, edits }: StateGround): Promise<Flags> {
  const flags = new Map<string, boolean>();
  const turn = beginTurn();
  for (const link of [...stateLinksOf(before), ...stateLinksOf(after)]) {
    if (turn.isOver()) await turn.next();
    flags.set(link.source_id, link.sourceArchived);
    flags.set(link.target_id, link.targetArchived);
  }
  return (id) => {
    const edit = edits.get(id);
    const flag = flags.get(id) ?? false;
    return { before: edit?.archivedBefore ?? flag, after: edit?.archivedAfter ?? flag };
  };
}

/**
 * Returns by note when what bears on its state last changed: its flag, a link to it, or the standing of a note that
 * links to it.
 */
async function bearingTimes(ground: StateGround, flagsOf: Flags): Promise<Map<string, string>> {
  const { before, after } = ground;
  const standingChanged = (id: string) => {
    const flags = flagsOf(id);
    return (flags.before || before.superseded.has(id)) !== (flags.after || after.superseded.has(id));
  };
  const contradictedBy = await targetsBySource([...before.contradictions, ...after.contradictions]);
  const targetsOf = (id: string) => [
    ...[before, after].flatMap(({ olderOf }) => (olderOf.get(id) ?? []).map(({ target_id }) => target_id)),
    ...(contradictedBy.get(id) ?? []),
  ];
  const times = new Map<string, string>();
  const turn = beginTurn();
  const direct = [...(await directTimes(ground))].sort(([, one], [, other]) => (one < other ? 1 : -1));
  // The newest goes first, so that each note is reached by its newest time.
  for (const [first, at] of direct) {
    const queue = [first];
    for (const id of queue) {
      if (turn.isOver()) await turn.next();
      if (times.has(id)) continue;
      times.set(id, at);
      if (standingChanged(id)) queue.push(...targetsOf(id));
    }
  }
  return times;
}

/** Returns by note when its own flag or a link to it last changed. */
async function directTimes(ground: StateGround): Promise<Map<string, string>> {
  const { since, until, after, edits, endedLinks } = ground;
  const times = new Map<string, string>();
  const add = (id: string, at: string) => {
    if (at > since && at <= until && at > (times.get(id) ?? "")) times.set(id, at);
  };
  for (const [id, { archivedBefore, archivedAfter, at }] of edits) if (archivedBefore !== archivedAfter) add(id, at);
  const turn = beginTurn();
  for (const { target_id, created_at } of stateLinksOf(after)) {
    if (turn.isOver()) await turn.next();
    add(target_id, created_at);
  }
  for (const { relation, target_id, removed_at } of endedLinks)
    if (isStateRelation(relation)) add(target_id, removed_at);
  return times;
}

async function targetsBySource(links: readonly StateLink[]): Promise<Map<string, string[]>> {
  const targets = new Map<string, string[]>();
  const turn = beginTurn();
  for (const { source_id, target_id } of links) {
    if (turn.isOver()) await turn.next();
    const ids = targets.get(source_id);
    if (ids) ids.push(target_id);
    else targets.set(source_id, [target_id]);
  }
  return targets;
}
