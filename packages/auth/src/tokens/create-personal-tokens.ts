import { randomUUID } from "node:crypto";
import { createBoundedCache, type Clock, type PersonalTokens, type Storage, type StoredToken } from "@knote/api";
import { DAY_MS, LIMITS, type TierKey } from "@knote/contract";
import type { IsAllowed } from "../allowed-logins.ts";
import type { AuthenticatedCaller } from "../authenticated-caller.ts";
import { firstTier } from "../first-tier.ts";
import { digestOfText, hintOf, newTokenText, prefixOf, refreshDigestsOf, type TokenPrefix } from "./token-text.ts";
import { tooManyTokens } from "./too-many-tokens.ts";

/** Precision of a token's last use, which limits the writes. */
const TOUCH_MS = 10 * 60_000;
const MOST_REMEMBERED = 10_000;

interface PersonalTokensDeps {
  readonly storage: Pick<Storage, "tokens" | "users">;
  readonly clock: Clock;
  /** Tier of new users. */
  readonly defaultTier: TierKey;
  /** Asked for every request: whom it no longer allows is out at once. */
  readonly isAllowed: IsAllowed;
}

/** What never changes about a token, and when this process recorded its use. */
interface Owner extends Pick<StoredToken, "userId" | "createdAt"> {
  touchedAt: number;
}

export interface StoredTokens extends PersonalTokens {
  /**
   * Resolves with the caller of a text, or with null for a text that is none of these or no longer valid. Asks the
   * store each time: what is revoked is refused from the next request on, at every process.
   */
  authenticate(text: string, prefix: TokenPrefix): Promise<AuthenticatedCaller | null>;
}

export function createPersonalTokens({ storage, clock, defaultTier, isAllowed }: PersonalTokensDeps): StoredTokens {
  const { tokens: store, users } = storage;
  // Whose a digest is, never whether it is valid: with it, token and user are read at the same time.
  const owners = createBoundedCache<string, Owner>({ most: MOST_REMEMBERED });

  const admit = ({ userId, createdAt }: Pick<StoredToken, "userId" | "createdAt">) =>
    users.admit(userId, { issuedAt: createdAt, sessionId: null }, firstTier(userId, defaultTier));

  /** Records the use, not too often. A token works although that fails, as it does on a full disk. */
  function touch(digest: string, owner: Owner, lastUsedAt: number | null, now: number): void {
    if (now - Math.max(lastUsedAt ?? -Infinity, owner.touchedAt) < TOUCH_MS) return;
    owner.touchedAt = now;
    void store.touch(digest, now).catch(() => (owner.touchedAt = -Infinity));
  }

  async function look(digest: string, now: number): Promise<[StoredToken, TierKey, Owner] | null> {
    const knownOwner = owners.get(digest);
    if (knownOwner) {
      const [token, tier] = await Promise.all([store.find(digest, now, knownOwner.userId), admit(knownOwner)]);
      return token && tier && [token, tier, knownOwner];
    }
    const token = await store.find(digest, now);
    if (token === null) return null;
    const tier = await admit(token);
    if (tier === null) return null;
    const owner = { userId: token.userId, createdAt: token.createdAt, touchedAt: -Infinity };
    owners.set(digest, owner);
    return [token, tier, owner];
  }

  return {
    async authenticate(text, prefix) {
      if (prefixOf(text) !== prefix) return null;
      const [digest, now] = [digestOfText(text), clock.now()];
      const match = await look(digest, now);
      if (match === null) return null;
      const [token, tier, owner] = match;
      if (!isAllowed(token)) return null;
      touch(digest, owner, token.lastUsedAt, now);
      const { id, userId, kind, name, scopes, createdAt, expiresAt, grant } = token;
      return {
        actor: { userId, scopes: new Set(scopes), tier, credential: { kind, id, name } },
        origin: { issuedAt: createdAt, sessionId: id },
        expiresAt: grant?.accessUntil ?? expiresAt ?? Infinity,
      };
    },
    async create({ userId, login }, { name, scopes, expires_in_days: days }) {
      const text = newTokenText("pat");
      const createdAt = clock.now();
      const token: StoredToken = {
        id: randomUUID(),
        userId,
        kind: "personal",
        name,
        scopes,
        hint: hintOf(text),
        login,
        createdAt,
        lastUsedAt: null,
        expiresAt: days === null ? null : createdAt + days * DAY_MS,
        grant: null,
      };
      if (await store.create(digestOfText(text), token, LIMITS.tokens)) return { token, text };
      throw tooManyTokens();
    },
    list: (userId) => store.list(userId, clock.now()),
    end: store.end,
    async endByText(text) {
      const prefix = prefixOf(text);
      if (prefix === null) return null;
      return await store.endByDigest(prefix === "ort" ? refreshDigestsOf(text).family : digestOfText(text));
    },
  };
}
