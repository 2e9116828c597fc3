import { DomainError, type UserStore } from "@knote/api";
import { expect, it } from "vitest";
import { createAuthenticator } from "./create-authenticator.ts";
import type { VerifiedToken } from "./read-claims.ts";

function memoryUsers() {
  const tiers = new Map<string, string>();
  const users: UserStore = {
    async ensure(userId, defaultTier) {
      if (!tiers.has(userId)) tiers.set(userId, defaultTier);
      return tiers.get(userId) as typeof defaultTier;
    },
    async setTier(userId, tier) {
      tiers.set(userId, tier);
    },
  };
  return { tiers, users };
}

/** Tokens are the names of their users; "bad" does not hold. */
const verifier = {
  async verify(token: string): Promise<VerifiedToken | null> {
    return token === "bad" ? null : { userId: token, scopes: new Set(["ask"]), expiresAt: 1_000 };
  },
};

it("makes an unknown user with the default tier, and an actor of them", async () => {
  const { users } = memoryUsers();
  const authenticate = createAuthenticator({ verifier, users, defaultTier: "student" });
  expect(await authenticate("github:1")).toEqual({
    actor: { userId: "github:1", scopes: new Set(["ask"]), tier: "student" },
    expiresAt: 1_000,
  });
});

it("gives the local owner the agent tier, unless another was set", async () => {
  const { users } = memoryUsers();
  const authenticate = createAuthenticator({ verifier, users, defaultTier: "free" });
  expect((await authenticate("local:owner"))?.actor.tier).toBe("agent");
  await users.setTier("local:owner", "pro");
  expect((await authenticate("local:owner"))?.actor.tier).toBe("pro");
});

it("makes no user of a token that does not hold", async () => {
  const { users, tiers } = memoryUsers();
  const authenticate = createAuthenticator({ verifier, users, defaultTier: "free" });
  expect(await authenticate("bad")).toBeNull();
  expect(tiers.size).toBe(0);
});

it("passes on that users are out of reach", async () => {
  const users: UserStore = {
    ...memoryUsers().users,
    ensure: () => Promise.reject(new DomainError("UNAVAILABLE", "Gone.")),
  };
  const authenticate = createAuthenticator({ verifier, users, defaultTier: "free" });
  await expect(authenticate("github:1")).rejects.toMatchObject({ code: "UNAVAILABLE" });
});
