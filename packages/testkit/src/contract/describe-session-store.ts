import { DAY_MS } from "@knote/contract";
import type { Session, Storage } from "@knote/api";
import { describe, expect, it } from "vitest";
import { aNoteWrite } from "../builders/a-note.ts";
import { freshId, freshUserId } from "../builders/fresh-id.ts";
import { countsSince } from "./counts-since.ts";
import type { OpenStorage } from "./open-storage.ts";
import { expectRefusal } from "./refusals.ts";

const NOW = Date.now();
const MOST_SESSIONS = 100;

function aSession(userId: string, fields: Partial<Session> = {}): Session {
  return {
    id: freshId(),
    userId,
    name: "Ada Löwe",
    login: "ada",
    userAgent: "Browser/1 (\u{1F9E0})",
    createdAt: NOW,
    lastUsedAt: NOW,
    expiresAt: NOW + 30 * DAY_MS,
    ...fields,
  };
}

/** Stores a new session and returns it with its digest. */
async function givenSession({ sessions }: Storage, userId: string, fields: Partial<Session> = {}) {
  const [digest, session] = [freshId(), aSession(userId, fields)];
  await sessions.create(digest, session, null);
  return { digest, session };
}

/** Contract suite of `SessionStore`. */
export function describeSessionStore(name: string, open: OpenStorage): void {
  describe(`SessionStore: ${name}`, () => {
    describeLives(open);
    describeEnds(open);
    describeCuts(open);
    describeTokens(open);
    describeCodes(open);
  });
}

function describeLives(open: OpenStorage): void {
  it("finds a session unchanged by its digest, and by nothing else", async () => {
    await using storage = await open();
    const { digest, session } = await givenSession(storage, freshUserId(), { login: null });
    expect(await storage.sessions.find(digest, NOW)).toEqual(session);
    expect(await storage.sessions.find(session.id, NOW)).toBeNull();
    expect(await storage.sessions.find(digest.toUpperCase(), NOW)).toBeNull();
  });

  it("does not find an expired session", async () => {
    await using storage = await open();
    const { digest, session } = await givenSession(storage, freshUserId());
    expect(await storage.sessions.find(digest, session.expiresAt - 1)).not.toBeNull();
    expect(await storage.sessions.find(digest, session.expiresAt)).toBeNull();
    expect(await storage.sessions.list(session.userId, session.expiresAt)).toEqual([]);
  });

  it("lists a user's own sessions, the last used first", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const [one, two] = [await givenSession(storage, userId), await givenSession(storage, userId)];
    await givenSession(storage, freshUserId());
    await storage.sessions.touch(two.digest, NOW + 1);
    await storage.sessions.touch(one.digest, NOW + 2);
    const sessionList = await storage.sessions.list(userId, NOW);
    expect(sessionList).toEqual([
      { ...one.session, lastUsedAt: NOW + 2 },
      { ...two.session, lastUsedAt: NOW + 1 },
    ]);
    expect(await storage.sessions.list(freshUserId(), NOW)).toEqual([]);
  });

  it("keeps a limited number per user, and ends those unused for longest", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const digests: string[] = [];
    for (let index = 0; index <= MOST_SESSIONS; index++)
      digests.push((await givenSession(storage, userId, { lastUsedAt: NOW + index })).digest);
    expect(await storage.sessions.list(userId, NOW)).toHaveLength(MOST_SESSIONS);
    expect(await storage.sessions.find(digests[0]!, NOW)).toBeNull();
    expect(await storage.sessions.find(digests[1]!, NOW)).not.toBeNull();
  });
}

function describeEnds(open: OpenStorage): void {
  it("replaces an earlier session by a new one", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const [before, other] = [await givenSession(storage, userId), await givenSession(storage, userId)];
    await storage.sessions.create("new", aSession(userId), before.digest);
    expect(await storage.sessions.find(before.digest, NOW)).toBeNull();
    expect(await storage.sessions.find(other.digest, NOW)).not.toBeNull();
    await storage.sessions.endAll(userId, 0);
  });

  it("ends one session of its own user, once", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const [one, other] = [await givenSession(storage, userId), await givenSession(storage, userId)];
    expect(await storage.sessions.end(freshUserId(), one.session.id)).toBe(false);
    expect(await storage.sessions.end(userId, one.session.id)).toBe(true);
    expect(await storage.sessions.end(userId, one.session.id)).toBe(false);
    expect(await storage.sessions.find(one.digest, NOW)).toBeNull();
    expect(await storage.sessions.find(other.digest, NOW)).toEqual(other.session);
    await storage.sessions.touch(one.digest, NOW);
    expect(await storage.sessions.find(one.digest, NOW)).toBeNull();
  });
}

function describeCuts(open: OpenStorage): void {
  it("ends all sessions of one user alone, and refuses earlier tokens", async () => {
    await using storage = await open();
    const [userId, stranger] = [freshUserId(), freshUserId()];
    const [one, two] = [await givenSession(storage, userId), await givenSession(storage, userId)];
    const theirs = await givenSession(storage, stranger);
    expect(await countsSince(storage, userId, 0)).toBe(true);
    await storage.sessions.endAll(userId, NOW);
    for (const { digest } of [one, two]) expect(await storage.sessions.find(digest, NOW)).toBeNull();
    expect(await countsSince(storage, userId, NOW)).toBe(true);
    expect(await storage.sessions.find(theirs.digest, NOW)).toEqual(theirs.session);
    expect(await countsSince(storage, stranger, 0)).toBe(true);
  });

  it("refuses earlier tokens of an unknown user, and never moves the cut back", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.sessions.endAll(userId, NOW);
    await storage.sessions.endAll(userId, NOW - 1);
    expect(await countsSince(storage, userId, NOW)).toBe(true);
    await storage.sessions.endAll(userId, NOW + 1);
    expect(await countsSince(storage, userId, NOW + 1)).toBe(true);
  });
}

function describeTokens(open: OpenStorage): void {
  const madeBy = (sessionId: string) => ({ issuedAt: NOW + 9_000, sessionId });

  it("counts a token while its own session lives", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const [one, other] = [await givenSession(storage, userId), await givenSession(storage, userId)];
    const counts = (id: string, whose = userId) => storage.sessions.isTokenValid(whose, madeBy(id));
    expect([await counts(one.session.id), await counts(other.session.id)]).toEqual([true, true]);
    expect(await counts(one.session.id, freshUserId())).toBe(false);
    expect(await counts(freshId())).toBe(false);
    await storage.sessions.end(userId, one.session.id);
    expect([await counts(one.session.id), await counts(other.session.id)]).toEqual([false, true]);
    expect(await storage.users.admit(userId, madeBy(one.session.id), "free")).toBeNull();
    expect(await storage.users.admit(userId, madeBy(other.session.id), "free")).toBe("free");
  });

  it.each(["replaced", "ended with all", "ended by the account's end", "one too many"])(
    "counts no token of a session that was %s, whatever its issue time",
    async (how) => {
      await using storage = await open();
      const { sessions, users } = storage;
      const userId = freshUserId();
      const { digest, session } = await givenSession(storage, userId, { lastUsedAt: NOW - 1 });
      if (how === "replaced") await sessions.create(freshId(), aSession(userId), digest);
      if (how === "ended with all") await sessions.endAll(userId, 0);
      if (how === "ended by the account's end") await users.erase(userId, 0);
      if (how === "one too many")
        for (let index = 0; index < MOST_SESSIONS; index++) await givenSession(storage, userId);
      expect(await sessions.isTokenValid(userId, madeBy(session.id))).toBe(false);
      expect(await users.admit(userId, madeBy(session.id), "free")).toBeNull();
      const after = await givenSession(storage, userId, { lastUsedAt: NOW + 1 });
      expect(await sessions.isTokenValid(userId, madeBy(after.session.id))).toBe(true);
      expect(await sessions.isTokenValid(userId, madeBy(session.id))).toBe(false);
    },
  );

  it("does not recreate an erased user for a token that expired meanwhile", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const [, tier] = await Promise.all([
      storage.users.erase(userId, NOW + 1),
      storage.users.admit(userId, { issuedAt: NOW, sessionId: null }, "pro"),
    ]);
    expect([null, "pro"]).toContain(tier);
    await expectRefusal(storage.notes.insert(userId, aNoteWrite(), []), "CONFLICT");
  });

  it("moves a future cut to the present, so that nobody is locked out", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.sessions.endAll(userId, Date.now() + 30 * DAY_MS);
    expect(await storage.sessions.isTokenValid(userId, { issuedAt: Date.now() - 1_000, sessionId: null })).toBe(false);
    const now = { issuedAt: Date.now() + 1_000, sessionId: null };
    expect(await storage.sessions.isTokenValid(userId, now)).toBe(true);
    expect(await storage.users.admit(userId, now, "free")).toBe("free");
    await storage.sessions.endAll(userId, now.issuedAt + 1);
    expect(await storage.sessions.isTokenValid(userId, now)).toBe(false);
  });

  it("moves a future cut to the present when a user is admitted", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.sessions.endAll(userId, Date.now() + 30 * DAY_MS);
    const early = { issuedAt: Date.now() - 1_000, sessionId: null };
    expect(await storage.users.admit(userId, early, "free")).toBe(null);
    const late = { issuedAt: Date.now() + 1_000, sessionId: null };
    expect(await storage.users.admit(userId, late, "free")).toBe("free");
    expect(await storage.users.admit(userId, early, "free")).toBe(null);
  });
}

function describeCodes(open: OpenStorage): void {
  it("accepts a code once, even from parallel calls", async () => {
    await using storage = await open();
    const code = freshId();
    await storage.sessions.addCode(code, NOW + 1);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => storage.sessions.useCode(code, NOW)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await storage.sessions.useCode(code, NOW)).toBe(false);
  });

  it("accepts no expired or unknown code", async () => {
    await using storage = await open();
    const code = freshId();
    await storage.sessions.addCode(code, NOW);
    expect(await storage.sessions.useCode(code, NOW)).toBe(false);
    expect(await storage.sessions.useCode(freshId(), NOW)).toBe(false);
  });
}
