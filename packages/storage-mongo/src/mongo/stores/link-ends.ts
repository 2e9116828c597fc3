import type { Link } from "@knote/contract";
import { inBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";

type Ends = Pick<Link, "source_id" | "target_id">;

/** Which ends of links there are. */
export interface LinkEnds {
  /** Ids of notes that are there, deleted ones too. */
  known(userId: string, links: readonly Ends[]): Promise<Set<string>>;
  /** Titles of the live ones among the notes. */
  titles(userId: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** Of the links those whose ends are both live. */
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
