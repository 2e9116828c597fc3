import type { Storage } from "@knote/api";
import { describe, expect, it } from "vitest";
import { aNoteWrite } from "../builders/a-note.ts";
import { anEvent } from "../builders/an-event.ts";
import { freshId, freshUserId } from "../builders/fresh-id.ts";
import { countsSince } from "./counts-since.ts";
import { givenOwner } from "./given.ts";
import type { OpenStorage } from "./open-storage.ts";
import { expectRefusal } from "./refusals.ts";

const NOW = Date.now();
const MONTH = "2026-03";
const NO_LIMITS = { queries: -1, capableQueries: -1 };
const QUERY = { id: "query", month: MONTH, capable: false, limits: NO_LIMITS, now: NOW, leaseUntil: NOW + 1_000 };
const CLAIM = { key: "key", bodyHash: "hash", seed: "seed", now: NOW, leaseUntil: NOW + 1, expiresAt: NOW + 60_000 };

/** Creates a user with data in every store. */
async function givenAccount(storage: Storage) {
  const owner = givenOwner(storage);
  const { userId } = owner;
  await storage.users.setTier(userId, "pro");
  const [one, two] = [await owner.note({ title: "Owls hunt at night" }), await owner.note({ title: "Owls see well" })];
  await owner.revise(one, { content: "They hear well, too." });
  await owner.link(one, "supersedes", two);
  await owner.delete(await owner.note({ title: "Owls sleep by day" }));
  await storage.activity.append(userId, [anEvent("owl")]);
  const grant = await storage.quota.reserve(userId, QUERY);
  await storage.quota.settle(userId, grant!.reservation);
  await storage.idempotency.claim(userId, CLAIM);
  const session = { id: freshId(), userId, name: "Ada", login: null, userAgent: "", createdAt: NOW, lastUsedAt: NOW };
  const digest = freshId();
  await storage.sessions.create(digest, { ...session, expiresAt: NOW + 60_000 }, null);
  return { owner, userId, digest, one, two };
}

/** Contract suite of `UserStore.erase`. */
export function describeErasure(name: string, open: OpenStorage): void {
  describe(`UserStore.erase: ${name}`, () => {
    it("leaves nothing that the user could find", async () => {
      await using storage = await open();
      const { owner, userId, digest, one } = await givenAccount(storage);
      await storage.users.erase(userId, NOW);
      expect(await storage.sessions.find(digest, NOW)).toBeNull();
      expect(await countsSince(storage, userId, NOW)).toBe(true);
      expect(await storage.users.ensure(userId, "free")).toBe("free");
      expect(await storage.notes.list(userId, {}, { limit: 10 })).toEqual([]);
      expect(await storage.notes.history(userId, one.id, { limit: 100 })).toEqual([]);
      expect(await storage.notes.counts(userId)).toMatchObject({ totalNotes: 0, totalLinks: 0 });
      expect((await storage.links.states(userId)).newerOf).toEqual(new Map());
      expect(await owner.findIds("owls")).toEqual([]);
      expect(await owner.restore(one)).toBe(false);
      expect(await storage.activity.replay(userId, null)).toEqual([]);
      expect(await storage.quota.usage(userId, MONTH, NOW)).toEqual({ queries: 0, capableQueries: 0 });
      expect(await storage.idempotency.claim(userId, CLAIM)).toMatchObject({ kind: "claimed", rerun: false });
    });

    it("changes no other user", async () => {
      await using storage = await open();
      const [erasedAccount, other] = [await givenAccount(storage), await givenAccount(storage)];
      await storage.users.erase(erasedAccount.userId, NOW);
      expect(await other.owner.findIds("owls")).toHaveLength(2);
      expect(await storage.sessions.find(other.digest, NOW)).not.toBeNull();
      expect(await countsSince(storage, other.userId, 0)).toBe(true);
      expect(await storage.users.ensure(other.userId, "free")).toBe("pro");
      expect((await storage.links.states(other.userId)).newerOf.size).toBe(1);
      expect(await storage.quota.usage(other.userId, MONTH, NOW)).toMatchObject({ queries: 1 });
    });

    it("refuses writes under way, which would bring the user back", async () => {
      await using storage = await open();
      const { userId } = await givenAccount(storage);
      await storage.users.erase(userId, NOW);
      await expectRefusal(storage.notes.insert(userId, aNoteWrite(), []), "CONFLICT");
      await expectRefusal(storage.activity.append(userId, [anEvent()]), "CONFLICT");
      await expectRefusal(storage.quota.reserve(userId, QUERY), "CONFLICT");
      await expectRefusal(storage.idempotency.claim(userId, CLAIM), "CONFLICT");
      expect(await storage.notes.list(userId, {}, { limit: 10 })).toEqual([]);
    });

    it("lets the user start again without the earlier data", async () => {
      await using storage = await open();
      const { owner, userId } = await givenAccount(storage);
      await storage.users.erase(userId, NOW);
      await storage.users.ensure(userId, "student");
      const { id } = await owner.note({ title: "Owls are back" });
      expect(await owner.findIds("owls")).toEqual([id]);
      expect(await storage.users.ensure(userId, "free")).toBe("student");
      await storage.activity.append(userId, [anEvent("owl")]);
      expect(await storage.activity.replay(userId, null)).toHaveLength(1);
    });

    it("does nothing for an unknown user, except refuse earlier tokens", async () => {
      await using storage = await open();
      const userId = freshUserId();
      await storage.users.erase(userId, NOW);
      await storage.users.erase(userId, NOW - 1);
      expect(await countsSince(storage, userId, NOW)).toBe(true);
      expect(await storage.users.ensure(userId, "free")).toBe("free");
    });
  });
}
