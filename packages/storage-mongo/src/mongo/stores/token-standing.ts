import { CUT_AHEAD_MS, type Clock, type TokenOrigin } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { UserDocument } from "../collections/users.ts";
import { accountId, type Owners } from "./owners.ts";

/** Returns whether the token counts, according to its stored user. */
export function tokenCounts(user: UserDocument | null, { issuedAt, sessionId }: TokenOrigin): boolean {
  if (sessionId === null) return issuedAt >= (user?.notBefore ?? 0);
  return user?.owner !== undefined && [...(user.sessions ?? []), ...(user.tokens ?? [])].includes(sessionId);
}

interface MendedLookDeps {
  readonly collections: Pick<Collections, "users">;
  readonly owners: Pick<Owners, "look">;
  readonly clock: Clock;
}

/** Reads users, and moves a cut that a wrong clock set in the future back to the present. */
export function createMendedLook({ collections: { users }, owners, clock }: MendedLookDeps): Owners["look"] {
  return async (sub) => {
    const user = await owners.look(sub);
    const now = clock.now();
    if ((user?.notBefore ?? 0) <= now + CUT_AHEAD_MS) return user;
    await users.updateOne({ _id: accountId(sub), notBefore: { $gt: now } }, { $set: { notBefore: now } });
    return await owners.look(sub);
  };
}
