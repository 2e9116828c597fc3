import { parseKeywordQuery, type DataTransfer, type Storage } from "@knote/api";
import type { TestCluster } from "@knote/storage-mongo/testing";
import { aMessage, aNoteWrite, eventually, withCluster } from "@knote/testkit";
import { expect, it, vi } from "vitest";
import { openPlace } from "./open-place.ts";
import { bothPlaces, type BothPlaces, differences, inCluster, inFolder } from "../testing/both-places.ts";
import {
  aClaim,
  DIGEST,
  unitVector,
  LIMITS,
  MODEL,
  MONTH,
  type SampleData,
  TOKEN_DIGEST,
} from "../testing/sample-data.ts";
import { runMigrate, startMigrate, type RunningMigrate } from "../testing/run-migrate.ts";

withCluster((urls) => {
  // Machines can be busy, and the stand-ins are slower than real servers.
  vi.setConfig({ testTimeout: 300_000 });

  it("copies everything to the cluster and back, unchanged", async () => {
    await using places = await bothPlaces(urls);
    const there = await runMigrate(places.sqlite, places.mongo, places.env);
    expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining("users: 2, notes: 61, revisions: 6,") });
    expect(there.stderr).toMatch(/^\d of 2 users, \d+ of 61 notes/);
    const back = await runMigrate(places.mongo, places.back, places.env);
    expect(back).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        "links: 58, removed links: 1, looks: 1, stances: 2, operations: 1, sessions: 1, tokens: 2,",
      ),
    });
    expect(await differences(places.folders.source, places.folders.back)).toEqual([]);
    // Last, because this writes, which the comparison would notice.
    await inCluster(places.cluster, (storage) => expectServed(storage, places.sample));
    await inFolder(places.folders.back, (storage) => expectServed(storage, places.sample));
  });

  it("resumes where it was killed, copies nothing twice, and its target is not served before the end", async () => {
    await using places = await bothPlaces(urls, 220);
    const { sqlite, mongo, back, env } = places;
    await killInTheMiddle(startMigrate(sqlite, mongo, env));
    await expectRefused(places.cluster, `is not complete: finish its knote migrate from ${sqlite} first`);
    expect(await runMigrate(sqlite, mongo, env)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Resuming"),
    });
    await killInTheMiddle(startMigrate(mongo, back, env));
    await expect(inFolder(places.folders.back, async () => {})).rejects.toThrow("is not complete: finish its knote");
    expect(await runMigrate(mongo, back, env)).toMatchObject({ code: 0, stderr: expect.stringContaining("Resuming") });
    expect(await differences(places.folders.source, places.folders.back)).toEqual([]);
    await inCluster(places.cluster, (storage) => expectServed(storage, places.sample));
  });

  it("ends with 1 and reports the differences, and copies what is missing when called again", async () => {
    await using places = await bothPlaces(urls);
    const stray = aNoteWrite({ title: "Nobody's" });
    await inTarget(places, async (target) => {
      await target.setMark({ source: places.sqlite, done: null });
      await target.storage.notes.insert("ada", stray, []);
    });
    const differing = await runMigrate(places.sqlite, places.mongo, places.env);
    expect(differing).toMatchObject({ code: 1, stdout: "" });
    expect(differing.stderr).toContain("ada, notes: different; 60 in the source, 61 in the target.");
    expect(differing.stderr).not.toContain("ada, links");
    expect(differing.stderr).not.toContain("grace");
    await expectRefused(places.cluster, "is not complete");
    await inTarget(places, async ({ storage: { notes } }) => {
      await notes.purge("ada", stray.note.id, []);
      await notes.purge("ada", places.sample.notes[4]!.id, []);
    });
    expect(await runMigrate(places.sqlite, places.mongo, places.env)).toMatchObject({ code: 0 });
  });

  it("refuses a source where something waits for webhooks, and leaves it out when asked to, both ways", async () => {
    await using places = await bothPlaces(urls);
    const { sqlite, mongo, back, env, folders, cluster } = places;
    const message = aMessage();
    const wait = (storage: Storage) => storage.webhooks.add("ada", [message]);
    const idOf = async (storage: Storage) => (await storage.webhooks.list("ada"))[0]!.id;
    const deliveryIn = async (storage: Storage) => storage.webhooks.delivery("ada", await idOf(storage), message.id);
    await inFolder(folders.source, wait);
    const sentence = (place: string) =>
      `In ${place}, a delivery waits for webhooks; what waits is not copied: start its server to send it, or add --without-waiting.\n`;
    expect(await runMigrate(sqlite, mongo, env)).toEqual({ code: 1, stdout: "", stderr: sentence(sqlite) });
    expect(await inCluster(cluster, (storage) => storage.webhooks.list("ada"))).toEqual([]);
    expect(await runMigrate(sqlite, mongo, env, ["--without-waiting"])).toMatchObject({ code: 0 });
    expect(await inFolder(folders.source, deliveryIn)).not.toBeNull();
    expect(await inCluster(cluster, deliveryIn)).toBeNull();
    await inCluster(cluster, wait);
    expect(await runMigrate(mongo, back, env)).toEqual({ code: 1, stdout: "", stderr: sentence(mongo) });
    expect(await runMigrate(mongo, back, env, ["--without-waiting"])).toMatchObject({ code: 0 });
    expect(await inFolder(folders.back, deliveryIn)).toBeNull();
    expect(await inFolder(folders.back, ({ webhooks }) => webhooks.figures())).toMatchObject({ waiting: 0 });
  });

  it("refuses a target that holds data, one of another migration, and places that servers use", async () => {
    await using places = await bothPlaces(urls);
    const { sqlite, mongo, env } = places;
    const refusalOf = async (from: string, to: string) => {
      const { code, stdout, stderr } = await runMigrate(from, to, env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      return stderr;
    };
    expect(await refusalOf(mongo, sqlite)).toBe(`${sqlite} already holds data: the target must be empty.\n`);
    expect(await inFolder(places.folders.source, () => refusalOf(sqlite, mongo))).toContain("is in use by another");
    const serving = await inCluster(places.cluster, async (storage) => {
      await storage.vectors.serve(MODEL);
      await storage.vectors.due(MODEL, 1);
      return await refusalOf(sqlite, mongo);
    });
    expect(serving).toMatch(/^A Knote server uses the database/);
    await inTarget(places, (target) => target.setMark({ source: "sqlite:/elsewhere", done: null }));
    expect(await refusalOf(sqlite, mongo)).toContain("holds a part of sqlite:/elsewhere: finish that migration");
  });
});

/** Kills the migration after the first page of ada's notes and before the second. */
async function killInTheMiddle(migrate: RunningMigrate): Promise<void> {
  await migrate.firstProgress;
  migrate.kill();
  expect(await migrate.outcome).toMatchObject({ code: null, stdout: "" });
}

/** Retries, because a stand-in can still be busy with requests of a killed process. */
async function expectRefused(cluster: TestCluster, reason: string): Promise<void> {
  await eventually(() => expect(inCluster(cluster, async () => {})).rejects.toThrow(reason));
}

/** Opens the unfinished target, as only a migration can. */
async function inTarget({ mongo, env }: BothPlaces, work: (target: DataTransfer) => Promise<unknown>): Promise<void> {
  const target = await openPlace({ kind: "mongo", url: mongo }, "target", { ...env });
  await work(target);
  await target.close();
}

/** Expects the copied data as users and their browsers see it. */
async function expectServed(storage: Storage, { notes, deletedNote }: SampleData): Promise<void> {
  const now = Date.now();
  const [first, second] = [notes[0]!, notes[1]!];
  expect(await storage.users.ensure("ada", "free")).toBe("pro");
  expect(await storage.notes.get("ada", first.id)).toMatchObject({ revision: 3, created_at: first.created_at });
  expect((await storage.notes.history("ada", first.id, { limit: 100 })).map(({ title }) => title).at(-1)).toBe("Owl 0");
  for (const { id } of [first, second])
    expect(await storage.notes.get("ada", id)).toMatchObject({ archived: id === second.id });
  expect(await storage.notes.counts("ada")).toMatchObject({ totalNotes: notes.length - 2 });
  expect((await storage.links.states("ada")).superseded).toContain(notes[3]!.id);
  expect(await storage.notes.findByKeysOrIds("ada", ["key of Owl 3"])).toEqual(
    new Map([["key of Owl 3", notes[3]!.id]]),
  );
  const hits = await storage.keywords.search("ada", parseKeywordQuery("hawks")!, {});
  expect(new Set(hits.map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
  await expectVectors(storage, notes.length);
  await expectOneUsersOnly(storage, first.id);
  await expectSignedIn(storage, now);
  await expectUsage(storage, now);
  await expectWebhooks(storage);
  expect(await storage.notes.get("ada", deletedNote.id)).toBeNull();
  expect(await storage.notes.restore("ada", deletedNote.id, () => [])).toBe(true);
  expect(await storage.notes.get("ada", deletedNote.id)).toMatchObject({ revision: 3, title: "Hawks hunt by day" });
  expect(await storage.links.listTouching("ada", [deletedNote.id], 10)).toHaveLength(0);
}

/** Of all notes, ten are embedded, one of them in part, and two are deleted. */
async function expectVectors({ vectors }: Storage, notes: number): Promise<void> {
  expect(await vectors.models()).toEqual({ serving: MODEL, next: null });
  const nearest = await vectors.nearest("ada", MODEL, unitVector(4), { limit: 1 });
  expect(nearest).toMatchObject([{ similarity: expect.closeTo(1, 3), window: { start: 0, end: 10 } }]);
  expect(await vectors.pending(MODEL)).toBe(notes - 2 - 9 + 1);
}

async function expectOneUsersOnly(storage: Storage, id: string): Promise<void> {
  expect(await storage.notes.get("grace", id)).toBeNull();
  expect(await storage.notes.counts("grace")).toMatchObject({ totalNotes: 1, totalLinks: 0 });
  expect(await storage.vectors.nearest("grace", MODEL, unitVector(4), { limit: 5 })).toEqual([]);
}

async function expectSignedIn({ sessions, tokens }: Storage, now: number): Promise<void> {
  expect(await tokens.find(TOKEN_DIGEST, now)).toMatchObject({ userId: "ada", kind: "personal" });
  expect(await sessions.find(DIGEST, now)).toMatchObject({ userId: "ada", id: "session of ada" });
  const counts = (userId: string, issuedAt: number) => sessions.isTokenValid(userId, { issuedAt, sessionId: null });
  expect([await counts("ada", 999), await counts("ada", 1_000)]).toEqual([false, true]);
  expect([await counts("eve", 1_999), await counts("eve", 2_000)]).toEqual([false, true]);
}

/** The log begins again. */
async function expectWebhooks({ webhooks }: Storage): Promise<void> {
  const [activeWebhook, stoppedWebhook] = await webhooks.list("ada");
  expect(activeWebhook).toMatchObject({
    ...{ name: "Both", payload: "detailed", secret: "a new one, sealed", stopped: null, waiting: 0 },
    previous: { sealed: "an earlier one, sealed", until: expect.any(Number) },
  });
  expect(stoppedWebhook).toMatchObject({ events: ["link.created"], stopped: "gone" });
  const { deliveries } = await webhooks.deliveries("ada", activeWebhook!.id, {}, { limit: 9 });
  expect(deliveries).toEqual([]);
  const message = aMessage();
  await webhooks.add("ada", [message]);
  expect(await webhooks.delivery("ada", activeWebhook!.id, message.id)).toMatchObject({
    delivery: { result: "waiting" },
  });
  expect(await webhooks.delivery("ada", stoppedWebhook!.id, message.id)).toBeNull();
}

async function expectUsage({ quota, idempotency }: Storage, now: number): Promise<void> {
  expect(await quota.usage("ada", MONTH, now)).toEqual({ queries: 2, capableQueries: 1 });
  expect(await quota.warnOnce("ada", MONTH, "queries")).toBe(false);
  const request = { id: "three", month: MONTH, capable: true, limits: LIMITS, now, leaseUntil: now };
  expect((await quota.reserve("ada", request))?.reservation.capable).toBe(false);
  const response = { status: 201, body: "{}", headers: { etag: "1" } };
  expect(await idempotency.claim("ada", aClaim(now))).toEqual({ kind: "done", response });
}
