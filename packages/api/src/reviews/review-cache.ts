import type { DerivedStates, StandingVersions } from "../ports/link-store.ts";
import { createDerivationCache } from "../kit/derivation-cache.ts";
import { allLooks } from "../looks/all-looks.ts";
import type { LookKind } from "../ports/look-store.ts";
import type { Storage } from "../ports/storage.ts";
import { deriveReviews, type Reviews } from "./derive-reviews.ts";
import { type GraphPatch, patchGraph } from "./patch-graph.ts";
import { buildRestGraph, type RestGraph } from "./rest-graph.ts";
import type { Looks, ReviewLook } from "./rest-link.ts";

/** Most links and notes that are remembered for all users together: about 64 MiB. */
const MOST_REMEMBERED = 1_000_000;
/** Most notes whose links are read one by one after a change. */
const MOST_TOUCHED = 1_000;
/** Longest time that a process sees old reviews when another dies between a write and its mark. */
const REMEMBERED_MS = 60_000;
const LOOK_KINDS_OF_REVIEWS: readonly LookKind[] = ["review", "lost", "cause"];

/** The reviews of a user with the states that they were derived from. */
export interface PresentReviews {
  readonly reviews: Reviews;
  readonly states: DerivedStates;
  /** The looks at causes that were taken into account, those that no longer hold, too. */
  readonly looks: Looks;
}

/** Remembers what was derived until a write changes it. */
export interface ReviewCache {
  of(storage: Storage, userId: string): Promise<PresentReviews>;
  forget(userId: string): void;
}

interface Entry {
  readonly versions: StandingVersions;
  readonly graph: Promise<RestGraph>;
  readonly present: Promise<PresentReviews>;
}

export function createReviewCache(): ReviewCache {
  const cache = createDerivationCache<Entry>({ mostInAll: MOST_REMEMBERED, forMs: REMEMBERED_MS });
  return {
    async of(storage, userId) {
      // Read first: a later write is in what follows, or changes the versions.
      const versions = await storage.links.versions(userId);
      const entry = cache.of(userId, versions.standing, (base) => {
        const read = readGraph({ storage, userId, base, versions });
        const graph = read.then((one) => one.graph);
        const present = derive(storage, userId, { read, base });
        // The size fails with either.
        const size = Promise.all([graph, present]).then(([{ ids, sources }]) => ids.length + sources.length);
        return { value: { versions, graph, present }, size };
      });
      return await entry.present;
    },
    forget: cache.forget,
  };
}

interface GraphRequest {
  readonly storage: Storage;
  readonly userId: string;
  /** What was remembered before. */
  readonly base: Entry | undefined;
  readonly versions: StandingVersions;
}

interface GraphRead {
  readonly graph: RestGraph;
  /** How the graph came of the one that was remembered before; null for the same one, absent for one built anew. */
  readonly patch?: GraphPatch | null;
}

/** Reads the links of the notes that changes touch, if the engine knows them, and all links otherwise. */
async function readGraph({ storage: { links }, userId, base, versions }: GraphRequest): Promise<GraphRead> {
  if (base?.versions.rests === versions.rests) return { graph: await base.graph, patch: null };
  const touchedIds = base ? await links.restChanges(userId, base.versions.rests) : null;
  if (base === undefined || touchedIds === null || touchedIds.length > MOST_TOUCHED)
    return { graph: await buildRestGraph(await links.allRestLinks(userId)) };
  const [graph, touchedLinks] = await Promise.all([base.graph, links.restLinks(userId, touchedIds)]);
  const patch = await patchGraph(graph, touchedIds, touchedLinks);
  return { graph: patch.graph, patch };
}

async function derive(
  storage: Storage,
  userId: string,
  { read, base }: { readonly read: Promise<GraphRead>; readonly base: Entry | undefined },
): Promise<PresentReviews> {
  const [{ graph, patch }, states] = await Promise.all([read, storage.links.states(userId)]);
  // What could not be derived is of no use to what comes after it.
  const before = await base?.present.catch(() => undefined);
  // Nothing rests on anything: then no look bears on a review.
  const looks = graph.sources.length === 0 ? new Map() : await readLooks(storage, userId);
  const earlier = before && patch !== undefined ? { reviews: before.reviews, patch } : undefined;
  return { reviews: await deriveReviews({ graph, states, looks }, earlier), states, looks };
}

async function readLooks({ looks }: Storage, userId: string): Promise<Looks> {
  const looksByKey = new Map<string, ReviewLook>();
  for (const kind of LOOK_KINDS_OF_REVIEWS)
    for await (const look of allLooks(looks, userId, kind)) looksByKey.set(look.key, look);
  return looksByKey;
}
