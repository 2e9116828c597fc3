import { IDS_PER_TITLE } from "@knote/api";
import type { mongo } from "mongoose";
import { createUnion } from "../connection/create-union.ts";
import type { NoteDocument } from "../collections/notes.ts";

/** Titles that one command asks for one by one. */
const TITLES_AT_ONCE = 50;

type Titled = Pick<NoteDocument, "_id" | "titleKey">;

/** Live notes of these title keys: at least `IDS_PER_TITLE` of each, where there are so many, and never all of a common one. */
export function createTitleLookup(notes: mongo.Collection<NoteDocument>) {
  const union = createUnion(notes);
  const projection = { titleKey: 1 } as const;

  async function one(userId: string, titleKeys: readonly string[]): Promise<Titled[]> {
    const found: Titled[] = [];
    for (let start = 0; start < titleKeys.length; start += TITLES_AT_ONCE) {
      const pipelines = titleKeys
        .slice(start, start + TITLES_AT_ONCE)
        .map((titleKey) => [
          { $match: { userId, titleKey, live: true } },
          { $limit: IDS_PER_TITLE },
          { $project: projection },
        ]);
      found.push(...(await union<Titled>(pipelines)));
    }
    return found;
  }

  return async (userId: string, titleKeys: readonly string[]): Promise<Titled[]> => {
    const most = titleKeys.length * IDS_PER_TITLE;
    const together = notes.find({ userId, titleKey: { $in: titleKeys }, live: true }, { projection }).limit(most);
    const found = await together.toArray();
    // Else a title that many notes have may have taken the places of others.
    return found.length < most ? found : await one(userId, titleKeys);
  };
}
