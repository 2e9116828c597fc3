import type { DataTransfer, NoteRecord } from "@knote/api";
import { inBatches } from "../mongo/batches.ts";
import type { Collections } from "../mongo/collections/collections.ts";
import type { NoteDocument } from "../mongo/collections/notes.ts";
import { linkOf } from "../mongo/stores/link-document.ts";
import { NOTE_FIELDS, storedNote, storedRevision, type NoteFields } from "../mongo/stores/note-document.ts";
import type { Owners } from "../mongo/stores/owners.ts";
import { pages } from "./pages.ts";

const NOTES_AT_ONCE = 200;
const LINKS_AT_ONCE = 1_000;

type NoteRecords = Pick<DataTransfer, "notes" | "earlierRevisions" | "present" | "links">;

interface NoteRecordsDeps {
  readonly collections: Collections;
  readonly owners: Owners;
}

export function createNoteRecords({ collections: { notes, revisions, links }, owners }: NoteRecordsDeps): NoteRecords {
  return {
    async *notes(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      // A note that is being purged is gone for everybody.
      const filter = { userId: owner.id, purging: { $exists: false } };
      const projection = { ...NOTE_FIELDS, key: 1, deletedAt: 1 };
      yield* pages(notes.find(filter, { projection }), NOTES_AT_ONCE, noteRecord);
    },
    async earlierRevisions(sub, { id: noteId, revision }) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const earlier = { userId: owner.id, noteId, revision: { $lt: revision } };
      return (await revisions.find(earlier).sort({ revision: 1 }).toArray()).map(storedRevision);
    },
    async present(sub, ids) {
      const owner = await owners.find(sub);
      if (owner === null) return new Map();
      const projection = { revision: 1, live: 1 };
      const rows = await inBatches(ids, (batch) =>
        notes.find({ _id: { $in: batch }, userId: owner.id }, { projection }).toArray(),
      );
      return new Map(rows.map(({ _id, revision, live }) => [_id, { revision, isDeleted: !live }]));
    },
    async *links(sub) {
      const owner = await owners.find(sub);
      if (owner === null) return;
      const oldestFirst = { created_at: 1, source_id: 1, target_id: 1, relation: 1 } as const;
      yield* pages(links.find({ userId: owner.id }).sort(oldestFirst), LINKS_AT_ONCE, linkOf);
    },
  };
}

function noteRecord(document: NoteFields & Pick<NoteDocument, "key" | "deletedAt">): NoteRecord {
  return { note: storedNote(document), key: document.key ?? null, deletedAt: document.deletedAt ?? null };
}
