import { expect, it } from "vitest";
import { createTokenCache } from "./create-token-cache.ts";

function aToken(expiresAt: number) {
  return { userId: "ada", scopes: new Set<string>(), issuedAt: 0, sessionId: null, expiresAt };
}

it("keeps a token until it expires, and no longer", () => {
  let time = 0;
  const cache = createTokenCache({ now: () => time });
  const token = aToken(1_000);
  cache.set("one", token);
  time = 999;
  expect(cache.get("one")).toBe(token);
  time = 1_000;
  expect(cache.get("one")).toBeNull();
  cache.set("one", token);
  expect(cache.get("one")).toBeNull();
});

it("lets the least recently used go when it is full", () => {
  const cache = createTokenCache({ now: () => 0 }, 2);
  for (const digest of ["one", "two"]) cache.set(digest, aToken(1));
  cache.get("one");
  cache.set("three", aToken(1));
  expect(["one", "two", "three"].map((digest) => cache.get(digest) !== null)).toEqual([true, false, true]);
});
