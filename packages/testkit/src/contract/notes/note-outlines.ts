import type { NoteOutline, NotePosition, StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { givenOwner, minute } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

export function noteOutlines(open: OpenStorage): void {
  it("are all live notes, newest first, with everything but their contents", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const older = await owner.note({ title: "Older", tags: ["a", "B"], importance: 0.25, created_at: minute(0) });
    const revisedNote = await owner.revise(older, { title: "Older, revised", note_type: "belief" });
    const newer = await owner.archive(await owner.note({ title: "Newer", created_at: minute(1) }));
    await owner.delete(await owner.note({ created_at: minute(2) }));
    const outlines = await storage.notes.outlines(owner.userId, { limit: 10 });
    expect(outlines).toEqual([outline(newer), outline(revisedNote)]);
    for (const one of outlines) expect(one).not.toHaveProperty("content");
  });

  it("come in pages of at most `limit`, without gaps or duplicates through equal times", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    for (let index = 0; index < 10; index++) await owner.note({ created_at: minute(Math.floor(index / 5)) });
    const page = (after?: NotePosition) => storage.notes.outlines(owner.userId, { limit: 4, ...(after && { after }) });
    const pages: NoteOutline[][] = [];
    for (let next = await page(); next.length > 0; next = await page(next.at(-1))) pages.push(next);
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 2]);
    expect(pages.flat()).toEqual((await storage.notes.list(owner.userId, {}, { limit: 10 })).map(outline));
  });

  it("begin after a position, whose note may be gone", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [first, second] = (await owner.notes(["One", "Two"])) as [StoredNote, StoredNote];
    await owner.purge(second);
    expect(await storage.notes.outlines(owner.userId, { limit: 9, after: second })).toEqual([outline(first)]);
    expect(await storage.notes.outlines(owner.userId, { limit: 9, after: first })).toEqual([]);
  });

  it("are the user's own only", async () => {
    await using storage = await open();
    await givenOwner(storage).note();
    const owner = givenOwner(storage);
    expect(await storage.notes.outlines(owner.userId, { limit: 10 })).toEqual([]);
    const own = await owner.note();
    expect(await storage.notes.outlines(owner.userId, { limit: 10 })).toEqual([outline(own)]);
  });
}

function outline({ content: _content, claimed_at: _claimed, ...rest }: StoredNote): NoteOutline {
  return rest;
}
