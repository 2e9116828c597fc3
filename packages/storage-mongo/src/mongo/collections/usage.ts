import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

export interface OpenReservation {
  id: string;
  capable: boolean;
  until: number;
}

/** A user's usage in one month. */
export interface UsageDocument {
  /** Owner and month. */
  _id: string;
  userId: string;
  month: string;
  /** Settled queries. This and the fields below are absent until first written. */
  queries?: number;
  capableQueries?: number;
  open?: OpenReservation[];
  /** Ids of the last settled reservations, so that none counts twice. */
  settled?: string[];
  warned?: string[];
}

export const usageSchema = new Schema<UsageDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    month: String,
    queries: Number,
    capableQueries: Number,
    open: { type: [{ _id: false, id: String, capable: Boolean, until: Number }], default: undefined },
    settled: { type: [String], default: undefined },
    warned: { type: [String], default: undefined },
  },
  PLAIN,
);

usageSchema.index({ userId: 1, month: 1 }, { name: "usage_of_user" });
