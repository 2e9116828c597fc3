import type { DataTransfer } from "@knote/api";
import { describe, expect, it } from "vitest";
import { aLink } from "../builders/a-link.ts";
import { aNote, aNoteWrite, aRevision } from "../builders/a-note.ts";
import { aGrant, aToken } from "../builders/a-token.ts";
import { freshId, freshUserId } from "../builders/fresh-id.ts";

/** In the future, as some engines remove expired data by themselves. */
const NOW = Date.UTC(2100, 0, 1);

/** Contract suite of `DataTransfer`: everything written to the stores is read back. Needs its own empty storage. */
export function describeDataTransfer(name: string, open: () => Promise<DataTransfer & AsyncDisposable>): void {
  describe(`DataTransfer: ${name}`, () => {
    it("lists the users after another, without erased ones, of whom only the cut remains", async () => {
      await using side = await open();
      const [one, other, erasedId] = [freshUserId(), freshUserId(), freshUserId()];
      await side.storage.users.setTier(one, "pro");
      await side.putUser({ userId: other, tier: null });
      await side.storage.users.ensure(erasedId, "free");
      await side.storage.users.erase(erasedId, NOW);
      const users = await all(side.users(null));
      expect(new Set(users)).toEqual(
        new Set([
          { userId: one, tier: "pro" },
          { userId: other, tier: null },
        ]),
      );
      expect(await all(side.users(users[0]!.userId))).toEqual([users[1]]);
      const cuts = await all(side.cuts());
      expect(cuts).toEqual([{ account: expect.any(String), notBefore: NOW }]);
      expect(JSON.stringify(cuts)).not.toContain(erasedId);
      expect((await side.totals()).users).toBeGreaterThanOrEqual(2);
    });

    it("reads only the owner's notes, live and deleted, with keys and earlier revisions", async () => {
      await using side = await open();
      const [userId, { notes }] = [freshUserId(), side.storage];
      const [first, second] = [aNote({ title: "First" }), aNote()];
      await notes.insertMany(userId, [
        { ...aNoteWrite(first), key: "one" },
        { ...aNoteWrite(second), key: null },
      ]);
      const changed = { updated_at: "2026-11-21T00:00:00.000Z", claimed_at: "2026-11-21T00:00:00.000Z" };
      const revisedWrite = aRevision(first, { title: "Second", archived: true, ...changed });
      await notes.update(userId, revisedWrite, []);
      await notes.delete(userId, second.id, "2026-11-20T00:00:00.000Z", []);
      const rows = await all(side.notes(userId));
      expect(rows.toSorted((one, other) => (one.key ?? "").localeCompare(other.key ?? ""))).toEqual([
        { note: second, key: null, deletedAt: "2026-11-20T00:00:00.000Z" },
        { note: revisedWrite.note, key: "one", deletedAt: null },
      ]);
      expect(await side.earlierRevisions(userId, revisedWrite.note)).toMatchObject([
        { revision: 1, title: "First", archived: false },
      ]);
      expect(await side.earlierRevisions(userId, second)).toEqual([]);
      expect(await side.present(userId, [first.id, second.id, "unknown"])).toEqual(
        new Map([
          [first.id, { revision: 2, isDeleted: false }],
          [second.id, { revision: 1, isDeleted: true }],
        ]),
      );
      const stranger = freshUserId();
      expect(await all(side.notes(stranger))).toEqual([]);
      expect(await side.earlierRevisions(stranger, revisedWrite.note)).toEqual([]);
      expect(await side.present(stranger, [first.id])).toEqual(new Map());
    });

    it("reads links oldest first, including those of deleted notes", async () => {
      await using side = await open();
      const userId = freshUserId();
      const [one, other, deletedWrite] = [aNoteWrite(), aNoteWrite(), aNoteWrite()];
      for (const write of [one, other, deletedWrite]) await side.storage.notes.insert(userId, write, []);
      const [source_id, target_id] = [one.note.id, other.note.id];
      const links = [
        aLink({ source_id, target_id, relation: "supersedes", created_at: "2026-11-02T00:00:00.000Z" }),
        aLink({ source_id: deletedWrite.note.id, target_id, created_at: "2026-11-01T00:00:00.000Z" }),
      ];
      await side.storage.links.insertMany(userId, links);
      await side.storage.notes.delete(userId, deletedWrite.note.id, "2026-11-20T00:00:00.000Z", []);
      expect(await all(side.links(userId))).toEqual(links.toReversed());
      expect(await all(side.links(freshUserId()))).toEqual([]);
    });

    it("reads and stores removed links, and since when they are kept, even when repeated", async () => {
      await using side = await open();
      const [userId, stranger] = [freshUserId(), freshUserId()];
      const [one, other, deletedWrite] = [aNoteWrite(), aNoteWrite(), aNoteWrite()];
      for (const write of [one, other, deletedWrite]) await side.storage.notes.insert(userId, write, []);
      await side.storage.users.ensure(stranger, "free");
      const link = aLink({ source_id: one.note.id, target_id: other.note.id, relation: "supersedes" });
      await side.storage.links.insert(userId, link, []);
      await side.storage.links.delete(userId, link, "2026-11-03T00:00:00.000Z", []);
      await side.storage.notes.delete(userId, deletedWrite.note.id, "2026-11-20T00:00:00.000Z", []);
      const times = { created_at: "2026-11-01T00:00:00.000Z", removed_at: "2026-11-02T00:00:00.000Z" };
      const hidden = { ...link, source_id: deletedWrite.note.id, ...times };
      const unknown = { ...hidden, source_id: aNote().id };
      for (let time = 0; time < 2; time++) {
        await side.putPastLinks(userId, [hidden, unknown]);
        await side.putPastLinks(stranger, [hidden]);
        await side.putHistorySince("2026-10-01T00:00:00.000Z");
      }
      const removedLinks = [{ ...link, removed_at: "2026-11-03T00:00:00.000Z" }, hidden];
      expect(new Set(await all(side.pastLinks(userId)))).toEqual(new Set(removedLinks));
      expect(await all(side.pastLinks(userId))).toHaveLength(2);
      expect(await all(side.pastLinks(stranger))).toEqual([]);
      expect(await side.storage.historySince()).toBe("2026-10-01T00:00:00.000Z");
    });

    it("reads and stores merges and splits as they are, under way or not, even when repeated", async () => {
      await using side = await open();
      const [userId, stranger] = [freshUserId(), freshUserId()];
      const [one, other] = [aNoteWrite(), aNoteWrite()];
      for (const write of [one, other]) await side.storage.notes.insert(userId, write, []);
      await side.storage.users.ensure(stranger, "free");
      const entry = { at: "2026-11-01T00:00:00.000Z", moved: 3, plan: JSON.stringify({ parts: ["ä"] }) };
      const [merge, split, foreign] = [
        {
          ...entry,
          id: freshId(),
          kind: "merge",
          state: "done",
          leaseUntil: 0,
          noteIds: [other.note.id, one.note.id],
          partIds: [],
        },
        {
          ...entry,
          id: freshId(),
          kind: "split",
          state: "undoing",
          leaseUntil: 9,
          noteIds: [one.note.id],
          partIds: [freshId()],
        },
        { ...entry, id: freshId(), kind: "merge", state: "done", leaseUntil: 0, noteIds: [aNote().id], partIds: [] },
      ] as const;
      for (let time = 0; time < 2; time++) {
        await side.putOperations(userId, [merge, split, foreign]);
        await side.putOperations(stranger, [merge]);
      }
      const operations = await all(side.operations(userId));
      expect(new Set(operations)).toEqual(new Set([merge, split]));
      expect(operations).toHaveLength(2);
      expect(await all(side.operations(stranger))).toEqual([]);
      expect(await side.storage.operations.begin(userId, { ...split, id: freshId() })).toBe("busy");
    });

    it("leaves out the removal of a link that was stored again with its time", async () => {
      await using side = await open();
      const userId = freshUserId();
      const [one, other] = [aNoteWrite(), aNoteWrite()];
      for (const write of [one, other]) await side.storage.notes.insert(userId, write, []);
      const link = aLink({ source_id: one.note.id, target_id: other.note.id });
      await side.storage.links.insert(userId, link, []);
      await side.storage.links.delete(userId, link, "2026-11-03T00:00:00.000Z", []);
      expect(await all(side.pastLinks(userId))).toHaveLength(1);
      await side.storage.links.insert(userId, link, []);
      expect(await all(side.pastLinks(userId))).toEqual([]);
    });

    it("reads sessions and keys that have not expired", async () => {
      await using side = await open();
      const userId = freshUserId();
      const session = { id: userId, userId, name: "Ada", login: null, userAgent: "", createdAt: NOW, lastUsedAt: NOW };
      await side.storage.sessions.create(`${userId} 1`, { ...session, expiresAt: NOW + 1 }, null);
      await side.storage.sessions.create(`${userId} 2`, { ...session, id: `${userId} 2`, expiresAt: NOW }, null);
      const claim = { key: "once", bodyHash: "hash", seed: "seed", leaseUntil: NOW + 5, expiresAt: NOW + 1 };
      const response = { status: 201, body: "{}", headers: { "x.y": "1" } };
      await side.storage.idempotency.claim(userId, { ...claim, now: NOW - 1 });
      await side.storage.idempotency.complete(userId, "once", "seed", response);
      await side.storage.idempotency.claim(userId, { ...claim, key: "open", now: NOW - 1 });
      const liveSession = { ...session, expiresAt: NOW + 1 };
      expect(await side.sessions(userId, NOW)).toEqual([{ digest: `${userId} 1`, session: liveSession }]);
      const claims = [
        { ...claim, response },
        { ...claim, key: "open", response: null },
      ];
      expect(new Set(await all(side.claims(userId, NOW)))).toEqual(new Set(claims));
      expect(await all(side.claims(userId, NOW + 1))).toEqual([]);
    });

    it("reads the tokens that have not expired, grants with all of their secrets", async () => {
      await using side = await open();
      const userId = freshUserId();
      const times = { accessUntil: NOW - 1, idleUntil: NOW + 1 };
      const personal = aToken(userId, { createdAt: NOW - 5, expiresAt: null });
      const grant = aGrant(
        userId,
        { ...times, earlier: { refresh: "before", until: NOW } },
        { lastUsedAt: NOW, expiresAt: null },
      );
      const expiredToken = aToken(userId, { createdAt: NOW - 5, expiresAt: NOW });
      for (let time = 0; time < 2; time++)
        for (const token of [personal, grant, expiredToken])
          await side.storage.tokens.create(`digest of ${token.id}`, token, Infinity);
      const records = [personal, grant].map((token) => ({ digest: `digest of ${token.id}`, token }));
      expect(new Set(await side.tokens(userId, NOW))).toEqual(new Set(records));
      expect(await side.tokens(userId, NOW)).toHaveLength(2);
      expect(await side.tokens(freshUserId(), NOW)).toEqual([]);
    });

    it("stores users, cuts and usage unchanged, even when repeated", async () => {
      await using side = await open();
      const userId = freshUserId();
      const usage = { month: "2026-11", queries: 5, capableQueries: 2, warned: ["capableQueries", "queries"] as const };
      const userCut = { account: `account of ${userId}`, notBefore: NOW };
      for (let time = 0; time < 2; time++) {
        await side.putCut(userCut);
        await side.putUser({ userId, tier: "agent" });
        await side.putUsage(userId, usage);
      }
      expect(await all(side.users(null))).toContainEqual({ userId, tier: "agent" });
      expect(await all(side.cuts())).toContainEqual(userCut);
      expect(await side.usage(userId)).toEqual([usage]);
      expect(await side.storage.quota.usage(userId, "2026-11", NOW)).toEqual({ queries: 5, capableQueries: 2 });
      expect(await side.storage.quota.warnOnce(userId, "2026-11", "queries")).toBe(false);
    });

    it("keeps its mark until it is removed", async () => {
      await using side = await open();
      expect(await side.mark()).toBeNull();
      await side.setMark({ source: "elsewhere", done: null });
      await side.setMark({ source: "elsewhere", done: "ada" });
      expect(await side.mark()).toEqual({ source: "elsewhere", done: "ada" });
      await side.setMark(null);
      expect(await side.mark()).toBeNull();
    });
  });
}

async function all<Record>(pages: AsyncIterable<readonly Record[]>): Promise<Record[]> {
  return (await Array.fromAsync(pages)).flat();
}
