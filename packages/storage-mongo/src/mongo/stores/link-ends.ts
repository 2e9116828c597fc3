import type { Link } from "@knote/contract";
import { inBatches } from "../batches.ts";
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
}

export function createLinkEnds({ notes }: Pick<Collections, "notes">): LinkEnds {
  async function idsOf(
    userId: string,
    links: readonly Ends[],
    stateFilter: { live: true } | { purging: { $exists: false } },
  ) {
    const ids = links.flatMap(({ source_id, target_id }) => [source_id, target_id]);
    const rows = await inBatches(ids, (batch) =>
      notes.find({ _id: { $in: batch }, userId, ...stateFilter }, { projection: { _id: 1 } }).toArray(),
    );
    return new Set(rows.map(({ _id }) => _id));
  }

  return {
    knownIds: (userId, links) => idsOf(userId, links, { purging: { $exists: false } }),
    async titles(userId, ids) {
      const rows = await inBatches(ids, (batch) =>
        notes.find({ _id: { $in: batch }, userId, live: true }, { projection: { title: 1 } }).toArray(),
      );
      return new Map(rows.map(({ _id, title }) => [_id, title]));
    },
    async visible(userId, links) {
      const live = await idsOf(userId, links, { live: true });
      return links.filter(({ source_id, target_id }) => live.has(source_id) && live.has(target_id));
    },
  };
}
