import { changeMap } from "../kit/change-map.ts";
import type { DerivedStates, StateLink } from "../ports/link-store.ts";
import { deriveContests } from "./derive-states.ts";

/** What changed since states were derived. */
export interface StateChange {
  /** The notes whose `supersedes` and `contradicts` links, or whose flags, may differ. */
  readonly touchedIds: ReadonlySet<string>;
  /** All links that touch them now. */
  readonly links: readonly StateLink[];
  /** Orders links as the derivation had them. */
  readonly compare: (one: StateLink, other: StateLink) => number;
}

/** How states came of earlier ones, for readers who compare the two. */
const updates = new WeakMap<DerivedStates, { before: WeakRef<DerivedStates>; regroupedIds: ReadonlySet<string> }>();

/**
 * Returns notes that all links of `newerOf` in which two states differ touch, if the later ones are an update of the
 * earlier; null when that is not known.
 */
export function regroupedIds(before: DerivedStates, now: DerivedStates): ReadonlySet<string> | null {
  const update = updates.get(now);
  return update?.before.deref() === before ? update.regroupedIds : null;
}

type Supersession = Pick<DerivedStates, "newerOf" | "olderOf" | "superseded">;

/**
 * Returns what `deriveStates` would from all links, given states that it or this function made of such links. Only the
 * links of touched notes, and the notes below them, are looked at.
 */
export async function updateStates(
  before: DerivedStates,
  { touchedIds, links, compare }: StateChange,
): Promise<DerivedStates> {
  const isKept = (link: StateLink) => !touchedIds.has(link.source_id) && !touchedIds.has(link.target_id);
  const merge = (earlier: readonly StateLink[], more: readonly StateLink[]) =>
    [...earlier.filter(isKept), ...more].sort(compare);
  const supersessions = links.filter(({ relation }) => relation === "supersedes");
  const changedKeys = new Set<string>();
  const newerOf = regroup(before.newerOf, "target_id");
  const olderOf = regroup(before.olderOf, "source_id");
  const chain = chainsBelow(touchedIds, [before, { olderOf }]);
  const supersededIds = supersedeAgain(chain, { newerOf, olderOf, superseded: before.superseded });
  const newContests = links.filter(({ relation }) => relation === "contradicts");
  const isSame = newContests.length === 0 && before.contradictions.every(isKept);
  const contradictions = isSame ? before.contradictions : merge(before.contradictions, newContests);
  const contestsChange = !isSame || contradictions.some((one) => chain.has(one.source_id) || chain.has(one.target_id));
  const { contested, contradictionsOf } = contestsChange ? await deriveContests(contradictions, supersededIds) : before;
  const states = { superseded: supersededIds, newerOf, olderOf, contradictions, contested, contradictionsOf };
  updates.set(states, { before: new WeakRef(before), regroupedIds: changedKeys });
  return states;

  function regroup(earlier: DerivedStates["newerOf"], end: "source_id" | "target_id"): DerivedStates["newerOf"] {
    const changes = new Map<string, readonly StateLink[] | null>();
    const keys = new Set([...touchedIds, ...supersessions.map((link) => link[end])]);
    for (const id of touchedIds)
      for (const list of [before.newerOf.get(id), before.olderOf.get(id)])
        for (const link of list ?? []) keys.add(link[end]);
    for (const key of keys) {
      changedKeys.add(key);
      const list = merge(
        earlier.get(key) ?? [],
        supersessions.filter((link) => link[end] === key),
      );
      changes.set(key, list.length > 0 ? list : null);
    }
    return changeMap(earlier, changes);
  }
}

/** Returns the notes and all that they supersede, directly or through a chain, by any of the states. */
export function chainsBelow(ids: Iterable<string>, states: readonly Pick<DerivedStates, "olderOf">[]): Set<string> {
  const chain = new Set(ids);
  // Iterating a set includes elements added meanwhile.
  for (const id of chain)
    for (const { olderOf } of states) for (const { target_id } of olderOf.get(id) ?? []) chain.add(target_id);
  return chain;
}

/** Works out again which notes of the chain are superseded; `superseded` still holds for all others. */
export function supersedeAgain(
  chain: ReadonlySet<string>,
  { newerOf, olderOf, superseded }: Supersession,
): Set<string> {
  const result = new Set(superseded);
  for (const id of chain) result.delete(id);
  const isOutside = (link: StateLink) => !chain.has(link.source_id) && superseded.has(link.source_id);
  const olderIds = new Set<string>();
  for (const id of chain)
    if (newerOf.get(id)?.some((link) => !link.sourceArchived || isOutside(link))) olderIds.add(id);
  for (const id of olderIds) {
    result.add(id);
    for (const { target_id } of olderOf.get(id) ?? []) olderIds.add(target_id);
  }
  return result;
}
