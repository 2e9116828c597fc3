import type { TierKey } from "@knote/contract";
import type { UserStore } from "@knote/api";
import type { Collections } from "../models/collections.ts";
import { accountId, type Owners } from "./owners.ts";
import type { UserEraser } from "./user-eraser.ts";

interface Parts {
  readonly collections: Collections;
  readonly owners: Owners;
  readonly eraser: UserEraser;
}

export function createUserStore({ collections: { users }, owners, eraser }: Parts): UserStore {
  /** The first of parallel calls sets the tier, and all of them answer it. */
  async function firstTier(sub: string, defaultTier: TierKey): Promise<TierKey> {
    const { id } = await owners.welcome(sub);
    const set = { $set: { tier: defaultTier } };
    await users.updateOne({ _id: accountId(sub), owner: id, tier: { $exists: false } }, set);
    return (await owners.look(sub))?.tier ?? defaultTier;
  }

  return {
    async ensure(sub, defaultTier) {
      return (await owners.look(sub))?.tier ?? (await firstTier(sub, defaultTier));
    },
    async admit(sub, issuedAt, defaultTier) {
      const user = await owners.look(sub);
      if (issuedAt < (user?.notBefore ?? 0)) return null;
      return user?.tier ?? (await firstTier(sub, defaultTier));
    },
    async setTier(sub, tier) {
      const { id } = await owners.welcome(sub);
      await users.updateOne({ _id: accountId(sub), owner: id }, { $set: { tier } });
    },
    erase: eraser.erase,
  };
}
