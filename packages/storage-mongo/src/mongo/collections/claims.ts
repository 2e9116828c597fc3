import { Schema } from "mongoose";
import { PLAIN, REMOVED_AFTER } from "./schema-options.ts";

/** An idempotency key: first its claim, then its response. */
export interface ClaimDocument {
  _id: string;
  userId: string;
  key: string;
  bodyHash: string;
  seed: string;
  leaseUntil: number;
  expiresAt: number;
  /** `expiresAt` for the server's TTL index, which removes the document some time later. */
  removeAt: Date;
  status?: number;
  body?: string;
  /** JSON, as header names can contain dots. */
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
