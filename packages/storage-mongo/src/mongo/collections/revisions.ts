import type { NoteType } from "@knote/contract";
import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

/** An earlier revision of a note. Note and number determine the text, whichever process writes it. */
export interface RevisionDocument {
  /** Note id and revision number. */
  _id: string;
  userId: string;
  noteId: string;
  revision: number;
  title: string;
  content: string;
  note_type: NoteType;
  tags: string[];
  importance: number;
  updated_at: string;
  /** Absent from revisions that were stored before this flag was. */
  archived?: boolean;
}

export const revisionSchema = new Schema<RevisionDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    noteId: String,
    revision: Number,
    title: String,
    content: String,
    note_type: String,
    tags: [String],
    importance: Number,
    updated_at: String,
    archived: Boolean,
  },
  PLAIN,
);

revisionSchema.index({ userId: 1, noteId: 1, revision: -1 }, { name: "revisions_of_note" });
