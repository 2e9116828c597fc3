import { randomUUID } from "node:crypto";
import type { Link } from "@knote/contract";
import { conflict, isStateRelation, linkKey, noteNotFound, type LinkStore } from "@knote/api";
import { idBatches, inBatches } from "../batches.ts";
import { insertNew, isDuplicate } from "../connection/duplicate-keys.ts";
import type { LinkDocument } from "../collections/links.ts";
import { createLinkEnds } from "./link-ends.ts";
import type { LinkParts } from "./store-parts.ts";

type Bulk = Awaited<ReturnType<LinkStore["insertMany"]>>;

export function createLinkWrites({
  collections,
  owners,
  record,
}: Omit<LinkParts, "ledgers">): Pick<LinkStore, "insert" | "insertMany" | "delete"> {
  const { links } = collections;
  const ends = createLinkEnds(collections);

  /** Removes links whose end was purged after it was looked up: that purge missed them. */
  async function takeBackOrphans(userId: string, documents: readonly LinkDocument[]): Promise<Set<LinkDocument>> {
    const known = await ends.known(userId, documents);
    const orphans = documents.filter((link) => !known.has(link.source_id) || !known.has(link.target_id));
    for (const ids of idBatches(orphans.map(({ _id }) => _id))) await links.deleteMany({ _id: { $in: ids }, userId });
    return new Set(orphans);
  }

  async function insertOnce(link: LinkDocument): Promise<void> {
    try {
      await links.insertOne(link);
    } catch (error) {
      throw isDuplicate(error) ? conflict("This link exists already.", { cause: error }) : error;
    }
  }

  /** Returns which of the keys exist. */
  async function existing(userId: string, keys: readonly string[]): Promise<Set<string>> {
    const found = await inBatches(keys, (batch) =>
      links.find({ userId, key: { $in: batch } }, { projection: { key: 1 } }).toArray(),
    );
    return new Set(found.map(({ key }) => key));
  }

  return {
    async insert(sub, link, events) {
      const owner = await owners.find(sub);
      const known = owner ? await ends.known(owner.id, [link]) : new Set();
      if (!owner || !known.has(link.source_id) || !known.has(link.target_id)) throw noteNotFound();
      const document = linkDocument(owner.id, link);
      await insertOnce(document);
      if ((await takeBackOrphans(owner.id, [document])).size > 0) throw noteNotFound();
      await record(owner, { events, movesStates: isStateRelation(link.relation) });
    },
    async insertMany(sub, given) {
      const owner = await owners.find(sub);
      if (owner === null) return given.map(() => "unknown-end" as const);
      const documents = given.map((link) => linkDocument(owner.id, link));
      const known = await ends.known(owner.id, given);
      const isKnown = (link: LinkDocument) => known.has(link.source_id) && known.has(link.target_id);
      const taken = await existing(
        owner.id,
        documents.filter(isKnown).map(({ key }) => key),
      );
      const fresh = documents.filter((link) => isKnown(link) && !taken.has(link.key) && taken.add(link.key));
      // Another call may have stored some of them first.
      const inserted = await insertNew(links, fresh);
      const orphans = await takeBackOrphans(owner.id, inserted);
      const created = new Set(inserted.filter((link) => !orphans.has(link)));
      await record(owner, { events: [], movesStates: [...created].some(({ relation }) => isStateRelation(relation)) });
      return documents.map((link): Bulk[number] => {
        if (created.has(link)) return "created";
        return isKnown(link) && !orphans.has(link) ? "exists" : "unknown-end";
      });
    },
    async delete(sub, link, events) {
      const owner = await owners.find(sub);
      if (owner === null || (await ends.visible(owner.id, [link])).length === 0) return false;
      const { deletedCount } = await links.deleteOne({ userId: owner.id, key: linkKey(link) });
      if (deletedCount === 0) return false;
      await record(owner, { events, movesStates: isStateRelation(link.relation) });
      return true;
    },
  };
}

export function linkDocument(userId: string, link: Link): LinkDocument {
  const { source_id, target_id, relation, created_at } = link;
  return { _id: randomUUID(), userId, key: linkKey(link), source_id, target_id, relation, created_at };
}
