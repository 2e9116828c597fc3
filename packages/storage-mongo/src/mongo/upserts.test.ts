import { aNotice, aNoteWrite, freshUserId, withService } from "@knote/testkit";
import type { mongo } from "mongoose";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startOddServer, type OddServer } from "../testing/odd-server.ts";
import { createDatabase, type TestDatabase } from "../testing/open-database.ts";
import type { MongoDocuments } from "./open-mongo.ts";

const NOW = Date.now();
const MONTH = "2026-03";
const LEASE_TIMES = { now: NOW, leaseUntil: NOW + 60_000 };
const DUPLICATE = { code: 11_000, errmsg: "E11000 duplicate key error" };

/** Answers upserts as some servers do when two meet: always as a duplicate. */
function refuseUpsert(command: mongo.Document): mongo.Document | null {
  if (command["findAndModify"] && command["upsert"]) return { ok: 0, ...DUPLICATE };
  const isUpsert = command["updates"]?.some(({ upsert }: mongo.Document) => upsert) ?? false;
  // Code that creates an account reads it again, and random ids never collide.
  if (!isUpsert || ["users", "sessions", "events"].includes(command["update"])) return null;
  return { ok: 1, n: 0, nModified: 0, writeErrors: [{ index: 0, ...DUPLICATE }] };
}

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;
  let server: OddServer;
  let processes: MongoDocuments[];

  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    server = await startOddServer(url, async (command) => refuseUpsert(command));
    processes = await Promise.all([0, 1, 2].map(() => database.open({ url: server.url })));
  });

  afterAll(async () => {
    await Promise.all(processes.map((process) => process.close()));
    await server[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const of = (index: number) => processes[index % processes.length]!;

  it("grant every free reservation of a new month, on a server that loses concurrent upserts", async () => {
    for (let round = 0; round < 5; round++) {
      const userId = freshUserId();
      await of(0).users.ensure(userId, "free");
      const limits = { queries: 10, capableQueries: 0 };
      const reservations = await Promise.all(
        Array.from({ length: 15 }, (_, index) =>
          of(index).quota.reserve(userId, { id: `${index}`, month: MONTH, capable: false, limits, ...LEASE_TIMES }),
        ),
      );
      expect(reservations.filter((reservation) => reservation !== null)).toHaveLength(10);
      expect(await of(0).quota.usage(userId, MONTH, NOW)).toMatchObject({ queries: 10 });
    }
  });

  it("settle, warn and count once in a month without reservations", async () => {
    const userId = freshUserId();
    await of(0).users.ensure(userId, "free");
    const reservation = { id: "one", month: MONTH, capable: false };
    await Promise.all(processes.map(({ quota }) => quota.settle(userId, reservation)));
    expect(await of(0).quota.usage(userId, MONTH, NOW)).toMatchObject({ queries: 1 });
    const warnings = await Promise.all(processes.map(({ quota }) => quota.warnOnce(userId, MONTH, "queries")));
    expect(warnings.filter(Boolean)).toHaveLength(1);
  });

  it("count the first notes and keys of a user, whichever process writes them", async () => {
    const userId = freshUserId();
    await of(0).users.ensure(userId, "free");
    await Promise.all(processes.map(({ notes }) => notes.insert(userId, aNoteWrite(), [aNotice()])));
    expect((await of(1).activity.replay(userId, null)).length).toBe(3);
    const claim = { bodyHash: "hash", ...LEASE_TIMES, expiresAt: NOW + 90_000 };
    const claims = processes.map(({ idempotency }, index) =>
      idempotency.claim(userId, { ...claim, key: `${index}`, seed: `${index}` }),
    );
    expect((await Promise.all(claims)).map(({ kind }) => kind)).toEqual(["claimed", "claimed", "claimed"]);
    const [ledger] = await database.raw.collection("ledgers").find({ keys: 3 }).toArray();
    expect(ledger).toMatchObject({ notes: 3, seq: 3 });
  });

  it("give the work of indexing to one process, under one key of the model", async () => {
    await Promise.all(processes.map(({ vectorDocuments }) => vectorDocuments.keep("model", "serving")));
    const keptModels = await Promise.all(processes.map(({ vectorDocuments }) => vectorDocuments.keptModels()));
    expect(new Set(keptModels.map(({ serving }) => serving!.key)).size).toBe(1);
    const due = await Promise.all(processes.map(({ vectorDocuments }) => vectorDocuments.due("model", 10)));
    expect(due.filter((notes) => notes.length > 0)).toHaveLength(1);
    await Promise.all(processes.map((process) => process.checkDocuments()));
  });
});
