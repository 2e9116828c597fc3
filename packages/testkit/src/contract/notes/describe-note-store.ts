import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { noteCounting } from "./note-counting.ts";
import { noteDeleting } from "./note-deleting.ts";
import { noteEvents } from "./note-events.ts";
import { noteKeys } from "./note-keys.ts";
import { noteLinkedInserts } from "./note-linked-inserts.ts";
import { noteListing } from "./note-listing.ts";
import { noteLookup } from "./note-lookup.ts";
import { noteOutlines } from "./note-outlines.ts";
import { notePast } from "./note-past.ts";
import { notePurging } from "./note-purging.ts";
import { noteRevising } from "./note-revising.ts";
import { noteTags } from "./note-tags.ts";
import { noteWriting } from "./note-writing.ts";

/** Contract suite of `NoteStore`. */
export function describeNoteStore(name: string, open: OpenStorage): void {
  describe(`NoteStore: ${name}`, () => {
    describe("insert", () => noteWriting(open));
    describe("insertLinked", () => noteLinkedInserts(open));
    describe("insertMany and keys", () => noteKeys(open));
    describe("update and history", () => noteRevising(open));
    describe("list", () => noteListing(open));
    describe("outlines", () => noteOutlines(open));
    describe("lookup", () => noteLookup(open));
    describe("tags", () => noteTags(open));
    describe("counts", () => noteCounting(open));
    describe("delete and restore", () => noteDeleting(open));
    describe("purge", () => notePurging(open));
    describe("past", () => notePast(open));
    describe("events", () => noteEvents(open));
  });
}
