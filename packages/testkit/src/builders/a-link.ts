import type { Link } from "@knote/contract";
import { freshId } from "./fresh-id.ts";

/** Builds a link created now, between notes that need not exist. */
export function aLink(fields: Partial<Link> = {}): Link {
  return {
    source_id: freshId(),
    target_id: freshId(),
    relation: "relates_to",
    created_at: new Date().toISOString(),
    ...fields,
  };
}
