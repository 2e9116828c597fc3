import type { Link } from "@knote/contract";
import { linkKey, type LinkStore, type PastLink, type PastLinkSelection } from "@knote/api";
import type { mongo } from "mongoose";
import { inBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";
import type { PastLinkDocument } from "../collections/past-links.ts";
import { insertNew } from "../connection/duplicate-keys.ts";
import { createLinkEnds } from "./link-ends.ts";
import type { Owners } from "./owners.ts";

/** Batch size of the driver's reads. */
const DOCUMENTS_A_TURN = 2_000;

export interface PastLinks extends Pick<LinkStore, "past"> {
  /** Stores the links as removed at their `removed_at`. Called before a link is removed, as its time is lost then. */
  keep(userId: string, links: readonly PastLink[]): Promise<void>;
  /** Forgets that a link was once removed. */
  forget(userId: string, link: Link): Promise<void>;
  /** Leaves out links that stand: their removal was interrupted, or they were stored again with the same time. */
  withoutStanding(userId: string, documents: PastLinkDocument[]): Promise<PastLinkDocument[]>;
  /** Forgets those of the links that lost a note to a purge, which may have missed them. */
  forgetOrphans(userId: string, links: readonly Link[]): Promise<void>;
}

export function createPastLinks(
  collections: Pick<Collections, "links" | "pastlinks" | "notes">,
  owners: Pick<Owners, "find">,
): PastLinks {
  const { links, pastlinks } = collections;
  const ends = createLinkEnds(collections);

  async function withoutStanding(userId: string, documents: PastLinkDocument[]): Promise<PastLinkDocument[]> {
    const keys = documents.map(({ key }) => key);
    const standingLinks = await inBatches(keys, (batch) =>
      links.find({ userId, key: { $in: batch } }, { projection: { key: 1, created_at: 1 } }).toArray(),
    );
    const standing = new Set(standingLinks.map(({ key, created_at }) => `${created_at} ${key}`));
    return documents.filter(({ key, created_at }) => !standing.has(`${created_at} ${key}`));
  }

  async function read(filter: mongo.Filter<PastLinkDocument>): Promise<PastLinkDocument[]> {
    return await pastlinks.find(filter, { batchSize: DOCUMENTS_A_TURN }).toArray();
  }

  async function select(userId: string, selection: PastLinkSelection): Promise<PastLinkDocument[]> {
    const filter = { userId, ...timeFilter(selection) };
    if (selection.touching === undefined) return await read(filter);
    const documents = await inBatches(selection.touching, async (ids) => [
      ...(await read({ ...filter, source_id: { $in: ids } })),
      ...(await read({ ...filter, target_id: { $in: ids } })),
    ]);
    return [...new Map(documents.map((document) => [document._id, document])).values()];
  }

  return {
    withoutStanding,
    async keep(userId, removedLinks) {
      const documents = removedLinks.map((link) => pastDocument(userId, link));
      const storedDocuments = new Set(await insertNew(pastlinks, documents));
      for (const { _id, removed_at } of documents.filter((document) => !storedDocuments.has(document)))
        await pastlinks.updateOne({ _id, userId }, { $set: { removed_at } });
    },
    async forget(userId, link) {
      await pastlinks.deleteOne({ _id: pastId(userId, link), userId });
    },
    async forgetOrphans(userId, removedLinks) {
      const knownIds = await ends.knownIds(userId, removedLinks);
      const orphans = removedLinks.filter((link) => !knownIds.has(link.source_id) || !knownIds.has(link.target_id));
      for (const link of orphans) await pastlinks.deleteOne({ _id: pastId(userId, link), userId });
    },
    async past(sub, selection) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const documents = await ends.visible(owner.id, await select(owner.id, selection));
      return (await withoutStanding(owner.id, documents)).map(pastLinkOf);
    },
  };
}

export function pastLinkOf({ source_id, target_id, relation, created_at, removed_at }: PastLink): PastLink {
  return { source_id, target_id, relation, created_at, removed_at };
}

function pastDocument(userId: string, link: PastLink): PastLinkDocument {
  return { _id: pastId(userId, link), userId, key: linkKey(link), ...pastLinkOf(link) };
}

function pastId(userId: string, link: Link): string {
  return `${userId} ${linkKey(link)} ${link.created_at}`;
}

function timeFilter({ createdUpTo, removedAfter, removedUpTo }: PastLinkSelection) {
  const removal = {
    ...(removedAfter !== undefined && { $gt: removedAfter }),
    ...(removedUpTo !== undefined && { $lte: removedUpTo }),
  };
  return {
    ...(Object.keys(removal).length > 0 && { removed_at: removal }),
    ...(createdUpTo !== undefined && { created_at: { $lte: createdUpTo } }),
  };
}
