import type { Link } from "@knote/contract";
import { noteNotFound, type LinkStore, type RemovalTime } from "@knote/api";
import type { CarriedMessage } from "../collections/webhooks.ts";
import { carrying } from "./message-relay.ts";
import { isDuplicate } from "../connection/duplicate-keys.ts";
import type { LinkDocument } from "../collections/links.ts";
import { linkFields, linkOf, movesOf } from "./link-document.ts";
import { createLinkEnds } from "./link-ends.ts";
import type { PastLinks } from "./past-links.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

/** Turns one link into another with one write; the unique index finds out when the other link exists already. */
export function createLinkReplacing(
  { collections, owners, record, relay }: Omit<LinkStoreDeps, "ledgers">,
  pastLinks: Omit<PastLinks, "past">,
): Pick<LinkStore, "replace"> {
  const { links } = collections;
  const ends = createLinkEnds(collections);

  /** Returns those of the links whose notes exist. */
  async function withKnownEnds<T extends Link>(userId: string, givenLinks: readonly T[]): Promise<Set<T>> {
    const knownIds = await ends.knownIds(userId, givenLinks);
    return new Set(givenLinks.filter((link) => knownIds.has(link.source_id) && knownIds.has(link.target_id)));
  }

  /** Returns `"missing"` when the link is gone, and `"exists"` when the other link has a document already. */
  async function changeLink(
    { _id, userId, key, created_at }: LinkDocument,
    to: Link,
    messages: readonly CarriedMessage[],
  ) {
    try {
      const change = { $set: linkFields(to), ...carrying(messages) };
      const result = await links.updateOne({ _id, userId, key, created_at }, change);
      return result.matchedCount > 0 ? "changed" : "missing";
    } catch (error) {
      if (isDuplicate(error)) return "exists";
      throw error;
    }
  }

  /** Keeps `link` as removed at `at`, or, when a replacement is taken back, `to` as never removed. */
  async function keepPast(userId: string, link: Link, to: Link, at: RemovalTime): Promise<void> {
    if (at === null) await pastLinks.forget(userId, to);
    else await pastLinks.keep(userId, [{ ...linkOf(link), removed_at: at }]);
  }

  return {
    async replace(sub, from, to, { at, unlinked, linked }) {
      const owner = await owners.find(sub);
      const before = owner && (await ends.visibleDocument(owner.id, from));
      if (!owner || !before) return "missing";
      const userId = owner.id;
      if ((await withKnownEnds(userId, [to])).size === 0) throw noteNotFound();
      await keepPast(userId, before, to, at);
      const messages = relay.of(owner, [...unlinked, ...linked]);
      const outcome = await changeLink(before, to, messages);
      if (outcome === "missing") return "missing";
      const moves = movesOf([from, to]);
      if (outcome === "exists") {
        const { deletedCount } = await links.deleteOne({ _id: before._id, userId, key: before.key });
        if (deletedCount === 0) return "missing";
        await pastLinks.forgetOrphans(userId, [before]);
        await relay.deliver(owner, relay.of(owner, unlinked));
        await record(owner, { notices: unlinked, ...moves });
        return "removed";
      }
      // An end may have been purged with its links before this became one of them.
      const wholeLinks = await withKnownEnds<Link>(userId, [before, to]);
      if (!wholeLinks.has(before)) await pastLinks.forget(userId, before);
      if (!wholeLinks.has(to)) {
        await links.updateOne({ _id: before._id, userId }, { $set: linkFields(before), $unset: { told: true } });
        throw noteNotFound();
      }
      relay.handOn(owner, { collection: "links", _id: before._id }, messages);
      await record(owner, { notices: [...unlinked, ...linked], ...moves });
      return "replaced";
    },
  };
}
