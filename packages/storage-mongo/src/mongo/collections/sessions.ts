import { Schema } from "mongoose";
import { PLAIN, REMOVED_AFTER } from "./schema-options.ts";

export interface SessionDocument {
  /** Digest of the secret. */
  _id: string;
  id: string;
  userId: string;
  sub: string;
  name: string;
  login: string | null;
  userAgent: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  removeAt: Date;
}

export const sessionSchema = new Schema<SessionDocument>(
  {
    _id: { type: String, required: true },
    id: String,
    userId: { type: String, required: true },
    sub: String,
    name: String,
    login: String,
    userAgent: String,
    createdAt: Number,
    lastUsedAt: Number,
    expiresAt: Number,
    removeAt: Date,
  },
  PLAIN,
);

sessionSchema.index({ userId: 1, lastUsedAt: -1, createdAt: -1, id: 1 }, { name: "sessions_of_user" });
sessionSchema.index({ removeAt: 1 }, { name: "sessions_expired", ...REMOVED_AFTER });

/** A code that signs in once. */
export interface CodeDocument {
  /** The code's digest. */
  _id: string;
  expiresAt: number;
  removeAt: Date;
}

export const codeSchema = new Schema<CodeDocument>(
  { _id: { type: String, required: true }, expiresAt: Number, removeAt: Date },
  PLAIN,
);

codeSchema.index({ removeAt: 1 }, { name: "codes_expired", ...REMOVED_AFTER });
