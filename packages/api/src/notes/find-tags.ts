import { LIMITS, type FindTagsInput, type TagList } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { foldTag } from "../text/analyze.ts";

/** Returns tags of the caller's notes that begin with `prefix`, most used first. */
export async function findTags({ actor, storage }: ServiceContext, { prefix }: FindTagsInput): Promise<TagList> {
  return { tags: await storage.notes.findTags(actor.userId, foldTag(prefix), LIMITS.tagsFound) };
}
