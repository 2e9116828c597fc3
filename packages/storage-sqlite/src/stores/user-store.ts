import type { DatabaseSync } from "node:sqlite";
import type { TierKey } from "@knote/contract";
import type { TokenOrigin, UserStore } from "@knote/api";
import type { Writer } from "../database/writer.ts";
import type { TokenCuts } from "./token-cuts.ts";
import type { TokenStanding } from "./token-standing.ts";
import type { UserEraser } from "./user-eraser.ts";
import type { UserRows } from "./user-rows.ts";

interface UserStoreDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly cuts: Pick<TokenCuts, "mend">;
  readonly counts: TokenStanding;
  readonly eraser: UserEraser;
}

export function createUserStore({ db, users, writer, cuts, counts, eraser }: UserStoreDeps): UserStore {
  const select = db.prepare("SELECT tier FROM users WHERE sub = ?");
  const update = db.prepare("UPDATE users SET tier = ? WHERE user = ?");
  // Safe because only this store writes the column.
  const tierOf = (sub: string) => (select.get(sub)?.["tier"] ?? null) as TierKey | null;
  const ensure: UserStore["ensure"] = async (sub, defaultTier) =>
    tierOf(sub) ?? (await writer.write(() => firstTier(sub, defaultTier)));
  return {
    ensure,
    async admit(sub, token, defaultTier) {
      if (!counts(sub, token) && !(await countsAfterMending(sub, token))) return null;
      // Checked again in the write: an erasure may have been written while this write was queued.
      return tierOf(sub) ?? (await writer.write(() => (counts(sub, token) ? firstTier(sub, defaultTier) : null)));
    },
    async setTier(sub, tier) {
      await writer.write(() => void update.run(tier, users.ensureEvenErased(sub)));
    },
    erase: eraser.erase,
  };

  /** Returns whether only a cut in the future, which a wrong clock made, kept the token from counting. */
  async function countsAfterMending(sub: string, token: TokenOrigin): Promise<boolean> {
    if (token.sessionId !== null) return false;
    await cuts.mend(sub);
    return counts(sub, token);
  }

  function firstTier(sub: string, defaultTier: TierKey): TierKey {
    const user = users.ensureEvenErased(sub);
    const tier = tierOf(sub) ?? defaultTier;
    update.run(tier, user);
    return tier;
  }
}
