import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

/** A person's verdict on a matter. */
export interface LookDocument {
  /** Owner and key. */
  _id: string;
  userId: string;
  /** The first word of the key. */
  kind: string;
  key: string;
  /** The notes that the key names. */
  noteIds: string[];
  basis: string;
  verdict: string;
  reason: string | null;
  details: string | null;
  at: string;
}

export const lookSchema = new Schema<LookDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    kind: String,
    key: String,
    noteIds: [String],
    basis: String,
    verdict: String,
    reason: String,
    details: String,
    at: String,
  },
  PLAIN,
);

lookSchema.index({ userId: 1, kind: 1, key: 1 }, { name: "looks_by_kind" });
lookSchema.index({ userId: 1, noteIds: 1 }, { name: "looks_by_note" });
