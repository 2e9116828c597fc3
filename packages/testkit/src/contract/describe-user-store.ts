import { describe, expect, it } from "vitest";
import { aNoteWrite } from "../builders/a-note.ts";
import { freshUserId } from "../builders/fresh-id.ts";
import type { OpenStorage } from "./open-storage.ts";
import { expectRefusal } from "./refusals.ts";

const NOW = Date.now();

/** Returns the origin of a token without a session. */
const issuedAt = (time: number) => ({ issuedAt: time, sessionId: null });

/** Contract suite of `UserStore`. */
export function describeUserStore(name: string, open: OpenStorage): void {
  describe(`UserStore: ${name}`, () => {
    it("creates an unknown user with the default tier and keeps that tier", async () => {
      await using storage = await open();
      const userId = freshUserId();
      expect(await storage.users.ensure(userId, "student")).toBe("student");
      expect(await storage.users.ensure(userId, "pro")).toBe("student");
    });

    it("sets the tier of a known user and of an unknown one", async () => {
      await using storage = await open();
      const [knownId, unknown] = [freshUserId(), freshUserId()];
      await storage.users.ensure(knownId, "free");
      for (const userId of [knownId, unknown]) {
        await storage.users.setTier(userId, "pro");
        expect(await storage.users.ensure(userId, "free")).toBe("pro");
        await storage.users.setTier(userId, "agent");
        expect(await storage.users.ensure(userId, "free")).toBe("agent");
      }
    });

    it("creates one user in many parallel first requests", async () => {
      await using storage = await open();
      const userId = freshUserId();
      const tiers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => storage.users.ensure(userId, index % 2 ? "pro" : "free")),
      );
      expect(new Set(tiers).size).toBe(1);
      expect(await storage.users.ensure(userId, "agent")).toBe(tiers[0]);
    });

    it("admits the user of a valid token with their tier, and creates no user for an invalid one", async () => {
      await using storage = await open();
      const [userId, stranger] = [freshUserId(), freshUserId()];
      expect(await storage.users.admit(userId, issuedAt(0), "student")).toBe("student");
      await storage.sessions.endAll(userId, NOW);
      expect(await storage.users.admit(userId, issuedAt(NOW - 1), "free")).toBeNull();
      expect(await storage.users.admit(userId, issuedAt(NOW), "free")).toBe("student");
      await storage.users.setTier(userId, "pro");
      expect(await storage.users.admit(userId, issuedAt(NOW), "free")).toBe("pro");
      await storage.sessions.endAll(stranger, NOW);
      expect(await storage.users.admit(stranger, issuedAt(NOW - 1), "pro")).toBeNull();
      expect(await storage.users.ensure(stranger, "free")).toBe("free");
    });

    it("admits nobody to an erased account by an earlier token", async () => {
      await using storage = await open();
      const userId = freshUserId();
      await storage.users.admit(userId, issuedAt(NOW - 1), "pro");
      await storage.users.erase(userId, NOW);
      expect(await storage.users.admit(userId, issuedAt(NOW - 1), "pro")).toBeNull();
      await expectRefusal(storage.notes.insert(userId, aNoteWrite(), []), "CONFLICT");
      expect(await storage.users.admit(userId, issuedAt(NOW), "free")).toBe("free");
    });

    it("distinguishes users by every character of their ids", async () => {
      await using storage = await open();
      const base = freshUserId();
      const ids = [base, base.toUpperCase(), `${base} `, `${base}\u00e9`, `${base}e\u0301`, base.padEnd(200, "z")];
      await storage.users.setTier(base, "pro");
      for (const userId of ids.slice(1)) expect(await storage.users.ensure(userId, "free")).toBe("free");
      expect(await storage.users.ensure(base, "free")).toBe("pro");
    });
  });
}
