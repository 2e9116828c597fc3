import { foldTag, type NoteStore } from "@knote/api";
import { createUnion } from "../connection/create-union.ts";
import type { NoteParts } from "./store-parts.ts";

/** Notes that are looked at: their tags stand one by one in the index, but cannot be counted by it alone. */
const MOST_NOTES = 5_000;
/** Above whatever a tag goes on with. */
const LAST = "\u{10FFFF}";

interface UsedTag {
  readonly _id: string;
  /** All tags of one of its notes. */
  readonly tags: readonly string[];
  readonly uses: number;
}

/** The beginning as a whole tag is a search of its own: however many notes have it, they take no place of longer tags. */
export function createTagLookup({
  collections: { notes },
  owners,
}: Pick<NoteParts, "collections" | "owners">): NoteStore["findTags"] {
  const union = createUnion(notes);
  return async (sub, beginning, limit) => {
    const owner = await owners.find(sub);
    if (owner === null) return [];
    const bounds = [{ $eq: beginning }, { $gt: beginning, $lt: beginning + LAST }];
    const found = await union<UsedTag>(bounds.map((bound) => mostUsed(owner.id, bound, limit)));
    return found
      .toSorted((one, other) => other.uses - one.uses || (one._id < other._id ? -1 : 1))
      .slice(0, limit)
      .map(({ _id, tags }) => tags.find((tag) => foldTag(tag) === _id)!);
  };
}

function mostUsed(userId: string, bound: object, limit: number) {
  return [
    { $match: { userId, live: true, folded: { $elemMatch: bound } } },
    { $limit: MOST_NOTES },
    { $project: { folded: 1, tags: 1 } },
    { $unwind: "$folded" },
    { $match: { folded: bound } },
    { $group: { _id: "$folded", uses: { $sum: 1 }, tags: { $first: "$tags" } } },
    { $sort: { uses: -1, _id: 1 } },
    { $limit: limit },
  ];
}
