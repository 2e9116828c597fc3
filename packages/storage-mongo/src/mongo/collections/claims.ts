import { Schema } from "mongoose";
import { PLAIN, REMOVED_AFTER } from "./schema-options.ts";

/** An idempotency key with the claim on it, then its response. */
export interface ClaimDocument {
  _id: string;
  userId: string;
  key: string;
  bodyHash: string;
  seed: string;
  leaseUntil: number;
  expiresAt: number;
  /** The same for the server, which removes it some time later. */
  removeAt: Date;
  status?: number;
  body?: string;
  /** JSON, as names of headers hold dots. */
  headers?: string;
}

export const claimSchema = new Schema<ClaimDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    key: String,
    bodyHash: String,
    seed: String,
    leaseUntil: Number,
    expiresAt: Number,
    removeAt: Date,
    status: Number,
    body: String,
    headers: String,
  },
  PLAIN,
);

claimSchema.index({ userId: 1, key: 1 }, { name: "claims_by_key", unique: true });
claimSchema.index({ userId: 1, expiresAt: -1, _id: -1 }, { name: "claims_by_age" });
claimSchema.index({ removeAt: 1 }, { name: "claims_expired", ...REMOVED_AFTER });
