import type { Actor } from "../actor.ts";

/** Owns the demo graph. No token can name it: `sub` claims that begin like this are refused. */
export const RESERVED_USER_PREFIX = "demo:";

export const DEMO_ACTOR: Actor = { userId: "demo:graph", scopes: new Set(["notes:read", "ask"]), tier: "free" };
