import type { TokenKind } from "@knote/contract";
import type { Grant } from "@knote/api";
import { Schema } from "mongoose";
import { PLAIN, REMOVED_AFTER } from "./schema-options.ts";

/** A personal token or a connector's grant. */
export interface TokenDocument {
  /** The token's id: digests are replaced. */
  _id: string;
  digest: string;
  userId: string;
  sub: string;
  kind: TokenKind;
  name: string;
  scopes: string[];
  hint: string;
  login: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  grant: Grant | null;
  /** The earliest of the token's ends; absent for a token without one. */
  removeAt?: Date;
}

export const tokenSchema = new Schema<TokenDocument>(
  {
    _id: { type: String, required: true },
    digest: String,
    userId: { type: String, required: true },
    sub: String,
    kind: String,
    name: String,
    scopes: [String],
    hint: String,
    login: String,
    createdAt: Number,
    lastUsedAt: Number,
    expiresAt: Number,
    grant: Schema.Types.Mixed,
    removeAt: Date,
  },
  PLAIN,
);

tokenSchema.index({ digest: 1 }, { name: "tokens_by_digest" });
tokenSchema.index({ userId: 1 }, { name: "tokens_of_user" });
tokenSchema.index(
  { "grant.family": 1 },
  { name: "tokens_by_family", partialFilterExpression: { "grant.family": { $exists: true } } },
);
tokenSchema.index({ kind: 1 }, { name: "tokens_by_kind" });
tokenSchema.index({ removeAt: 1 }, { name: "tokens_expired", ...REMOVED_AFTER });
