import type { NotePosition, NoteSelection, Storage, StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, idsOf, minute } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { noteSelecting } from "./note-selecting.ts";

export function noteListing(open: OpenStorage): void {
  it("lists newest first, whatever the order of writing", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    for (const index of [3, 0, 4, 1, 2]) await owner.note({ title: `Note ${index}`, created_at: minute(index) });
    const listedNotes = await storage.notes.list(owner.userId, {}, { limit: 10 });
    expect(listedNotes.map((note) => note.title)).toEqual(["Note 4", "Note 3", "Note 2", "Note 1", "Note 0"]);
  });

  it("orders notes of the same time by id, newest first", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const ids = Array.from({ length: 12 }, () => freshId());
    for (const id of ids) await owner.note({ id, created_at: minute(0) });
    const listedNotes = await storage.notes.list(owner.userId, {}, { limit: 20 });
    expect(listedNotes.map((note) => note.id)).toEqual(ids.toSorted().toReversed());
  });

  it("keeps a note's place when it is revised", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [older, newer] = (await owner.notes(["Older", "Newer"])) as [StoredNote, StoredNote];
    await owner.revise(older, { updated_at: "2027-01-01T00:00:00.000Z" });
    expect((await storage.notes.list(owner.userId, {}, { limit: 10 })).map((note) => note.id)).toEqual([
      newer.id,
      older.id,
    ]);
  });

  it("returns at most `limit` notes after a position, whose note may be gone", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [first, second, third] = (await owner.notes(["One", "Two", "Three"])) as [StoredNote, StoredNote, StoredNote];
    const after = (position: NotePosition, limit = 10) =>
      storage.notes.list(owner.userId, {}, { limit, after: position });
    expect(await storage.notes.list(owner.userId, {}, { limit: 2 })).toEqual([third, second]);
    expect(await after(third)).toEqual([second, first]);
    expect(await after(third, 1)).toEqual([second]);
    await owner.delete(second);
    expect(await after(second)).toEqual([first]);
    expect(await after(first)).toEqual([]);
  });

  it("pages without gaps or duplicates through equal times while notes come and go", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const storedNotes: StoredNote[] = [];
    for (let index = 0; index < 30; index++)
      storedNotes.push(await owner.note({ created_at: minute(Math.floor(index / 10)) }));
    const seenNotes: StoredNote[] = [];
    for (
      let page = await pageAfter(storage, owner.userId, undefined);
      page.length > 0;
      page = await pageAfter(storage, owner.userId, page.at(-1))
    ) {
      seenNotes.push(...page);
      await owner.note({ created_at: minute(100 + seenNotes.length) });
      await owner.delete(page[0]!);
    }
    expect(seenNotes).toHaveLength(30);
    expect(idsOf(seenNotes)).toEqual(idsOf(storedNotes));
  });

  it("pages through a selection as through all notes", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    for (let index = 0; index < 20; index++)
      await owner.note({ tags: index % 3 === 0 ? ["kept"] : ["other"], created_at: minute(index % 4) });
    const selection = { tags: ["kept"] };
    const whole = await storage.notes.list(owner.userId, selection, { limit: 100 });
    const seenNotes: StoredNote[] = [];
    for (
      let page = await pageAfter(storage, owner.userId, undefined, selection);
      page.length > 0;
      page = await pageAfter(storage, owner.userId, page.at(-1), selection)
    ) {
      seenNotes.push(...page);
    }
    expect(whole).toHaveLength(7);
    expect(seenNotes).toEqual(whole);
  });

  it("lists nothing of another user", async () => {
    await using storage = await open();
    await givenOwner(storage).note();
    expect(await storage.notes.list(givenOwner(storage).userId, {}, { limit: 10 })).toEqual([]);
  });

  noteSelecting(open);
}

async function pageAfter(
  storage: Storage,
  userId: string,
  after: NotePosition | undefined,
  selection: NoteSelection = {},
): Promise<StoredNote[]> {
  return await storage.notes.list(userId, selection, { limit: 4, ...(after && { after }) });
}
