import { createBoundedCache, deriveStates, type DerivedStates, type StateLink } from "@knote/api";
import type { LinkDocument } from "../collections/links.ts";
import type { LinkParts } from "./store-parts.ts";

const REMEMBERED = 1_000;
/** Longest time that others see old states when a process dies between a write and its mark in the ledger. */
const REMEMBERED_MS = 60_000;
/** Batch size of the driver's reads. */
const DOCUMENTS_A_TURN = 2_000;

interface LinkStates {
  derived(sub: string): Promise<DerivedStates>;
  forget(sub: string): void;
}

interface Remembered {
  readonly owner: string;
  readonly version: number;
  readonly states: DerivedStates;
}

const NONE: DerivedStates = {
  superseded: new Set(),
  contested: new Set(),
  newerOf: new Map(),
  contradictionsOf: new Map(),
};

/** Caches derived states per user until the ledger's version changes, whichever process writes. */
export function createLinkStates({ collections, owners, ledgers }: LinkParts): LinkStates {
  const { links, notes } = collections;
  const remembered = createBoundedCache<string, Remembered>({ most: REMEMBERED, forMs: REMEMBERED_MS });

  async function idsOf(filter: { userId: string; live: boolean; archived?: boolean }): Promise<Set<string>> {
    const found = await notes.find(filter, { projection: { _id: 1 }, batchSize: DOCUMENTS_A_TURN }).toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  /** Reads deleted and archived ids, which are few, instead of looking up every end. */
  async function linksOf(userId: string): Promise<StateLink[]> {
    const projection = { _id: 0, source_id: 1, target_id: 1, relation: 1 };
    const [found, hidden, archived] = await Promise.all([
      links
        .find({ userId, relation: { $in: ["supersedes", "contradicts"] } }, { projection, batchSize: DOCUMENTS_A_TURN })
        .sort({ relation: -1, source_id: -1 })
        .toArray(),
      idsOf({ userId, live: false }),
      idsOf({ userId, live: true, archived: true }),
    ]);
    const visible = found.filter(({ source_id, target_id }) => !hidden.has(source_id) && !hidden.has(target_id));
    return visible.map((link) => stateLink(link, archived));
  }

  async function derive(owner: string): Promise<Remembered> {
    // Read first: a later write is in the links that follow, or increases the version.
    const { states: version } = await ledgers.read(owner);
    return { owner, version, states: await deriveStates(await linksOf(owner)) };
  }

  async function isCurrent({ owner, version }: Remembered): Promise<boolean> {
    return (await ledgers.read(owner)).states === version;
  }

  return {
    async derived(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return NONE;
      const known = remembered.get(sub);
      if (known?.owner === owner.id && (await isCurrent(known))) return known.states;
      const derived = await derive(owner.id);
      remembered.set(sub, derived);
      return derived.states;
    },
    forget: remembered.delete,
  };
}

function stateLink(
  { source_id, target_id, relation }: Pick<LinkDocument, "source_id" | "target_id" | "relation">,
  archived: ReadonlySet<string>,
): StateLink {
  // Safe because only these relations were asked for.
  const known = relation as StateLink["relation"];
  const [sourceArchived, targetArchived] = [archived.has(source_id), archived.has(target_id)];
  return { source_id, target_id, relation: known, sourceArchived, targetArchived };
}
