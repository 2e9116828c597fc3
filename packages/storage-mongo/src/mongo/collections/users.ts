import type { TierKey } from "@knote/contract";
import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

/** An account. What remains of an erased one identifies nobody. */
export interface UserDocument {
  /** Digest of the `sub` of its tokens. */
  _id: string;
  /** Absent once erased, like `owner` and `tier`. */
  sub?: string;
  /** Random id of one life of the account: the `userId` of all other documents. */
  owner?: string;
  tier?: TierKey;
  /** True while the account is erased and not created again. */
  erased?: boolean;
  /** Tokens issued before this time do not count. */
  notBefore?: number;
  /** Ids of live sessions; any other session has ended. */
  sessions?: string[];
  /** Ids of living tokens that are stored; any other has ended. */
  tokens?: string[];
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
    tokens: { type: [String], default: undefined },
    erasing: { type: [{ _id: false, owner: String, at: Number }], default: undefined },
  },
  PLAIN,
);

userSchema.index({ owner: 1 }, { name: "users_by_owner", partialFilterExpression: { owner: { $exists: true } } });
userSchema.index(
  { "erasing.at": 1 },
  { name: "users_erasing", partialFilterExpression: { "erasing.at": { $exists: true } } },
);
