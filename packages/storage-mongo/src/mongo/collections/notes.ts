import type { NoteType } from "@knote/contract";
import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

/** Due for every model that is kept. */
export const EVERY_MODEL = 0;

/** A note with all that search needs of it: one document, so that each of its changes is one write. */
export interface NoteDocument {
  /** The note's id: a UUIDv7. */
  _id: string;
  /** One life of an account, see `UserDocument.owner`. */
  userId: string;
  title: string;
  content: string;
  note_type: NoteType;
  tags: string[];
  /** Tags as they are compared, each once. */
  folded: string[];
  importance: number;
  archived: boolean;
  created_at: string;
  updated_at: string;
  revision: number;
  /** The revision that brought the present text. */
  textRevision: number;
  titleKey: string;
  /** What its sender calls it. */
  key?: string;
  /** False of a deleted note. */
  live: boolean;
  deletedAt?: string;
  /** It is being removed for good, and comes back no more. */
  purging?: boolean;
  /** Its links are being made, since this time: until they are there it counts as `purging`. */
  making?: number;
  terms: { t: string; n: number }[];
  /** Words that count. */
  length: number;
  /** Numbers of the models whose vectors are to be made; absent when there are none. */
  due?: number[];
  dueSince?: number;
  /** Instead of being due, until a time: the text could not be embedded. */
  postponed?: { model: number; until: number }[];
  /** Numbers of the models that have all vectors of the present text. */
  done: number[];
  /** By model, `m1`: the revision whose vectors were put last. */
  vectors: Record<string, number>;
}

export const noteSchema = new Schema<NoteDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    title: String,
    content: String,
    note_type: String,
    tags: [String],
    folded: [String],
    importance: Number,
    archived: Boolean,
    created_at: String,
    updated_at: String,
    revision: Number,
    textRevision: Number,
    titleKey: String,
    key: String,
    live: Boolean,
    deletedAt: String,
    purging: Boolean,
    making: Number,
    terms: [{ _id: false, t: String, n: Number }],
    length: Number,
    due: { type: [Number], default: undefined },
    dueSince: Number,
    postponed: { type: [{ _id: false, model: Number, until: Number }], default: undefined },
    done: [Number],
    vectors: Schema.Types.Mixed,
  },
  PLAIN,
);

/** Lists in their order; type and flag are in the index, so that a note that is left out is not read. */
noteSchema.index({ userId: 1, live: 1, created_at: -1, _id: -1, note_type: 1, archived: 1 }, { name: "notes_by_time" });
noteSchema.index({ userId: 1, live: 1, folded: 1, created_at: -1, _id: -1 }, { name: "notes_by_tag" });
noteSchema.index({ userId: 1, live: 1, "terms.t": 1 }, { name: "notes_by_term" });
noteSchema.index({ userId: 1, titleKey: 1 }, { name: "notes_by_title" });
/** Tells which are archived, and how long they are together, without reading them. */
noteSchema.index({ userId: 1, live: 1, archived: 1, _id: 1, length: 1 }, { name: "notes_by_state" });
noteSchema.index(
  { userId: 1, key: 1 },
  { name: "notes_by_key", unique: true, partialFilterExpression: { key: { $exists: true } } },
);
// What follows looks at all users: on a sharded cluster every shard is asked, now and then, by one process.
noteSchema.index(
  { due: 1, userId: 1, dueSince: 1, _id: 1 },
  { name: "notes_due_by_user", partialFilterExpression: { due: { $exists: true } } },
);
noteSchema.index(
  { due: 1, dueSince: 1 },
  { name: "notes_due_since", partialFilterExpression: { due: { $exists: true } } },
);
noteSchema.index(
  { "postponed.model": 1, "postponed.until": 1 },
  { name: "notes_postponed", partialFilterExpression: { "postponed.model": { $exists: true } } },
);
noteSchema.index(
  { deletedAt: 1 },
  { name: "notes_deleted", partialFilterExpression: { deletedAt: { $exists: true } } },
);
noteSchema.index({ purging: 1 }, { name: "notes_purging", partialFilterExpression: { purging: { $exists: true } } });
