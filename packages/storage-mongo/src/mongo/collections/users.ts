import type { TierKey } from "@knote/contract";
import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

/** What is known of an account; what remains of an erased one names nobody. */
export interface UserDocument {
  /** Digest of the `sub` of its tokens. */
  _id: string;
  /** Absent once erased, as the next two. */
  sub?: string;
  /** Drawn again for each life of the account: `userId` of all other documents. */
  owner?: string;
  tier?: TierKey;
  /** Erased, and not made again since. */
  erased?: boolean;
  /** Tokens issued before count no more. */
  notBefore?: number;
  /** Ids of the sessions that live; any other has ended. */
  sessions?: string[];
  /** Lives whose documents are being removed, and since when. */
  erasing?: { owner: string; at: number }[];
}

export const userSchema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    sub: String,
    owner: String,
    tier: String,
    erased: Boolean,
    notBefore: Number,
    sessions: { type: [String], default: undefined },
    erasing: { type: [{ _id: false, owner: String, at: Number }], default: undefined },
  },
  PLAIN,
);

userSchema.index({ owner: 1 }, { name: "users_by_owner", partialFilterExpression: { owner: { $exists: true } } });
userSchema.index(
  { "erasing.at": 1 },
  { name: "users_erasing", partialFilterExpression: { "erasing.at": { $exists: true } } },
);
