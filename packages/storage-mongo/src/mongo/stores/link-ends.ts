import type { Link } from "@knote/contract";
import { linkKey } from "@knote/api";
import { inBatches } from "../batches.ts";
import type { LinkDocument } from "../collections/links.ts";
import type { Collections } from "../collections/collections.ts";

type Ends = Pick<Link, "source_id" | "target_id">;

/** Looks up the notes at the ends of links. */
export interface LinkEnds {
  /** Ids of the existing ends, including deleted notes. */
  knownIds(userId: string, links: readonly Ends[]): Promise<Set<string>>;
  /** Titles of the live notes among the ids. */
  titles(userId: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** The links whose ends are both live. */
  visible<T extends Ends>(userId: string, links: readonly T[]): Promise<T[]>;
  /** The document of a link, if both of its ends are live. */
  visibleDocument(userId: string, link: Omit<Link, "created_at">): Promise<LinkDocument | null>;
}

export function createLinkEnds({ notes, links }: Pick<Collections, "notes" | "links">): LinkEnds {
  async function idsOf(
    userId: string,
    givenLinks: readonly Ends[],
    stateFilter: { live: true } | { purging: { $exists: false } },
  ) {
    const ids = givenLinks.flatMap(({ source_id, target_id }) => [source_id, target_id]);
    const rows = await inBatches(ids, (batch) =>
      notes.find({ _id: { $in: batch }, userId, ...stateFilter }, { projection: { _id: 1 } }).toArray(),
    );
    return new Set(rows.map(({ _id }) => _id));
  }

  async function visible<T extends Ends>(userId: string, givenLinks: readonly T[]): Promise<T[]> {
    const live = await idsOf(userId, givenLinks, { live: true });
    return givenLinks.filter(({ source_id, target_id }) => live.has(source_id) && live.has(target_id));
  }

  return {
    visible,
    knownIds: (userId, givenLinks) => idsOf(userId, givenLinks, { purging: { $exists: false } }),
    async titles(userId, ids) {
      const rows = await inBatches(ids, (batch) =>
        notes.find({ _id: { $in: batch }, userId, live: true }, { projection: { title: 1 } }).toArray(),
      );
      return new Map(rows.map(({ _id, title }) => [_id, title]));
    },
    async visibleDocument(userId, link) {
      const [[isVisible], document] = await Promise.all([
        visible(userId, [link]),
        links.findOne({ userId, key: linkKey(link) }),
      ]);
      return isVisible ? document : null;
    },
  };
}
