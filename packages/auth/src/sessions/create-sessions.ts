import { randomUUID } from "node:crypto";
import type { Clock, Person, Session, Sessions, SignInBrowser, Storage } from "@knote/api";
import { DAY_MS, type TierKey } from "@knote/contract";
import type { IsAllowed } from "../allowed-logins.ts";
import { firstTier } from "../first-tier.ts";
import { mintToken } from "../mint-token.ts";
import { digestOf, newSecret } from "./secrets.ts";

const LIFETIME_MS = 30 * DAY_MS;
const TOKEN_SECONDS = 3_600;
/** Precision of a session's last use, which limits the writes. */
const TOUCH_MS = 60_000;
const MOST_NAME = 200;
const MOST_USER_AGENT = 300;

interface SessionsDeps {
  readonly storage: Pick<Storage, "sessions" | "users">;
  readonly clock: Clock;
  /** Signs the tokens. */
  readonly secret: string;
  /** Tier of new users. */
  readonly defaultTier: TierKey;
  readonly isAllowed: IsAllowed;
}

export function createSessions({
  storage,
  clock,
  secret: signingSecret,
  defaultTier,
  isAllowed: admits,
}: SessionsDeps): Sessions {
  const { sessions: store, users } = storage;
  async function open({ userId, name, login }: Person, { userAgent, replaces }: SignInBrowser) {
    const secret = newSecret();
    const now = clock.now();
    const expiresAt = now + LIFETIME_MS;
    const session: Session = {
      id: randomUUID(),
      userId,
      name: storable(name, MOST_NAME),
      login: login && storable(login, MOST_NAME),
      userAgent: storable(userAgent, MOST_USER_AGENT),
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
    };
    await users.ensure(userId, firstTier(userId, defaultTier));
    await store.create(digestOf(secret)!, session, replaces && digestOf(replaces));
    return { secret, expiresAt };
  }

  async function find(secret: string): Promise<Session | null> {
    const digest = digestOf(secret);
    const now = clock.now();
    const session = digest === null ? null : await store.find(digest, now);
    if (digest === null || session === null) return null;
    if (!admits(session)) {
      await store.end(session.userId, session.id);
      return null;
    }
    if (now - session.lastUsedAt >= TOUCH_MS) await store.touch(digest, now);
    return session;
  }

  async function token({ id: sessionId, userId: sub, name, expiresAt }: Session) {
    const secondsLeft = Math.ceil((expiresAt - clock.now()) / 1000);
    const expiresInSeconds = Math.min(TOKEN_SECONDS, secondsLeft);
    const options = { secret: signingSecret, sub, name, sessionId, lifetimeSeconds: expiresInSeconds, clock };
    return { accessToken: await mintToken(options), expiresInSeconds };
  }

  return {
    open,
    find,
    token,
    list: (userId) => store.list(userId, clock.now()),
    end: store.end,
    // Plus one, to include sessions of this millisecond.
    endAll: (userId) => store.endAll(userId, clock.now() + 1),
    tier: ({ id: sessionId, userId }) =>
      users.admit(userId, { issuedAt: 0, sessionId }, firstTier(userId, defaultTier)),
  };
}

function storable(text: string, most: number): string {
  return [...text.toWellFormed().replaceAll("\0", "")].slice(0, most).join("");
}
