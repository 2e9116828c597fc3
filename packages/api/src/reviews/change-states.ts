import type { CauseKind } from "@knote/contract";
import { changeMap } from "../kit/change-map.ts";
import { deriveContests } from "../links/derive-states.ts";
import { chainsBelow, supersedeAgain } from "../links/update-states.ts";
import type { DerivedStates, StateLink } from "../ports/link-store.ts";

/** What would happen to a note: a new note supersedes or contradicts it, or it is archived, deleted or reworded. */
export interface Change {
  readonly id: string;
  readonly becomes: CauseKind;
}

/** The id of the note that would supersede or contradict, which nobody has written yet. */
const NEW_NOTE = "new";
/** When its link would be made: later than every other. */
const NOW = "9999-12-31T23:59:59.999Z";

export interface ChangedStates {
  readonly states: DerivedStates;
  /** The note and all that it supersedes, directly or through a chain: only their supersession can change. */
  readonly chain: ReadonlySet<string>;
  /** Whether contradictions may count otherwise than before. */
  readonly contestsChange: boolean;
}

/** Derives the states as they would be from the present ones. */
export async function changeStates(states: DerivedStates, change: Change, isArchived: boolean): Promise<ChangedStates> {
  const { id, becomes } = change;
  if (becomes === "reworded") return { states, chain: new Set([id]), contestsChange: false };
  const ends = { source_id: NEW_NOTE, target_id: id, created_at: NOW };
  const newLink = { ...ends, sourceArchived: false, targetArchived: isArchived };
  const chain = becomes === "contested" ? new Set([id]) : chainsBelow([id], [states]);
  const supersession = becomes === "contested" ? states : changeSupersession(states, chain, change, newLink);
  const contestsChange =
    becomes === "contested" ||
    states.contradictions.some(({ source_id, target_id }) => chain.has(source_id) || chain.has(target_id));
  if (!contestsChange) return { states: { ...states, ...supersession }, chain, contestsChange };
  const contradictions = states.contradictions.flatMap((link) => changeLink(link, change));
  if (becomes === "contested") contradictions.push({ ...newLink, relation: "contradicts" });
  const contests = await deriveContests(contradictions, supersession.superseded);
  return { states: { ...supersession, contradictions, ...contests }, chain, contestsChange };
}

type Supersession = Pick<DerivedStates, "newerOf" | "olderOf" | "superseded">;

function changeSupersession(
  states: DerivedStates,
  chain: ReadonlySet<string>,
  change: Change,
  newLink: Omit<StateLink, "relation">,
): Supersession {
  const changeLinks = (links: readonly StateLink[] = []) => links.flatMap((link) => changeLink(link, change));
  const [newerChanges, olderChanges] = [new Map<string, StateLink[]>(), new Map<string, StateLink[]>()];
  for (const id of idsAround(change.id, states)) {
    newerChanges.set(id, changeLinks(states.newerOf.get(id)));
    olderChanges.set(id, changeLinks(states.olderOf.get(id)));
  }
  if (change.becomes === "superseded") newerChanges.get(change.id)!.push({ ...newLink, relation: "supersedes" });
  const [newerOf, olderOf] = [changeMap(states.newerOf, newerChanges), changeMap(states.olderOf, olderChanges)];
  return { newerOf, olderOf, superseded: supersedeAgain(chain, { newerOf, olderOf, superseded: states.superseded }) };
}

function idsAround(id: string, { newerOf, olderOf }: DerivedStates): Set<string> {
  const links = [...(newerOf.get(id) ?? []), ...(olderOf.get(id) ?? [])];
  return new Set([id, ...links.flatMap(({ source_id, target_id }) => [source_id, target_id])]);
}

function changeLink(link: StateLink, { id, becomes }: Change): StateLink[] {
  const [isSource, isTarget] = [link.source_id === id, link.target_id === id];
  if (!isSource && !isTarget) return [link];
  if (becomes === "deleted") return [];
  if (becomes !== "archived") return [link];
  return [
    { ...link, sourceArchived: link.sourceArchived || isSource, targetArchived: link.targetArchived || isTarget },
  ];
}
