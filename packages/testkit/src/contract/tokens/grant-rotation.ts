import type { NextSecrets, Storage } from "@knote/api";
import { expect, it } from "vitest";
import { aGrant } from "../../builders/a-token.ts";
import { freshId, freshUserId } from "../../builders/fresh-id.ts";
import type { OpenStorage } from "../open-storage.ts";
import { givenToken } from "./given-token.ts";

const NOW = Date.now();
const GRACE_MS = 30_000;

function nextSecrets(fields: Partial<NextSecrets> = {}): NextSecrets {
  const times = { accessUntil: NOW + 3_600_000, idleUntil: NOW + 90 * 3_600_000 };
  return { digest: freshId(), hint: "next", refresh: freshId(), ...times, ...fields };
}

async function givenGrant(storage: Storage) {
  const userId = freshUserId();
  const { digest, token } = await givenToken(storage, userId, aGrant(userId));
  const { family, refresh } = token.grant;
  const rotate = (secret: string, next = nextSecrets(), now = NOW) =>
    storage.tokens.rotate({ family, refresh: secret }, next, now);
  return { userId, digest, token, family, refresh, rotate };
}

export function describeGrantRotation(open: OpenStorage): void {
  it("puts the next secrets of a grant in place of the present ones", async () => {
    await using storage = await open();
    const { userId, digest, token, refresh, rotate } = await givenGrant(storage);
    const next = nextSecrets();
    const rotatedGrant = await rotate(refresh, next, NOW + 5);
    const { accessUntil, idleUntil } = next;
    const earlier = { refresh, until: NOW + 5 + GRACE_MS };
    expect(rotatedGrant).toEqual({
      ...token,
      hint: "next",
      lastUsedAt: NOW + 5,
      grant: { ...token.grant, accessUntil, idleUntil, refresh: next.refresh, earlier },
    });
    expect(await storage.tokens.find(digest, NOW)).toBeNull();
    expect(await storage.tokens.find(next.digest, NOW, userId)).toEqual(rotatedGrant);
    expect(await storage.tokens.list(userId, NOW)).toEqual([rotatedGrant]);
  });

  it("takes the refresh token before once more within its grace, as the answer may have been lost", async () => {
    await using storage = await open();
    const { digest, refresh, rotate } = await givenGrant(storage);
    const [firstNext, secondNext] = [nextSecrets(), nextSecrets()];
    await rotate(refresh, firstNext);
    expect(await rotate(refresh, secondNext, NOW + GRACE_MS - 1)).toMatchObject({
      grant: { refresh: secondNext.refresh },
    });
    expect(await storage.tokens.find(firstNext.digest, NOW)).toBeNull();
    expect(await storage.tokens.find(secondNext.digest, NOW)).not.toBeNull();
    // Its use does not extend the grace.
    expect(await rotate(refresh, nextSecrets(), NOW + GRACE_MS)).toBe("reused");
    for (const one of [digest, firstNext.digest, secondNext.digest])
      expect(await storage.tokens.find(one, NOW)).toBeNull();
  });

  it.each([1, 2, 3])("ends the grant when a refresh token is used after %s others", async (others) => {
    await using storage = await open();
    const { userId, refresh, rotate } = await givenGrant(storage);
    let present = refresh;
    for (let turn = 0; turn < others; turn++) {
      const next = nextSecrets();
      await rotate(present, next);
      present = next.refresh;
    }
    expect(await rotate(refresh, nextSecrets(), NOW + GRACE_MS)).toBe("reused");
    expect(await storage.tokens.list(userId, NOW)).toEqual([]);
    expect(await rotate(present)).toBeNull();
  });

  it("gives one of two parallel uses the last word", async () => {
    await using storage = await open();
    const { userId, refresh, rotate } = await givenGrant(storage);
    const nexts = [nextSecrets(), nextSecrets()];
    const outcomes = await Promise.all(nexts.map((next) => rotate(refresh, next)));
    for (const [index, outcome] of outcomes.entries())
      expect(outcome).toMatchObject({ grant: { refresh: nexts[index]!.refresh } });
    const foundTokens = await Promise.all(nexts.map(({ digest }) => storage.tokens.find(digest, NOW)));
    expect(foundTokens.filter(Boolean)).toHaveLength(1);
    expect(await storage.tokens.list(userId, NOW)).toHaveLength(1);
  });

  it("rotates nothing for an unknown family, an idle grant or a personal token", async () => {
    await using storage = await open();
    const { userId, digest, token, family, refresh, rotate } = await givenGrant(storage);
    expect(await storage.tokens.rotate({ family: freshId(), refresh }, nextSecrets(), NOW)).toBeNull();
    expect(await rotate(refresh, nextSecrets(), token.grant.idleUntil)).toBeNull();
    const personal = await givenToken(storage, userId);
    const wrong = { family: personal.digest, refresh: personal.digest };
    expect(await storage.tokens.rotate(wrong, nextSecrets(), NOW)).toBeNull();
    expect(await storage.tokens.find(digest, NOW)).toEqual(token);
    expect(await storage.tokens.rotate({ family, refresh }, nextSecrets(), NOW)).not.toBeNull();
  });
}
