import type { Link } from "@knote/contract";
import { inBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";

type Ends = Pick<Link, "source_id" | "target_id">;

/** Looks up the notes at the ends of links. */
export interface LinkEnds {
  /** Ids of the existing ends, including deleted notes. */
  known(userId: string, links: readonly Ends[]): Promise<Set<string>>;
  /** Titles of the live notes among the ids. */
  titles(userId: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** The links whose ends are both live. */
  visible<T extends Ends>(userId: string, links: readonly T[]): Promise<T[]>;
}

export function createLinkEnds({ notes }: Pick<Collections, "notes">): LinkEnds {
  async function those(
    userId: string,
    links: readonly Ends[],
    wanted: { live: true } | { purging: { $exists: false } },
  ) {
    const ids = links.flatMap(({ source_id, target_id }) => [source_id, target_id]);
    const found = await inBatches(ids, (batch) =>
      notes.find({ _id: { $in: batch }, userId, ...wanted }, { projection: { _id: 1 } }).toArray(),
    );
    return new Set(found.map(({ _id }) => _id));
  }

  return {
    known: (userId, links) => those(userId, links, { purging: { $exists: false } }),
    async titles(userId, ids) {
      const found = await inBatches(ids, (batch) =>
        notes.find({ _id: { $in: batch }, userId, live: true }, { projection: { title: 1 } }).toArray(),
      );
      return new Map(found.map(({ _id, title }) => [_id, title]));
    },
    async visible(userId, links) {
      const live = await those(userId, links, { live: true });
      return links.filter(({ source_id, target_id }) => live.has(source_id) && live.has(target_id));
    },
  };
}
