import {
  namedOnly,
  newestFirst,
  selectsNothing,
  type NotePosition,
  type NoteSelection,
  type NoteStore,
  type StoredNote,
} from "@knote/api";
import type { mongo } from "mongoose";
import { inBatches } from "../batches.ts";
import type { NoteDocument } from "../collections/notes.ts";
import { NOTE_FIELDS, noteOutline, OUTLINE_FIELDS, storedNote } from "./note-document.ts";
import type { NoteStoreDeps } from "./store-deps.ts";
import { isNamed, selectionFilter } from "./note-selection.ts";

/** Notes read at a time when named ids leave most of them out. */
const SLICE = 1_000;
/** Up to this many named notes are read by id instead of walking all notes. */
const FEW = 600;

const NEWEST_FIRST = { created_at: -1, _id: -1 } as const;

type ListNotes = NoteStore["list"];
type Page = Parameters<ListNotes>[2];
type Light = Pick<NoteDocument, "_id" | "created_at" | "archived">;

/** Lists follow an index in their order. Named ids, which can be thousands, are compared here. */
export function createNoteListing(
  { collections: { notes }, owners }: Pick<NoteStoreDeps, "collections" | "owners">,
  getMany: NoteStore["getMany"],
): ListNotes {
  const find = (filter: mongo.Filter<NoteDocument>, limit: number) =>
    notes.find(filter, { projection: NOTE_FIELDS }).sort(NEWEST_FIRST).limit(limit);

  async function namedNotes(userId: string, namedIds: ReadonlySet<string>, selection: NoteSelection, page: Page) {
    const { states: _, ...rest } = selection;
    const filter = { ...selectionFilter(userId, rest), archived: false, ...(page.after && before(page.after)) };
    const rows = await inBatches(namedIds, (ids) => find({ ...filter, _id: { $in: ids } }, page.limit).toArray());
    return rows.map(storedNote).toSorted(newestFirst).slice(0, page.limit);
  }

  async function walk(sub: string, userId: string, selection: NoteSelection, page: Page): Promise<StoredNote[]> {
    const isWanted = isNamed(selection.states) ?? (() => true);
    const listedNotes: StoredNote[] = [];
    let size = Math.min(SLICE, page.limit + 16);
    for (let after = page.after; ; size = SLICE) {
      const filter = { ...selectionFilter(userId, selection), ...(after && before(after)) };
      const options = { projection: { created_at: 1, archived: 1 } };
      const slice: Light[] = await notes.find(filter, options).sort(NEWEST_FIRST).limit(size).toArray();
      const wantedNotes = slice.filter(isWanted);
      const takenNotes = wantedNotes.slice(0, page.limit - listedNotes.length);
      const full = await getMany(
        sub,
        takenNotes.map(({ _id }) => _id),
      );
      listedNotes.push(...full.toSorted(newestFirst));
      const isCut = takenNotes.length < wantedNotes.length;
      if (listedNotes.length >= page.limit || (slice.length < size && !isCut)) return listedNotes;
      // Some taken notes may be gone by now; the next ones fill the page.
      const last = (isCut ? takenNotes : slice).at(-1)!;
      after = { created_at: last.created_at, id: last._id };
    }
  }

  return async (sub, selection, page) => {
    const owner = await owners.find(sub);
    if (owner === null || page.limit <= 0 || selectsNothing(selection)) return [];
    const namedIds = namedOnly(selection.states);
    if (namedIds !== null && namedIds.size <= FEW) return await namedNotes(owner.id, namedIds, selection, page);
    if (isNamed(selection.states) !== null) return await walk(sub, owner.id, selection, page);
    const filter = { ...selectionFilter(owner.id, selection), ...(page.after && before(page.after)) };
    return (await find(filter, page.limit).toArray()).map(storedNote);
  };
}

export function createOutlines({
  collections: { notes },
  owners,
}: Pick<NoteStoreDeps, "collections" | "owners">): NoteStore["outlines"] {
  return async (sub, { limit, after }) => {
    const owner = await owners.find(sub);
    if (owner === null) return [];
    const filter = { ...selectionFilter(owner.id, {}), ...(after && before(after)) };
    const cursor = notes.find(filter, { projection: OUTLINE_FIELDS }).sort(NEWEST_FIRST).limit(limit);
    return (await cursor.toArray()).map(noteOutline);
  };
}

/** Filters what follows a position; `created_at` alone also bounds the index. */
function before({ created_at, id }: NotePosition) {
  return { created_at: { $lte: created_at }, $or: [{ created_at: { $lt: created_at } }, { _id: { $lt: id } }] };
}
