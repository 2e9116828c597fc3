import type { Actor } from "@knote/api";
import { SCOPES } from "@knote/contract";
import { freshUserId } from "./fresh-id.ts";

/** Builds an actor: a new free user with every scope. */
export function anActor(fields: Partial<Actor> = {}): Actor {
  return { userId: freshUserId(), scopes: new Set(SCOPES), tier: "free", ...fields };
}
