import { SCOPES, type Actor } from "@knote/api";
import { freshUserId } from "./fresh-id.ts";

/** A free user of their own who may do everything. */
export function anActor(fields: Partial<Actor> = {}): Actor {
  return { userId: freshUserId(), scopes: new Set(SCOPES), tier: "free", ...fields };
}
