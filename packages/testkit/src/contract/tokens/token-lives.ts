import { expect, it } from "vitest";
import { aGrant, aToken } from "../../builders/a-token.ts";
import { freshId, freshUserId } from "../../builders/fresh-id.ts";
import { expectRefusal } from "../refusals.ts";
import type { OpenStorage } from "../open-storage.ts";
import { givenToken } from "./given-token.ts";

const NOW = Date.now();
const MOST = 3;

export function describeTokenLives(open: OpenStorage): void {
  it("finds a token unchanged by its digest, whether its user is known or not, and by nothing else", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const personal = await givenToken(storage, userId, aToken(userId, { login: null, expiresAt: null }));
    const grant = await givenToken(storage, userId, aGrant(userId));
    for (const { digest, token } of [personal, grant]) {
      expect(await storage.tokens.find(digest, NOW)).toEqual(token);
      expect(await storage.tokens.find(digest, NOW, userId)).toEqual(token);
      expect(await storage.tokens.find(digest, NOW, freshUserId())).toEqual(token);
      expect(await storage.tokens.find(token.id, NOW)).toBeNull();
      expect(await storage.tokens.find(digest.toUpperCase(), NOW)).toBeNull();
    }
    expect(await storage.tokens.find(grant.token.grant.refresh, NOW)).toBeNull();
    expect(await storage.tokens.find(grant.token.grant.family, NOW)).toBeNull();
  });

  it("does not find a token that has expired, and finds one without an end at any time", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const { digest, token } = await givenToken(storage, userId, aToken(userId, { expiresAt: NOW + 5_000 }));
    const endless = await givenToken(storage, userId, aToken(userId, { expiresAt: null }));
    expect(await storage.tokens.find(digest, NOW + 4_999)).toEqual(token);
    expect(await storage.tokens.find(digest, NOW + 5_000)).toBeNull();
    expect(await storage.tokens.find(endless.digest, Date.UTC(2190, 0))).toEqual(endless.token);
    expect(await storage.tokens.list(userId, NOW + 5_000)).toEqual([endless.token]);
  });

  it("finds a grant until its access token ends, and lists it until it was idle too long or ends itself", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const times = { accessUntil: NOW + 5_000, idleUntil: NOW + 7_000 };
    const idle = await givenToken(storage, userId, aGrant(userId, times, { expiresAt: NOW + 9_000 }));
    const short = await givenToken(storage, userId, aGrant(userId, times, { expiresAt: NOW + 3_000 }));
    expect(await storage.tokens.find(idle.digest, NOW + 4_999)).toEqual(idle.token);
    expect(await storage.tokens.find(idle.digest, NOW + 5_000)).toBeNull();
    expect(await storage.tokens.find(short.digest, NOW + 2_999)).toEqual(short.token);
    expect(await storage.tokens.find(short.digest, NOW + 3_000)).toBeNull();
    expect(await storage.tokens.list(userId, NOW + 6_999)).toEqual([idle.token]);
    expect(await storage.tokens.list(userId, NOW + 7_000)).toEqual([]);
  });

  it("lists a user's own tokens: the last used first, those never used last and newest first", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const tokens = [];
    for (const createdAt of [NOW, NOW + 1, NOW + 2, NOW + 3])
      tokens.push(await givenToken(storage, userId, aToken(userId, { createdAt })));
    await givenToken(storage, freshUserId());
    const [one, two, three, four] = tokens as [
      (typeof tokens)[0],
      (typeof tokens)[0],
      (typeof tokens)[0],
      (typeof tokens)[0],
    ];
    await storage.tokens.touch(three.digest, NOW + 10);
    await storage.tokens.touch(one.digest, NOW + 20);
    expect(await storage.tokens.list(userId, NOW)).toEqual([
      { ...one.token, lastUsedAt: NOW + 20 },
      { ...three.token, lastUsedAt: NOW + 10 },
      four.token,
      two.token,
    ]);
    expect(await storage.tokens.find(one.digest, NOW)).toMatchObject({ lastUsedAt: NOW + 20 });
    expect(await storage.tokens.list(freshUserId(), NOW)).toEqual([]);
  });

  it("keeps a limited number per user, even of tokens made at once; what expired does not count", async () => {
    await using storage = await open();
    const [userId, stranger] = [freshUserId(), freshUserId()];
    const create = (token = aToken(userId)) => storage.tokens.create(freshId(), token, MOST);
    const expiredToken = aToken(userId, { createdAt: NOW - 10, expiresAt: NOW - 5 });
    expect([await create(expiredToken), await create()]).toEqual([true, true]);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(outcomes.filter(Boolean)).toHaveLength(MOST - 1);
    expect(await storage.tokens.list(userId, NOW)).toHaveLength(MOST);
    expect(await create(aToken(stranger))).toBe(true);
    const [last] = await storage.tokens.list(userId, NOW);
    await storage.tokens.end(userId, last!.id);
    expect([await create(), await create()]).toEqual([true, false]);
    expect(await create(aGrant(userId))).toBe(false);
  });

  it("stores the same token again without counting it twice", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const { digest, token } = await givenToken(storage, userId);
    expect(await storage.tokens.create(digest, token, 1)).toBe(true);
    expect(await storage.tokens.list(userId, NOW)).toEqual([token]);
  });

  it("makes no token for an erased user", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.users.ensure(userId, "free");
    await storage.users.erase(userId, NOW);
    await expectRefusal(storage.tokens.create(freshId(), aToken(userId), MOST), "CONFLICT");
    expect(await storage.tokens.list(userId, NOW)).toEqual([]);
  });

  it("counts the living tokens of all users by kind", async () => {
    await using storage = await open();
    const before = await storage.tokens.counts(NOW);
    const userId = freshUserId();
    const { token } = await givenToken(storage, userId);
    await givenToken(storage, freshUserId());
    await givenToken(storage, userId, aGrant(userId));
    await givenToken(storage, userId, aToken(userId, { expiresAt: NOW }));
    expect(await storage.tokens.counts(NOW)).toEqual({ personal: before.personal + 2, grant: before.grant + 1 });
    await storage.tokens.end(userId, token.id);
    expect(await storage.tokens.counts(NOW)).toEqual({ personal: before.personal + 1, grant: before.grant + 1 });
  });
}
