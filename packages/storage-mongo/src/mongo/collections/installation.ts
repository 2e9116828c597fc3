import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

/** Work that one process does at a time. */
export interface LeaseDocument {
  /** Names the work. */
  _id: string;
  holder: string;
  until: number;
}

export const leaseSchema = new Schema<LeaseDocument>(
  { _id: { type: String, required: true }, holder: String, until: Number },
  PLAIN,
);

/** The analysis of texts by which terms were written: one document for all processes. */
export interface AnalysisDocument {
  _id: string;
  /** While `target` is a later version, notes with an id above `writtenTo` can still have terms of this one. */
  version: number;
  target: number;
  writtenTo: string;
}

export const analysisSchema = new Schema<AnalysisDocument>(
  { _id: { type: String, required: true }, version: Number, target: Number, writtenTo: String },
  PLAIN,
);

/** Since when the database keeps removed links and archive flags of revisions: one document. */
export interface HistoryDocument {
  _id: string;
  since: string;
}

export const historySchema = new Schema<HistoryDocument>(
  { _id: { type: String, required: true }, since: String },
  PLAIN,
);

/** A model whose vectors are kept. */
export interface KeptModelFields {
  name: string;
  /** Counts from 1; no number is used twice. */
  number: number;
  /** Names its vectors elsewhere; unique even after this database was recreated. */
  key: string;
  /** Notes up to this id have been made due; null when all have. */
  listedTo: string | null;
  /** Notes that already have its vectors become due too. */
  anew: boolean;
  /** Its vector collection was created, or was about to be. */
  made: boolean;
}

/** The models whose vectors are kept: one document for all processes. */
export interface KeptModelsDocument {
  _id: string;
  /** Increases with each change. */
  version: number;
  last: number;
  serving: KeptModelFields | null;
  next: KeptModelFields | null;
}

export const keptModelsSchema = new Schema<KeptModelsDocument>(
  {
    _id: { type: String, required: true },
    version: Number,
    last: Number,
    serving: Schema.Types.Mixed,
    next: Schema.Types.Mixed,
  },
  PLAIN,
);

/** A purged note whose vectors can still exist. */
export interface RemovalDocument {
  /** The note's id. */
  _id: string;
}

export const removalSchema = new Schema<RemovalDocument>({ _id: { type: String, required: true } }, PLAIN);

/** An event that waits for an activity log outside of MongoDB. */
export interface WaitingEventDocument {
  /** The event's key. */
  _id: string;
  userId: string;
  /** When the event was added; `place` orders events that were added together. */
  at: number;
  place: number;
  data: string;
}

export const waitingEventSchema = new Schema<WaitingEventDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    at: Number,
    place: Number,
    data: String,
  },
  PLAIN,
);

waitingEventSchema.index({ at: 1, place: 1 }, { name: "events_waiting" });
waitingEventSchema.index({ userId: 1, at: 1, place: 1 }, { name: "events_of_user_by_time" });
