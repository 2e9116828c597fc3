import { conflict, noteNotFound, type LinkStore } from "@knote/api";
import { idBatches, inBatches } from "../batches.ts";
import { insertNew, isDuplicate } from "../connection/duplicate-keys.ts";
import type { LinkDocument } from "../collections/links.ts";
import { linkDocument, linkOf, movesOf } from "./link-document.ts";
import { createLinkEnds } from "./link-ends.ts";
import type { PastLinks } from "./past-links.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

type Bulk = Awaited<ReturnType<LinkStore["insertMany"]>>;

export function createLinkWrites(
  { collections, owners, record, relay }: Omit<LinkStoreDeps, "ledgers">,
  pastLinks: Omit<PastLinks, "past">,
): Pick<LinkStore, "insert" | "insertMany" | "delete"> {
  const { links } = collections;
  const ends = createLinkEnds(collections);

  /** Removes links whose end was purged after it was looked up: that purge missed them. */
  async function takeBackOrphans(userId: string, documents: readonly LinkDocument[]): Promise<Set<LinkDocument>> {
    const knownIds = await ends.knownIds(userId, documents);
    const orphans = documents.filter((link) => !knownIds.has(link.source_id) || !knownIds.has(link.target_id));
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
    const rows = await inBatches(keys, (batch) =>
      links.find({ userId, key: { $in: batch } }, { projection: { key: 1 } }).toArray(),
    );
    return new Set(rows.map(({ key }) => key));
  }

  return {
    async insert(sub, link, notices) {
      const owner = await owners.find(sub);
      const knownIds = owner ? await ends.knownIds(owner.id, [link]) : new Set();
      if (!owner || !knownIds.has(link.source_id) || !knownIds.has(link.target_id)) throw noteNotFound();
      const messages = relay.of(owner, notices);
      const document = { ...linkDocument(owner.id, link), ...(messages.length > 0 && { told: messages }) };
      await insertOnce(document);
      if ((await takeBackOrphans(owner.id, [document])).size > 0) throw noteNotFound();
      relay.handOn(owner, { collection: "links", _id: document._id }, messages);
      await record(owner, { notices, ...movesOf([link]) });
    },
    async insertMany(sub, givenLinks) {
      const owner = await owners.find(sub);
      if (owner === null) return givenLinks.map(() => "unknown-end" as const);
      const documents = givenLinks.map((link) => linkDocument(owner.id, link));
      const knownIds = await ends.knownIds(owner.id, givenLinks);
      const isKnown = (link: LinkDocument) => knownIds.has(link.source_id) && knownIds.has(link.target_id);
      const takenKeys = await existing(
        owner.id,
        documents.filter(isKnown).map(({ key }) => key),
      );
      const fresh = documents.filter((link) => isKnown(link) && !takenKeys.has(link.key) && takenKeys.add(link.key));
      // Another call may have stored some of them first.
      const insertedLinks = await insertNew(links, fresh);
      const orphans = await takeBackOrphans(owner.id, insertedLinks);
      const createdLinks = new Set(insertedLinks.filter((link) => !orphans.has(link)));
      await record(owner, { notices: [], ...movesOf([...createdLinks]) });
      return documents.map((link): Bulk[number] => {
        if (createdLinks.has(link)) return "created";
        return isKnown(link) && !orphans.has(link) ? "exists" : "unknown-end";
      });
    },
    async delete(sub, link, at, notices) {
      const owner = await owners.find(sub);
      if (owner === null) return false;
      const document = await ends.visibleDocument(owner.id, link);
      if (document === null) return false;
      const removedLinks = at === null ? [] : [{ ...linkOf(document), removed_at: at }];
      await pastLinks.keep(owner.id, removedLinks);
      const { _id, key, created_at } = document;
      const { deletedCount } = await links.deleteOne({ _id, userId: owner.id, key, created_at });
      if (deletedCount === 0) return false;
      if (removedLinks.length > 0) await pastLinks.forgetOrphans(owner.id, removedLinks);
      await relay.deliver(owner, relay.of(owner, notices));
      await record(owner, { notices, ...movesOf([link]) });
      return true;
    },
  };
}
