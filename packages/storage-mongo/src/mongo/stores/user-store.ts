import type { TierKey } from "@knote/contract";
import type { Clock, UserStore } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { UserDocument } from "../collections/users.ts";
import { accountId, type Owners } from "./owners.ts";
import { createMendedLook, tokenCounts } from "./token-standing.ts";
import type { UserEraser } from "./user-eraser.ts";

interface UserStoreDeps {
  readonly collections: Collections;
  readonly owners: Owners;
  readonly eraser: UserEraser;
  readonly clock: Clock;
}

export function createUserStore({ collections, owners, eraser, clock }: UserStoreDeps): UserStore {
  const { users } = collections;
  const mendedLook = createMendedLook({ collections, owners, clock });

  /** The first of parallel calls sets the tier, and all of them return it. */
  async function firstTier(sub: string, owner: string, defaultTier: TierKey): Promise<TierKey> {
    const set = { $set: { tier: defaultTier } };
    await users.updateOne({ _id: accountId(sub), owner, tier: { $exists: false } }, set);
    return (await owners.look(sub))?.tier ?? defaultTier;
  }

  return {
    async ensure(sub, defaultTier) {
      return (
        (await owners.look(sub))?.tier ?? (await firstTier(sub, (await owners.ensureEvenErased(sub)).id, defaultTier))
      );
    },
    async admit(sub, token, defaultTier) {
      const user = await mendedLook(sub);
      const counts = (userDocument: UserDocument | null) => tokenCounts(userDocument, token);
      if (!counts(user)) return null;
      if (user?.tier) return user.tier;
      const owner = await owners.ensureWhile(sub, counts);
      return owner && (await firstTier(sub, owner.id, defaultTier));
    },
    async setTier(sub, tier) {
      const { id } = await owners.ensureEvenErased(sub);
      await users.updateOne({ _id: accountId(sub), owner: id }, { $set: { tier } });
    },
    erase: eraser.erase,
  };
}
