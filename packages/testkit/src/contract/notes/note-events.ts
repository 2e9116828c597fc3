import type { Storage, StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { aNoteWrite, aRevision } from "../../builders/a-note.ts";
import { aNotice } from "../../builders/a-notice.ts";
import { givenOwner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { expectRefusal } from "../refusals.ts";

const NOW = "2026-03-01T12:00:00.000Z";

export function noteEvents(open: OpenStorage): void {
  it("appends the events of a write to the owner's activity, in order", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const write = aNoteWrite();
    await storage.notes.insert(owner.userId, write, [aNotice("inserted"), aNotice("and more")]);
    await storage.notes.update(owner.userId, aRevision(write.note), [aNotice("updated")]);
    await storage.notes.delete(owner.userId, write.note.id, NOW, [aNotice("deleted")]);
    await storage.notes.purge(owner.userId, write.note.id, [aNotice("purged")]);
    expect(await loggedQueries(storage, owner.userId)).toEqual([
      "inserted",
      "and more",
      "updated",
      "deleted",
      "purged",
    ]);
  });

  it("appends the events of a restore, made from the note as it was deleted", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note({ title: "Owls", tags: ["birds"] });
    const restoredNotes: StoredNote[] = [];
    const noticesOf = (restoredNote: StoredNote) => {
      restoredNotes.push(restoredNote);
      return [aNotice(restoredNote.title)];
    };
    expect(await storage.notes.restore(owner.userId, note.id, noticesOf)).toBe(true);
    expect(await loggedQueries(storage, owner.userId)).toEqual([]);
    await owner.delete(note);
    expect(await storage.notes.restore(givenOwner(storage).userId, note.id, noticesOf)).toBe(false);
    expect(await storage.notes.restore(owner.userId, note.id, noticesOf)).toBe(true);
    expect(await storage.notes.restore(owner.userId, note.id, noticesOf)).toBe(true);
    expect(await loggedQueries(storage, owner.userId)).toEqual(["Owls"]);
    expect(restoredNotes).toEqual([note]);
    await owner.purge(note);
    expect(await storage.notes.restore(owner.userId, note.id, noticesOf)).toBe(false);
    expect(restoredNotes).toHaveLength(1);
  });

  it("appends nothing to another user's activity", async () => {
    await using storage = await open();
    const [owner, other] = [givenOwner(storage), givenOwner(storage)];
    await storage.notes.insert(owner.userId, aNoteWrite(), [aNotice()]);
    expect(await loggedQueries(storage, other.userId)).toEqual([]);
  });

  it("appends nothing for a write that was refused", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note();
    await expectRefusal(storage.notes.insert(owner.userId, aNoteWrite({ id: note.id }), [aNotice()]), "CONFLICT");
    await storage.notes.update(owner.userId, aRevision(note, { revision: 5 }), [aNotice()]);
    await owner.delete(note);
    await storage.notes.update(owner.userId, aRevision(note), [aNotice()]);
    await storage.notes.delete(owner.userId, note.id, NOW, [aNotice()]);
    await owner.purge(note);
    await storage.notes.purge(owner.userId, note.id, [aNotice()]);
    expect(await loggedQueries(storage, owner.userId)).toEqual([]);
  });
}

async function loggedQueries(storage: Storage, userId: string): Promise<string[]> {
  const entries = await storage.activity.replay(userId, null);
  return entries.map(({ event }) => (event.type === "recall_query" ? event.data.query : event.type));
}
