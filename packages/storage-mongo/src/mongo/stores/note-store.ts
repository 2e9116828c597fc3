import { conflict, type NoteStore } from "@knote/api";
import { isDuplicate } from "../connection/duplicate-keys.ts";
import { createLinkedInserts } from "./linked-inserts.ts";
import { createNoteBulk } from "./note-bulk.ts";
import { createNoteChanges } from "./note-changes.ts";
import { createNoteCounts } from "./note-counts.ts";
import { newNote } from "./note-document.ts";
import { createNoteListing, createOutlines } from "./note-listing.ts";
import type { NoteStoreDeps } from "./store-deps.ts";
import { createNotePurging, type NotePurging } from "./note-purging.ts";
import { createNoteReads } from "./note-reads.ts";
import { createPastNotes } from "./past-notes.ts";
import { createTagLookup } from "./tag-lookup.ts";

export interface MongoNoteStore extends NoteStore {
  readonly finishPurges: NotePurging["finish"];
}

/** Each note is one document, and each change of a note one write; dependent documents are written before or after. */
export function createNoteStore(parts: NoteStoreDeps): MongoNoteStore {
  const { collections, owners, clock, record, relay } = parts;
  const reads = createNoteReads(parts);
  const { purge, purgeDeletedBefore, finish, abandon } = createNotePurging(parts);
  return {
    async insert(sub, write, notices) {
      const owner = await owners.ensure(sub);
      const messages = relay.of(owner, notices);
      const note = newNote(owner.id, { ...write, key: null }, clock.now());
      try {
        await collections.notes.insertOne({ ...note, ...(messages.length > 0 && { told: messages }) });
      } catch (error) {
        throw isDuplicate(error) ? conflict("A note of this id exists.", { cause: error }) : error;
      }
      relay.handOn(owner, { collection: "notes", _id: note._id }, messages);
      await record(owner, { notices, notes: 1, words: write.terms.length });
    },
    insertLinked: createLinkedInserts(parts, { abandon }),
    insertMany: createNoteBulk(parts),
    ...createNoteChanges(parts),
    purge,
    purgeDeletedBefore,
    ...reads,
    ...createPastNotes(parts),
    list: createNoteListing(parts, reads.getMany),
    outlines: createOutlines(parts),
    findTags: createTagLookup(parts),
    counts: createNoteCounts(parts),
    finishPurges: finish,
  };
}
