import type { StanceEntry } from "@knote/api";
import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

/** An entry in the log of a decision or belief. Never changed. */
export interface StanceDocument extends StanceEntry {
  /** Owner, note and number, so that documents are ordered by them. */
  _id: string;
  userId: string;
}

export const stanceSchema = new Schema<StanceDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    noteId: String,
    number: Number,
    at: String,
    kind: String,
    confidence: Number,
    expects: String,
    review_on: String,
    outcome: String,
    text: String,
  },
  PLAIN,
);

stanceSchema.index({ userId: 1, noteId: 1, number: 1 }, { name: "stances_of_note" });
