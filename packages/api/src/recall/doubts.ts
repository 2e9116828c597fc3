import type { DerivedStates } from "../ports/link-store.ts";
import type { Cause } from "../reviews/find-causes.ts";
import { extendPath, type PathStep, type RankedHit } from "./ranked-hit.ts";
import { replaceSuperseded } from "./supersession.ts";

/** Most notes that reviews bring into one result; more would push out what the question is about. */
const MOST_BROUGHT = 3;

/** Returns the nearest open cause of a note that needs review, null for every other note. */
export type FindCause = (id: string) => Promise<Cause | null>;

/** The hits, with what now stands beside those that need review. */
interface DoubtedHits {
  readonly hits: RankedHit[];
  /** By note, why it needs review. */
  readonly causes: ReadonlyMap<string, Cause>;
}

/**
 * Places after each of the hits that needs review what stands now instead of what it rested on: at most one note each,
 * three in all, with the way there. The last hits make room.
 */
export async function withStandingNotes(
  hits: readonly RankedHit[],
  limit: number,
  { findCause, states }: { readonly findCause: FindCause; readonly states: DerivedStates },
): Promise<DoubtedHits> {
  const causes = new Map<string, Cause>();
  for (const { id } of hits) {
    const cause = await findCause(id);
    if (cause) causes.set(id, cause);
  }
  if (causes.size === 0) return { hits: [...hits], causes };
  const ownIds = new Set(hits.map(({ id }) => id));
  const result: RankedHit[] = [];
  let broughtCount = 0;
  for (const hit of hits) {
    result.push(hit);
    const cause = causes.get(hit.id);
    if (!cause || broughtCount === MOST_BROUGHT || cause.now.some((id) => ownIds.has(id))) continue;
    const standing = await standingNote(hit, cause, states);
    if (standing === null) continue;
    ownIds.add(standing.id);
    result.push(standing);
    broughtCount++;
  }
  return { hits: result.slice(0, limit), causes };
}

/** Returns the newest of what stands now, by the way from the hit over what it rested on; null where nothing does. */
async function standingNote(hit: RankedHit, cause: Cause, states: DerivedStates): Promise<RankedHit | null> {
  const newest = cause.now.at(-1);
  if (newest === undefined) return null;
  const via = cause.path.reduce<readonly PathStep[]>(extendPath, hit.via);
  if (cause.kind === "reworded") return { id: newest, score: hit.score, via };
  if (cause.kind === "contested") {
    const contest = states.contradictionsOf.get(cause.id)?.find(({ source_id }) => source_id === newest);
    return contest ? { id: newest, score: hit.score, via: extendPath(via, contest) } : null;
  }
  const heads = await replaceSuperseded([{ id: cause.id, score: hit.score, via }], states);
  const head = heads.find(({ id }) => id === newest);
  return head ? { id: head.id, score: hit.score, via: head.via } : null;
}
