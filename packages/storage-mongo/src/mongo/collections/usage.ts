import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

export interface OpenReservation {
  id: string;
  capable: boolean;
  until: number;
}

/** A user's month. */
export interface UsageDocument {
  /** Owner and month. */
  _id: string;
  userId: string;
  month: string;
  /** Settled; what nothing was written of yet is absent, here and below. */
  queries?: number;
  capableQueries?: number;
  open?: OpenReservation[];
  /** The last that were settled: the sign that they count already. */
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
