import { DomainError, type Storage, type TokenOrigin } from "@knote/api";
import type { TierKey } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { createAuthenticator } from "./create-authenticator.ts";
import type { VerifiedToken } from "./read-claims.ts";

type Stores = Pick<Storage, "users">;

/** Returns stores with the one lookup that an authenticator makes. */
function memoryStores() {
  const tiers = new Map<string, TierKey>();
  const cuts = new Map<string, number>();
  const users = {
    async admit(userId: string, { issuedAt }: TokenOrigin, tier: TierKey) {
      if (issuedAt < (cuts.get(userId) ?? 0)) return null;
      return tiers.get(userId) ?? tiers.set(userId, tier).get(userId)!;
    },
  };
  // Safe because an authenticator calls nothing else.
  return { tiers, cuts, storage: { users } as unknown as Stores };
}

/** Returns a verifier for which a token is its user's name, and "bad" is invalid. */
function verifierOf(issuedAt: number) {
  return {
    async verify(token: string): Promise<VerifiedToken | null> {
      return token === "bad"
        ? null
        : { userId: token, scopes: new Set(["ask"]), issuedAt, sessionId: null, expiresAt: 9_000 };
    },
  };
}

const verifier = verifierOf(5_000);
const tokens = { authenticate: async () => null };

it("creates an unknown user with the default tier and returns them as the actor", async () => {
  const { storage } = memoryStores();
  const authenticate = createAuthenticator({ verifier, tokens, storage, defaultTier: "student" });
  expect(await authenticate("github:1")).toEqual({
    actor: { userId: "github:1", scopes: new Set(["ask"]), tier: "student", credential: { kind: "access" } },
    origin: { issuedAt: 5_000, sessionId: null },
    expiresAt: 9_000,
  });
});

it("gives the local owner the agent tier, unless another was set", async () => {
  const { storage, tiers } = memoryStores();
  const authenticate = createAuthenticator({ verifier, tokens, storage, defaultTier: "free" });
  expect((await authenticate("local:owner"))?.actor.tier).toBe("agent");
  tiers.set("local:owner", "pro");
  expect((await authenticate("local:owner"))?.actor.tier).toBe("pro");
});

it("creates no user for an invalid token", async () => {
  const { storage, tiers } = memoryStores();
  const authenticate = createAuthenticator({ verifier, tokens, storage, defaultTier: "free" });
  expect(await authenticate("bad")).toBeNull();
  expect(tiers.size).toBe(0);
});

describe("after a user signed out everywhere", () => {
  it.each([
    [4_999, true],
    [5_000, true],
    [5_001, false],
  ])("at %s, a token issued at 5000 is valid: %s", async (cutTime, holds) => {
    const { storage, cuts } = memoryStores();
    const authenticate = createAuthenticator({ verifier, tokens, storage, defaultTier: "free" });
    expect(await authenticate("github:1")).not.toBeNull();
    cuts.set("github:1", cutTime);
    expect((await authenticate("github:1")) !== null).toBe(holds);
    expect(await authenticate("github:2")).not.toBeNull();
  });

  it("refuses a token without an issue time, and creates no user for it", async () => {
    const { storage, cuts, tiers } = memoryStores();
    const authenticate = createAuthenticator({ verifier: verifierOf(0), tokens, storage, defaultTier: "free" });
    cuts.set("github:1", 1);
    expect(await authenticate("github:1")).toBeNull();
    expect(tiers.size).toBe(0);
  });
});

it("passes on the error when users are out of reach", async () => {
  const { storage } = memoryStores();
  storage.users.admit = () => Promise.reject(new DomainError("UNAVAILABLE", "Gone."));
  const authenticate = createAuthenticator({ verifier, tokens, storage, defaultTier: "free" });
  await expect(authenticate("github:1")).rejects.toMatchObject({ code: "UNAVAILABLE" });
});
