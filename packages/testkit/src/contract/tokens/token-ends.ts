import { expect, it } from "vitest";
import { aGrant, aToken } from "../../builders/a-token.ts";
import { freshId, freshUserId } from "../../builders/fresh-id.ts";
import type { OpenStorage } from "../open-storage.ts";
import { givenToken } from "./given-token.ts";

const NOW = Date.now();

export function describeTokenEnds(open: OpenStorage): void {
  it("ends one token of its own user, once", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const [one, other] = [await givenToken(storage, userId), await givenToken(storage, userId)];
    expect(await storage.tokens.end(freshUserId(), one.token.id)).toBe(false);
    expect(await storage.tokens.find(one.digest, NOW)).toEqual(one.token);
    expect(await storage.tokens.end(userId, one.token.id)).toBe(true);
    expect(await storage.tokens.end(userId, one.token.id)).toBe(false);
    expect(await storage.tokens.find(one.digest, NOW)).toBeNull();
    expect(await storage.tokens.find(one.digest, NOW, userId)).toBeNull();
    await storage.tokens.touch(one.digest, NOW);
    expect(await storage.tokens.list(userId, NOW)).toEqual([other.token]);
  });

  it("ends the token of a digest, and a grant by its access token or its family", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const personal = await givenToken(storage, userId);
    const [one, two] = [
      await givenToken(storage, userId, aGrant(userId, { accessUntil: NOW - 1 })),
      await givenToken(storage, userId, aGrant(userId)),
    ];
    expect(await storage.tokens.endByDigest(freshId())).toBeNull();
    expect(await storage.tokens.endByDigest(personal.token.id)).toBeNull();
    expect(await storage.tokens.endByDigest(personal.digest)).toEqual({ id: personal.token.id, userId });
    expect(await storage.tokens.endByDigest(personal.digest)).toBeNull();
    expect(await storage.tokens.endByDigest(one.digest)).toEqual({ id: one.token.id, userId });
    expect(await storage.tokens.list(userId, NOW)).toEqual([two.token]);
    expect(await storage.tokens.endByDigest(two.token.grant.family)).toEqual({ id: two.token.id, userId });
    expect(await storage.tokens.list(userId, NOW)).toEqual([]);
  });

  it("ends all tokens of one user alone, with all sessions or with the account", async () => {
    await using storage = await open();
    const [userId, stranger] = [freshUserId(), freshUserId()];
    const theirs = await givenToken(storage, stranger);
    const endings = [() => storage.sessions.endAll(userId, 0), () => storage.users.erase(userId, 0)];
    for (const endAll of endings) {
      const personal = await givenToken(storage, userId, aToken(userId, { createdAt: NOW + 9_000 }));
      const grant = await givenToken(storage, userId, aGrant(userId));
      await endAll();
      for (const { digest } of [personal, grant]) {
        expect(await storage.tokens.find(digest, NOW)).toBeNull();
        expect(await storage.tokens.find(digest, NOW, userId)).toBeNull();
      }
      expect(await storage.tokens.list(userId, NOW)).toEqual([]);
      const refresh = { family: grant.token.grant.family, refresh: grant.token.grant.refresh };
      const next = { digest: freshId(), hint: "next", refresh: freshId(), accessUntil: NOW + 1, idleUntil: NOW + 1 };
      expect(await storage.tokens.rotate(refresh, next, NOW)).toBeNull();
    }
    await storage.users.ensure(userId, "free");
    expect(await storage.tokens.list(userId, NOW)).toEqual([]);
    expect(await storage.tokens.find(theirs.digest, NOW)).toEqual(theirs.token);
  });

  it("counts what a token does as valid while the token is stored, whatever its times", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const [one, other] = [await givenToken(storage, userId), await givenToken(storage, userId)];
    const origin = (id: string) => ({ issuedAt: 0, sessionId: id });
    const isValid = (id: string, whose = userId) => storage.sessions.isTokenValid(whose, origin(id));
    expect([await isValid(one.token.id), await isValid(other.token.id)]).toEqual([true, true]);
    expect(await isValid(one.token.id, freshUserId())).toBe(false);
    await storage.tokens.end(userId, one.token.id);
    expect([await isValid(one.token.id), await isValid(other.token.id)]).toEqual([false, true]);
    await storage.sessions.endAll(userId, 0);
    expect(await isValid(other.token.id)).toBe(false);
    expect(await storage.users.admit(userId, origin(other.token.id), "free")).toBeNull();
  });
}
