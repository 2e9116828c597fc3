import { beginTurn } from "../kit/in-turns.ts";
import type { DerivedStates, StateLink } from "../ports/link-store.ts";

/**
 * Derives which notes are superseded or contested, and by which, from the visible links. A note is superseded when
 * an unarchived note supersedes it, directly or through a chain; a `contradicts` link counts while its source
 * is neither archived nor superseded. Yields to other work when there are many links.
 */
export async function deriveStates(links: readonly StateLink[]): Promise<DerivedStates> {
  const { olderOf, newerOf } = await supersessions(links);
  const superseded = await belowUnarchived(newerOf, olderOf);
  const contradictions = links.filter(({ relation }) => relation === "contradicts");
  return { superseded, newerOf, olderOf, contradictions, ...(await deriveContests(contradictions, superseded)) };
}

/** Derives what `contradicts` links make, given which notes are superseded. */
export async function deriveContests(
  contradictions: readonly StateLink[],
  superseded: ReadonlySet<string>,
): Promise<Pick<DerivedStates, "contested" | "contradictionsOf">> {
  const contested = new Set<string>();
  const contradictionsOf = new Map<string, StateLink[]>();
  const turn = beginTurn();
  for (const link of contradictions) {
    if (turn.isOver()) await turn.next();
    if (link.sourceArchived || superseded.has(link.source_id)) continue;
    contested.add(link.target_id);
    if (link.targetArchived || superseded.has(link.target_id)) continue;
    add(contradictionsOf, link.source_id, link);
    add(contradictionsOf, link.target_id, link);
  }
  return { contested, contradictionsOf };
}

/** Returns the links that the states were derived from. */
export function stateLinksOf({ newerOf, contradictions }: DerivedStates): StateLink[] {
  return [...newerOf.values().flatMap((links) => links), ...contradictions];
}

type LinksByNote = Map<string, StateLink[]>;

async function supersessions(links: readonly StateLink[]) {
  const olderOf: LinksByNote = new Map();
  const newerOf: LinksByNote = new Map();
  const turn = beginTurn();
  for (const link of links) {
    if (turn.isOver()) await turn.next();
    if (link.relation !== "supersedes") continue;
    add(olderOf, link.source_id, link);
    add(newerOf, link.target_id, link);
  }
  return { olderOf, newerOf };
}

async function belowUnarchived(newerOf: LinksByNote, olderOf: LinksByNote): Promise<Set<string>> {
  const supersededIds = new Set<string>();
  for (const [id, links] of newerOf) if (links.some((link) => !link.sourceArchived)) supersededIds.add(id);
  const turn = beginTurn();
  // Iterating a set includes elements added meanwhile, so this follows whole chains.
  for (const id of supersededIds) {
    if (turn.isOver()) await turn.next();
    for (const { target_id } of olderOf.get(id) ?? []) supersededIds.add(target_id);
  }
  return supersededIds;
}

function add(links: LinksByNote, id: string, link: StateLink): void {
  const existingLinks = links.get(id);
  if (existingLinks) existingLinks.push(link);
  else links.set(id, [link]);
}
