import type { Link } from "@knote/contract";
import { isStateRelation, linkKey, noteNotFound, type LinkStore } from "@knote/api";
import { isDuplicate } from "../connection/duplicate-keys.ts";
import type { LinkDocument } from "../collections/links.ts";
import { createLinkEnds } from "./link-ends.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

/** Turns one link into another with one write; the unique index finds out when the other link exists already. */
export function createLinkReplacing({
  collections,
  owners,
  record,
}: Omit<LinkStoreDeps, "ledgers">): Pick<LinkStore, "replace"> {
  const { links } = collections;
  const ends = createLinkEnds(collections);

  async function areKnown(userId: string, link: Link): Promise<boolean> {
    const knownIds = await ends.knownIds(userId, [link]);
    return knownIds.has(link.source_id) && knownIds.has(link.target_id);
  }

  /** Returns the document before the change; null without one, `"exists"` when the other link has one already. */
  async function changeLink(userId: string, from: string, to: Link): Promise<LinkDocument | "exists" | null> {
    try {
      return await links.findOneAndUpdate({ userId, key: from }, { $set: fieldsOf(to) });
    } catch (error) {
      if (isDuplicate(error)) return "exists";
      throw error;
    }
  }

  return {
    async replace(sub, from, to, { unlinked, linked }) {
      const owner = await owners.find(sub);
      if (owner === null || (await ends.visible(owner.id, [from])).length === 0) return "missing";
      const userId = owner.id;
      if (!(await areKnown(userId, to))) {
        const isThere = await links.findOne({ userId, key: linkKey(from) }, { projection: { _id: 1 } });
        if (isThere === null) return "missing";
        throw noteNotFound();
      }
      const before = await changeLink(userId, linkKey(from), to);
      if (before === null) return "missing";
      const movesStates = isStateRelation(from.relation) || isStateRelation(to.relation);
      if (before === "exists") {
        const { deletedCount } = await links.deleteOne({ userId, key: linkKey(from) });
        if (deletedCount === 0) return "missing";
        await record(owner, { events: unlinked, movesStates });
        return "removed";
      }
      // An end may have been purged with its links before this became one of them.
      if (!(await areKnown(userId, to))) {
        await links.updateOne({ _id: before._id, userId }, { $set: fieldsOf(before) });
        throw noteNotFound();
      }
      await record(owner, { events: [...unlinked, ...linked], movesStates });
      return "replaced";
    },
  };
}

function fieldsOf({ source_id, target_id, relation, created_at }: Link) {
  return { key: linkKey({ source_id, target_id, relation }), source_id, target_id, relation, created_at };
}
