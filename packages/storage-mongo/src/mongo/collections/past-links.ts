import { Schema } from "mongoose";
import { LINK_FIELDS, type LinkDocument } from "./links.ts";
import { PLAIN } from "./schema-options.ts";

/**
 * A link that was removed; its `_id` is owner, `linkKey` and creation. While a link of the same key and creation stands,
 * its removal was interrupted.
 */
export interface PastLinkDocument extends LinkDocument {
  removed_at: string;
}

export const pastLinkSchema = new Schema<PastLinkDocument>({ ...LINK_FIELDS, removed_at: String }, PLAIN);

pastLinkSchema.index({ userId: 1, removed_at: 1, _id: 1 }, { name: "pastlinks_by_removal" });
pastLinkSchema.index({ userId: 1, source_id: 1 }, { name: "pastlinks_by_source" });
pastLinkSchema.index({ userId: 1, target_id: 1 }, { name: "pastlinks_by_target" });
