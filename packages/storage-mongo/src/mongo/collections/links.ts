import type { Relation } from "@knote/contract";
import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";
import { CARRIED_MESSAGES, type CarriedMessage } from "./webhooks.ts";

export interface LinkDocument {
  /** A random UUID; of a past link see there. */
  _id: string;
  userId: string;
  /** `linkKey` of its ends and relation. */
  key: string;
  source_id: string;
  target_id: string;
  relation: Relation;
  created_at: string;
  /** Messages that are still to be handed on to webhooks. */
  told?: CarriedMessage[];
}

/** Fields of a link, present or past. */
export const LINK_FIELDS = {
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  key: String,
  source_id: String,
  target_id: String,
  relation: String,
  created_at: String,
} as const;

export const linkSchema = new Schema<LinkDocument>({ ...LINK_FIELDS, told: CARRIED_MESSAGES }, PLAIN);

linkSchema.index({ "told.at": 1 }, { name: "links_told", partialFilterExpression: { "told.at": { $exists: true } } });

linkSchema.index({ userId: 1, key: 1 }, { name: "links_by_key", unique: true });
linkSchema.index({ userId: 1, source_id: 1, created_at: -1, _id: -1 }, { name: "links_by_source" });
linkSchema.index({ userId: 1, target_id: 1, created_at: -1, _id: -1 }, { name: "links_by_target" });
linkSchema.index({ userId: 1, relation: 1, source_id: 1, target_id: 1, created_at: 1 }, { name: "links_by_relation" });
linkSchema.index({ userId: 1, created_at: -1, source_id: -1, target_id: -1, relation: -1 }, { name: "links_by_time" });
