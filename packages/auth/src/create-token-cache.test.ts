import { expect, it } from "vitest";
import { createTokenCache } from "./create-token-cache.ts";

function aToken(expiresAt: number) {
  return { userId: "ada", scopes: new Set<string>(), issuedAt: 0, sessionId: null, expiresAt };
}

it("keeps a token until it expires, and no longer", () => {
  let time = 0;
  const cache = createTokenCache({ now: () => time });
  const token = aToken(1_000);
  cache.set("one", token, 0);
  time = 999;
  expect(cache.get("one", 0)).toBe(token);
  time = 1_000;
  expect(cache.get("one", 0)).toBeNull();
  cache.set("one", token, 0);
  expect(cache.get("one", 0)).toBeNull();
});

it("drops the least recently used token when it is full", () => {
  const cache = createTokenCache({ now: () => 0 }, 2);
  for (const digest of ["one", "two"]) cache.set(digest, aToken(1), 0);
  cache.get("one", 0);
  cache.set("three", aToken(1), 0);
  expect(["one", "two", "three"].map((digest) => cache.get(digest, 0) !== null)).toEqual([true, false, true]);
});

it("drops tokens when the keys have another edition", () => {
  const cache = createTokenCache({ now: () => 0 });
  cache.set("one", aToken(1), 1);
  expect(cache.get("one", 1)).not.toBeNull();
  expect(cache.get("one", 2)).toBeNull();
  expect(cache.get("one", 1)).toBeNull();
  cache.set("one", aToken(1), 2);
  expect(cache.get("one", null)).toBeNull();
  cache.set("one", aToken(1), null);
  expect(cache.get("one", null)).toBeNull();
});
