import type { NoteType } from "@knote/contract";
import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";
import { CARRIED_MESSAGES, type CarriedMessage } from "./webhooks.ts";

/** In `due`: the note is due for every kept model. */
export const EVERY_MODEL = 0;

/** A note with everything that search needs, in one document, so that each change is one write. */
export interface NoteDocument {
  /** The note's id: a UUIDv7. */
  _id: string;
  /** One life of an account, see `UserDocument.owner`. */
  userId: string;
  title: string;
  content: string;
  note_type: NoteType;
  tags: string[];
  /** Folded tags without duplicates, for comparison. */
  folded: string[];
  importance: number;
  archived: boolean;
  created_at: string;
  updated_at: string;
  revision: number;
  /** The revision that brought the present text. */
  textRevision: number;
  titleKey: string;
  /** When the present claim was worded; absent when with the note. */
  claimedAt?: string;
  /** The sender's key of an imported note. */
  key?: string;
  /** False for a deleted note. */
  live: boolean;
  deletedAt?: string;
  /** The note is being purged and cannot be restored. */
  purging?: boolean;
  /** Since when the links of `insertLinked` are being written; until they are stored, the note counts as `purging`. */
  making?: number;
  terms: { t: string; n: number }[];
  /** Number of indexed words. */
  length: number;
  /** Numbers of the models that the note lacks vectors of; absent when there are none. */
  due?: number[];
  dueSince?: number;
  /** Models whose embedder refused the text: the note is not due for them until the given time. */
  postponed?: { model: number; until: number }[];
  /** Numbers of the models that have all vectors of the present text. */
  done: number[];
  /** By model, `m1`: the revision whose vectors were put last. */
  vectors: Record<string, number>;
  /** Messages that are still to be handed on to webhooks. */
  told?: CarriedMessage[];
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
    claimedAt: String,
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
    told: CARRIED_MESSAGES,
  },
  PLAIN,
);

/** In the order of lists. Includes type and flag, so that a filtered-out note is not read. */
noteSchema.index({ userId: 1, live: 1, created_at: -1, _id: -1, note_type: 1, archived: 1 }, { name: "notes_by_time" });
noteSchema.index({ userId: 1, live: 1, folded: 1, created_at: -1, _id: -1 }, { name: "notes_by_tag" });
noteSchema.index({ userId: 1, live: 1, "terms.t": 1 }, { name: "notes_by_term" });
noteSchema.index({ userId: 1, titleKey: 1 }, { name: "notes_by_title" });
/** Finds archived notes and sums lengths without reading notes. */
noteSchema.index({ userId: 1, live: 1, archived: 1, _id: 1, length: 1 }, { name: "notes_by_state" });
noteSchema.index(
  { userId: 1, updated_at: 1, _id: 1 },
  { name: "notes_by_update", partialFilterExpression: { live: true, revision: { $gt: 1 } } },
);
noteSchema.index(
  { userId: 1, claimedAt: 1, _id: 1 },
  { name: "notes_by_claim", partialFilterExpression: { claimedAt: { $exists: true } } },
);
noteSchema.index(
  { userId: 1, key: 1 },
  { name: "notes_by_key", unique: true, partialFilterExpression: { key: { $exists: true } } },
);
// The indexes below serve queries over all users. One process runs these now and then, on every shard.
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
noteSchema.index({ "told.at": 1 }, { name: "notes_told", partialFilterExpression: { "told.at": { $exists: true } } });
noteSchema.index({ purging: 1 }, { name: "notes_purging", partialFilterExpression: { purging: { $exists: true } } });
