import type { DerivedStates, StandingVersions } from "../ports/link-store.ts";
import { allLooks } from "../looks/all-looks.ts";
import type { LookKind } from "../ports/look-store.ts";
import type { Storage } from "../ports/storage.ts";
import { deriveReviews, type Reviews } from "./derive-reviews.ts";
import { buildRestGraph, type RestGraph } from "./rest-graph.ts";
import type { Looks, ReviewLook } from "./rest-link.ts";

/** Most links and notes that are remembered for all users together: about 64 MiB. */
const MOST_REMEMBERED = 1_000_000;
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
  readonly until: number;
  readonly graph: Promise<RestGraph>;
  readonly present: Promise<PresentReviews>;
  /** How many links and notes it holds; 0 until they are read. */
  size: number;
}

export function createReviewCache(): ReviewCache {
  const entries = new Map<string, Entry>();

  function begin(storage: Storage, userId: string, versions: StandingVersions, earlier: Entry | undefined): Entry {
    const isSameGraph = earlier?.versions.rests === versions.rests && earlier.until > performance.now();
    const graph = isSameGraph ? earlier.graph : storage.links.restLinks(userId).then(buildRestGraph);
    const present = derive(storage, userId, graph);
    const entry: Entry = { versions, until: performance.now() + REMEMBERED_MS, graph, present, size: 0 };
    void settle(userId, entry);
    return entry;
  }

  /** Counts what an entry holds once it is derived; forgets one that could not be derived. */
  async function settle(userId: string, entry: Entry): Promise<void> {
    try {
      await entry.present;
      const { ids, sources } = await entry.graph;
      entry.size = ids.length + sources.length;
      dropOldest(entry);
    } catch {
      if (entries.get(userId) === entry) entries.delete(userId);
    }
  }

  /** Drops the entries that were used longest ago, but not the newest. */
  function dropOldest(newest: Entry): void {
    let total = entries.values().reduce((sum, { size }) => sum + size, 0);
    for (const [userId, entry] of entries) {
      if (total <= MOST_REMEMBERED) return;
      if (entry === newest) continue;
      entries.delete(userId);
      total -= entry.size;
    }
  }

  return {
    async of(storage, userId) {
      // Read first: a later write is in what follows, or changes the versions.
      const versions = await storage.links.versions(userId);
      const earlier = entries.get(userId);
      const isCurrent = earlier?.versions.standing === versions.standing && earlier.until > performance.now();
      const entry = isCurrent ? earlier : begin(storage, userId, versions, earlier);
      entries.delete(userId);
      entries.set(userId, entry);
      return await entry.present;
    },
    forget: (userId) => void entries.delete(userId),
  };
}

async function derive(storage: Storage, userId: string, pendingGraph: Promise<RestGraph>): Promise<PresentReviews> {
  const [graph, states] = await Promise.all([pendingGraph, storage.links.states(userId)]);
  // Nothing rests on anything: then no look bears on a review.
  const looks = graph.sources.length === 0 ? new Map() : await readLooks(storage, userId);
  return { reviews: await deriveReviews({ graph, states, looks }), states, looks };
}

async function readLooks({ looks }: Storage, userId: string): Promise<Looks> {
  const looksByKey = new Map<string, ReviewLook>();
  for (const kind of LOOK_KINDS_OF_REVIEWS)
    for await (const look of allLooks(looks, userId, kind)) looksByKey.set(look.key, look);
  return looksByKey;
}
