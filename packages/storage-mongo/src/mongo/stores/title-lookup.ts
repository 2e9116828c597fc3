import { IDS_PER_TITLE } from "@knote/api";
import type { mongo } from "mongoose";
import { createUnion } from "../connection/create-union.ts";
import type { NoteDocument } from "../collections/notes.ts";

/** Titles read with one command, each by its own pipeline. */
const TITLES_AT_ONCE = 50;

type TitleKeyRow = Pick<NoteDocument, "_id" | "titleKey">;

/** Finds live notes by title key: at least `IDS_PER_TITLE` of each if there are, but not all of a common one. */
export function createTitleLookup(notes: mongo.Collection<NoteDocument>) {
  const union = createUnion(notes);
  const projection = { titleKey: 1 } as const;

  async function readEach(userId: string, titleKeys: readonly string[]): Promise<TitleKeyRow[]> {
    const rows: TitleKeyRow[] = [];
    for (let start = 0; start < titleKeys.length; start += TITLES_AT_ONCE) {
      const pipelines = titleKeys
        .slice(start, start + TITLES_AT_ONCE)
        .map((titleKey) => [
          { $match: { userId, titleKey, live: true } },
          { $limit: IDS_PER_TITLE },
          { $project: projection },
        ]);
      rows.push(...(await union<TitleKeyRow>(pipelines)));
    }
    return rows;
  }

  return async (userId: string, titleKeys: readonly string[]): Promise<TitleKeyRow[]> => {
    const most = titleKeys.length * IDS_PER_TITLE;
    const together = notes.find({ userId, titleKey: { $in: titleKeys }, live: true }, { projection }).limit(most);
    const rows = await together.toArray();
    // At the limit, a common title may have displaced others.
    return rows.length < most ? rows : await readEach(userId, titleKeys);
  };
}
