import { linkKey, parseKeywordQuery } from "@knote/api";
import { aLink, anEvent, aNotice, aNoteWrite, freshUserId, testClock, withService } from "@knote/testkit";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { MongoDocuments } from "./open-mongo.ts";
import { createDatabase, type TestDatabase } from "../testing/open-database.ts";

const NOW = Date.now();
const MODEL = "model-1";

/** Each storage stands for a process: it has its own connections and memory. */
withService("TEST_MONGODB_URL", (url) => {
  const clock = testClock(NOW);
  let database: TestDatabase;
  let processes: MongoDocuments[];

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    processes = [await database.open({ clock }), await database.open({ clock }), await database.open({ clock })];
  });

  afterAll(async () => {
    await Promise.all(processes.map((process) => process.close()));
    await database[Symbol.asyncDispose]();
  });

  const of = (index: number) => processes[index % processes.length]!;

  describe("several processes on one database", () => {
    it("grant exactly 10 of 60 parallel queries on a limit of 10", async () => {
      const userId = freshUserId();
      const limits = { queries: 10, capableQueries: 0 };
      const reservations = Array.from({ length: 60 }, (_, index) => {
        const request = { id: `query ${index}`, month: "2026-03", capable: false, limits };
        return of(index).quota.reserve(userId, { ...request, now: NOW, leaseUntil: NOW + 60_000 });
      });
      expect((await Promise.all(reservations)).filter((reservation) => reservation !== null)).toHaveLength(10);
    });

    it("give an idempotency key to one of them, and its response to all", async () => {
      const userId = freshUserId();
      const request = { key: "key", bodyHash: "hash", now: NOW, leaseUntil: NOW + 60_000, expiresAt: NOW + 90_000 };
      const claim = (index: number) => of(index).idempotency.claim(userId, { ...request, seed: `seed ${index}` });
      const claims = await Promise.all(Array.from({ length: 12 }, (_, index) => claim(index)));
      const [winner] = claims.filter((one) => one.kind === "claimed");
      expect(claims.filter((one) => one.kind === "in-progress")).toHaveLength(11);
      await of(1).idempotency.complete(userId, "key", winner!.seed, { status: 201, body: "{}", headers: {} });
      for (const index of [0, 1, 2]) expect(await claim(index)).toMatchObject({ kind: "done" });
    });

    it("make one user of parallel first requests", async () => {
      const userId = freshUserId();
      const tiers = await Promise.all(
        Array.from({ length: 9 }, (_, index) => of(index).users.ensure(userId, index % 2 ? "pro" : "free")),
      );
      expect(new Set(tiers).size).toBe(1);
      await Promise.all(processes.map(({ notes }) => notes.insert(userId, aNoteWrite(), [aNotice()])));
      for (const { notes } of processes) expect((await notes.counts(userId)).totalNotes).toBe(3);
    });

    it("see each other's changes of states, although they cache them", async () => {
      const userId = freshUserId();
      const [newer, older] = [aNoteWrite(), aNoteWrite()];
      for (const write of [newer, older]) await of(0).notes.insert(userId, write, []);
      const countSuperseded = async () =>
        await Promise.all(processes.map(async ({ links }) => (await links.states(userId)).superseded.size));
      expect(await countSuperseded()).toEqual([0, 0, 0]);
      const link = aLink({ source_id: newer.note.id, target_id: older.note.id, relation: "supersedes" });
      await of(1).links.insert(userId, link, []);
      expect(await countSuperseded()).toEqual([1, 1, 1]);
      await of(2).notes.delete(userId, newer.note.id, new Date(NOW).toISOString(), []);
      expect(await countSuperseded()).toEqual([0, 0, 0]);
    });

    it("number each other's events in one order", async () => {
      const userId = freshUserId();
      await Promise.all(
        Array.from({ length: 30 }, (_, index) => of(index).activity.append(userId, [anEvent(`${index}`)])),
      );
      const loggedEvents = await of(0).activity.replay(userId, null);
      expect(new Set(loggedEvents.map(({ id }) => id)).size).toBe(30);
      expect(await of(1).activity.replay(userId, loggedEvents[9]!.id)).toEqual(loggedEvents.slice(10));
    });

    it("store one of equal links that they create at once, in either direction", async () => {
      const userId = freshUserId();
      const [one, other] = [aNoteWrite(), aNoteWrite()];
      for (const write of [one, other]) await of(0).notes.insert(userId, write, []);
      const ends = [one.note.id, other.note.id] as const;
      const outcomes = Array.from({ length: 9 }, (_, index) => {
        const [source_id, target_id] = index % 2 ? ends : ends.toReversed();
        return of(index).links.insert(userId, aLink({ source_id, target_id, relation: "relates_to" }), []);
      });
      const refusals = (await Promise.allSettled(outcomes)).filter(({ status }) => status === "rejected");
      expect(refusals).toHaveLength(8);
      for (const { reason } of refusals as PromiseRejectedResult[]) expect(reason).toMatchObject({ code: "CONFLICT" });
      expect((await of(1).links.list(userId, { limit: 10 })).links).toHaveLength(1);
    });

    it("leave no link of a note that one purges while another links it", async () => {
      const userId = freshUserId();
      const outcomes = Array.from({ length: 8 }, async (_, index) => {
        const [source, target] = [aNoteWrite(), aNoteWrite()];
        for (const write of [source, target]) await of(index).notes.insert(userId, write, []);
        const link = aLink({ source_id: source.note.id, target_id: target.note.id });
        await Promise.allSettled([
          of(index).links.insert(userId, link, []),
          of(index + 1).notes.purge(userId, target.note.id, []),
        ]);
        return linkKey(link);
      });
      const keys = await Promise.all(outcomes);
      expect(await database.raw.collection("links").countDocuments({ key: { $in: keys } })).toBe(0);
    });

    it("write nothing for a user that another erased", async () => {
      const userId = freshUserId();
      const write = aNoteWrite({ title: "Owls hunt" });
      await of(0).notes.insert(userId, write, [aNotice()]);
      await of(1).users.erase(userId, NOW);
      expect(await of(0).users.ensure(userId, "student")).toBe("student");
      for (const { notes, keywords } of processes.slice(0, 2)) {
        expect(await notes.list(userId, {}, { limit: 10 })).toEqual([]);
        expect(await keywords.search(userId, parseKeywordQuery("owls")!, {})).toEqual([]);
      }
    });
  });

  describe("the work of indexing", () => {
    it("belongs to one process until it closes or is gone for a minute", async () => {
      const userId = freshUserId();
      const vectors = processes.map(({ vectorDocuments }) => vectorDocuments);
      await vectors[0]!.keep(MODEL, "serving");
      await of(0).notes.insert(userId, aNoteWrite(), []);
      const due = async () => await Promise.all(vectors.map(async (one) => (await one.due(MODEL, 100_000)).length > 0));
      const first = await vectors[0]!.due(MODEL, 10);
      expect(first.length).toBeGreaterThan(0);
      expect(await due()).toEqual([true, false, false]);
      for (const one of vectors) expect(await one.pending(MODEL)).toBeGreaterThan(0);
      clock.advance(61_000);
      expect(await vectors[2]!.due(MODEL, 10)).not.toEqual([]);
      expect(await due()).toEqual([false, false, true]);
      await processes[2]!.close();
      processes[2] = await database.open({ clock });
      expect(await vectors[1]!.due(MODEL, 10)).not.toEqual([]);
    });

    it("never lets a late process settle vectors of an earlier text or model", async () => {
      const userId = freshUserId();
      const { note } = aNoteWrite();
      await of(0).notes.insert(userId, aNoteWrite(note), []);
      await of(0).vectorDocuments.keep(MODEL, "serving");
      const { key } = (await of(0).vectorDocuments.keptModels()).serving!;
      await of(1).notes.update(userId, aNoteWrite({ ...note, content: "Changed.", revision: 2 }), []);
      const settle = (revision: number) =>
        of(0).vectorDocuments.settle(userId, note.id, { key, revision, complete: true });
      expect([await settle(1), await settle(2), await settle(1)]).toEqual([false, true, false]);
      await of(1).vectorDocuments.keep("model-2", "serving");
      expect(await settle(2)).toBe(false);
      expect(await of(1).vectorDocuments.pending("model-2")).toBeGreaterThan(0);
    });
  });
});
