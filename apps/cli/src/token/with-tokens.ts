import { createSystemClock, type Storage } from "@knote/api";
import { allowBySettings, createPersonalTokens, type IsAllowed, type StoredTokens } from "@knote/auth";
import type { Config } from "@knote/config";
import { openData } from "../open-data.ts";

/** What a command on stored tokens needs. */
interface TokenData {
  readonly tokens: StoredTokens;
  readonly storage: Storage;
  readonly isAllowed: IsAllowed;
}

/** Runs a command on the stored tokens, beside running servers: each request of theirs sees what it does. */
export async function withTokens<T>(config: Config, work: (data: TokenData) => Promise<T>): Promise<T> {
  const storage = await openData(config);
  try {
    const { defaultTier } = config;
    const isAllowed = allowBySettings(config.signIn);
    const tokens = createPersonalTokens({ storage, clock: createSystemClock(), defaultTier, isAllowed });
    return await work({ tokens, storage, isAllowed });
  } finally {
    await storage.close();
  }
}
