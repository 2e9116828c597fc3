import { createBoundedCache, deriveStates, type DerivedStates, type StateLink } from "@knote/api";
import type { LinkDocument } from "../collections/links.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

const MOST_REMEMBERED = 1_000;
/** Longest time that others see old states when a process dies between a write and its mark in the ledger. */
const REMEMBERED_MS = 60_000;
/** Batch size of the driver's reads. */
const DOCUMENTS_A_TURN = 2_000;

interface LinkStates {
  read(sub: string): Promise<DerivedStates>;
  forget(sub: string): void;
}

interface CachedStates {
  readonly owner: string;
  readonly version: number;
  readonly states: DerivedStates;
}

const NONE: DerivedStates = {
  superseded: new Set(),
  contested: new Set(),
  newerOf: new Map(),
  olderOf: new Map(),
  contradictions: [],
  contradictionsOf: new Map(),
};

/** Caches derived states per user until the ledger's version changes, whichever process writes. */
export function createLinkStates({ collections, owners, ledgers }: LinkStoreDeps): LinkStates {
  const { links, notes } = collections;
  const stateCache = createBoundedCache<string, CachedStates>({ most: MOST_REMEMBERED, forMs: REMEMBERED_MS });

  async function idsOf(filter: { userId: string; live: boolean; archived?: boolean }): Promise<Set<string>> {
    const rows = await notes.find(filter, { projection: { _id: 1 }, batchSize: DOCUMENTS_A_TURN }).toArray();
    return new Set(rows.map(({ _id }) => _id));
  }

  /** Reads deleted and archived ids, which are few, instead of looking up every end. */
  async function linksOf(userId: string): Promise<StateLink[]> {
    const projection = { _id: 0, source_id: 1, target_id: 1, relation: 1, created_at: 1 };
    const [allLinks, hiddenIds, archivedIds] = await Promise.all([
      links
        .find({ userId, relation: { $in: ["supersedes", "contradicts"] } }, { projection, batchSize: DOCUMENTS_A_TURN })
        .sort({ relation: -1, source_id: -1 })
        .toArray(),
      idsOf({ userId, live: false }),
      idsOf({ userId, live: true, archived: true }),
    ]);
    const visible = allLinks.filter(
      ({ source_id, target_id }) => !hiddenIds.has(source_id) && !hiddenIds.has(target_id),
    );
    return visible.map((link) => stateLink(link, archivedIds));
  }

  async function derive(owner: string): Promise<CachedStates> {
    // Read first: a later write is in the links that follow, or increases the version.
    const { states: version } = await ledgers.read(owner);
    return { owner, version, states: await deriveStates(await linksOf(owner)) };
  }

  async function isCurrent({ owner, version }: CachedStates): Promise<boolean> {
    return (await ledgers.read(owner)).states === version;
  }

  return {
    async read(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return NONE;
      const cacheEntry = stateCache.get(sub);
      if (cacheEntry?.owner === owner.id && (await isCurrent(cacheEntry))) return cacheEntry.states;
      const freshEntry = await derive(owner.id);
      stateCache.set(sub, freshEntry);
      return freshEntry.states;
    },
    forget: stateCache.delete,
  };
}

function stateLink(
  {
    source_id,
    target_id,
    relation,
    created_at,
  }: Pick<LinkDocument, "source_id" | "target_id" | "relation" | "created_at">,
  archivedIds: ReadonlySet<string>,
): StateLink {
  // Safe because only these relations were asked for.
  const stateRelation = relation as StateLink["relation"];
  const [sourceArchived, targetArchived] = [archivedIds.has(source_id), archivedIds.has(target_id)];
  return { source_id, target_id, relation: stateRelation, created_at, sourceArchived, targetArchived };
}
