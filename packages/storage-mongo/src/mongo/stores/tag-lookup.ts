import { foldTag, type NoteStore } from "@knote/api";
import { createUnion } from "../connection/create-union.ts";
import type { NoteStoreDeps } from "./store-deps.ts";

/** Most notes read: the index finds their tags, but cannot count them. */
const MOST_NOTES = 5_000;
/** Sorts after any continuation of a tag. */
const LAST = "\u{10FFFF}";

interface UsedTag {
  readonly _id: string;
  /** All tags of one of its notes. */
  readonly tags: readonly string[];
  readonly uses: number;
}

/** Searches the beginning as a whole tag separately, so that its notes never displace longer tags. */
export function createTagLookup({
  collections: { notes },
  owners,
}: Pick<NoteStoreDeps, "collections" | "owners">): NoteStore["findTags"] {
  const union = createUnion(notes);
  return async (sub, beginning, limit) => {
    const owner = await owners.find(sub);
    if (owner === null) return [];
    const ranges = [{ $eq: beginning }, { $gt: beginning, $lt: beginning + LAST }];
    const usedTags = await union<UsedTag>(ranges.map((range) => mostUsed(owner.id, range, limit)));
    return usedTags
      .toSorted((one, other) => other.uses - one.uses || (one._id < other._id ? -1 : 1))
      .slice(0, limit)
      .map(({ _id, tags }) => tags.find((tag) => foldTag(tag) === _id)!);
  };
}

function mostUsed(userId: string, range: object, limit: number) {
  return [
    { $match: { userId, live: true, folded: { $elemMatch: range } } },
    { $limit: MOST_NOTES },
    { $project: { folded: 1, tags: 1 } },
    { $unwind: "$folded" },
    { $match: { folded: range } },
    { $group: { _id: "$folded", uses: { $sum: 1 }, tags: { $first: "$tags" } } },
    { $sort: { uses: -1, _id: 1 } },
    { $limit: limit },
  ];
}
