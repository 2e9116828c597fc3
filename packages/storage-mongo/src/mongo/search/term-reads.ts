import type { TermClause } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import { selectionFilter } from "../stores/note-selection.ts";
import { holdsClause } from "./term-filter.ts";

/** Most notes whose terms are read: the index finds them, but cannot count a note's terms. */
const MOST_NOTES = 2_000;

interface TermOptions {
  readonly limit: number;
  readonly unchangedSince?: string | undefined;
}

interface TermCount {
  readonly _id: string;
  readonly notes: number;
}

/** Returns the terms of a clause that the owner's live notes have, with the number of the notes that were read. */
export function createTermReads({ notes }: Pick<Collections, "notes">) {
  return async (
    userId: string,
    clause: TermClause,
    { limit, unchangedSince }: TermOptions,
  ): Promise<Map<string, number>> => {
    const holds = holdsClause(clause);
    const rows = await notes
      .aggregate<TermCount>([
        { $match: { ...selectionFilter(userId, unchangedSince === undefined ? {} : { unchangedSince }), ...holds } },
        { $limit: MOST_NOTES },
        { $project: { terms: 1 } },
        { $unwind: "$terms" },
        { $match: holds },
        { $group: { _id: "$terms.t", notes: { $sum: 1 } } },
        { $sort: { _id: 1 } },
        { $limit: clause.exact.length + limit * clause.prefixes.length },
      ])
      .toArray();
    return new Map(rows.map((row) => [row._id, row.notes]));
  };
}
