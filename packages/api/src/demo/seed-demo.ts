import type { Services } from "../context.ts";
import { DomainError } from "../errors.ts";
import { noteWrite } from "../notes/note-view.ts";
import { sameNote } from "../past/same-note.ts";
import { linkKey } from "../ports/link-store.ts";
import type { Storage } from "../ports/storage.ts";
import { DEMO_LINKS, DEMO_NOTES } from "./demo-content.ts";
import { DEMO_ACTOR } from "./demo-user.ts";

/** More notes or links than any version of the demo graph has. */
const ALL = 1_000;
const { userId, tier } = DEMO_ACTOR;

/** Updates the stored demo graph to the built-in one, so that demo questions are answered like any other. */
export async function seedDemo({ storage }: Pick<Services, "storage">): Promise<void> {
  await storage.users.ensure(userId, tier);
  await seedNotes(storage);
  await seedLinks(storage);
}

async function seedNotes({ notes }: Storage): Promise<void> {
  const storedNotes = await notes.list(userId, {}, { limit: ALL });
  const earlier = new Map(storedNotes.map((note) => [note.id, note]));
  for (const note of DEMO_NOTES) {
    const existingNote = earlier.get(note.id);
    if (!existingNote) await ifMissing(notes.insert(userId, noteWrite(note), []));
    else if (!sameNote(existingNote, note))
      await notes.update(userId, noteWrite({ ...note, revision: existingNote.revision + 1 }), []);
    earlier.delete(note.id);
  }
  for (const id of earlier.keys()) await notes.purge(userId, id, []);
}

async function seedLinks({ links }: Storage): Promise<void> {
  const storedPage = await links.list(userId, { limit: ALL });
  const earlier = new Map(storedPage.links.map((link) => [linkKey(link), link]));
  for (const link of DEMO_LINKS) {
    if (!earlier.delete(linkKey(link))) await ifMissing(links.insert(userId, link, []));
  }
  for (const link of earlier.values()) await links.delete(userId, link, null, []);
}

/** Ignores a conflict: another process may seed at the same time. */
async function ifMissing(insert: Promise<void>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    if (!DomainError.is(error) || error.code !== "CONFLICT") throw error;
  }
}
