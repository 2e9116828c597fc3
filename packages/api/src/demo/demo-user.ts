import type { Actor } from "../actor.ts";

/** Prefix of the owner of the demo graph. No token can impersonate it: a `sub` with this prefix is refused. */
export const RESERVED_USER_PREFIX = "demo:";

export const DEMO_ACTOR: Actor = { userId: "demo:graph", scopes: new Set(["notes:read", "ask"]), tier: "free" };
