import { DAY_MS } from "@knote/contract";
import { DatabaseSync } from "node:sqlite";
import { anEvent, aToken, testClock } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { examineData } from "./doctor/examine-data.ts";
import { openIn, temporaryFolder } from "../testing/temporary-folder.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { createWriter } from "../database/writer.ts";

describe("housekeeping", () => {
  it("deletes expired rows from the disk, and nothing else", async () => {
    using folder = temporaryFolder();
    const clock = testClock();
    await using storage = await openIn(folder, { clock });
    await storage.activity.append("ada", [anEvent("old")]);
    const claim = (key: string, expiresAt: number) =>
      storage.idempotency.claim("ada", {
        key,
        bodyHash: "hash",
        seed: key,
        now: clock.now(),
        leaseUntil: clock.now() + 1,
        expiresAt,
      });
    await claim("old", clock.now() + DAY_MS);
    await claim("later", clock.now() + 30 * DAY_MS);
    const month = "2026-03";
    const limits = { queries: -1, capableQueries: -1 };
    const reserve = (id: string) =>
      storage.quota.reserve("ada", {
        id,
        month,
        capable: false,
        limits,
        now: clock.now(),
        leaseUntil: clock.now() + 1,
      });
    const settledQuery = await reserve("settled");
    await reserve("left");
    await storage.quota.settle("ada", settledQuery!.reservation);
    const signIn = (digest: string, days: number) => {
      const times = { createdAt: clock.now(), lastUsedAt: clock.now(), expiresAt: clock.now() + days * DAY_MS };
      const session = { id: digest, userId: "ada", name: "Ada", login: null, userAgent: "", ...times };
      return storage.sessions.create(digest, session, null);
    };
    await signIn("old session", 1);
    await signIn("session", 30);
    await storage.sessions.addCode("old code", clock.now() + 1);
    const createdAt = clock.now();
    for (const expiresAt of [createdAt + DAY_MS, createdAt + 30 * DAY_MS, null])
      await storage.tokens.create(`token until ${expiresAt}`, aToken("ada", { createdAt, expiresAt }), 3);
    clock.advance(8 * DAY_MS);
    await storage.activity.append("ada", [anEvent("new")]);

    using db = new DatabaseSync(storage.path);
    const writer = createWriter(db, { sync: async () => {} });
    const housekeeping = startHousekeeping({ db, writer, clock, warn: () => {}, finishErasures: async () => {} });
    await housekeeping.sweep();
    housekeeping.stop();

    const count = (table: string) => db.prepare(`SELECT count(*) AS count FROM ${table}`).get()!["count"];
    expect([count("events"), count("idempotency"), count("reservations")]).toEqual([1, 1, 0]);
    expect([count("sessions"), count("sign_in_codes"), count("tokens")]).toEqual([1, 0, 2]);
    expect(db.prepare("SELECT idempotency_keys FROM users").get()).toEqual({ idempotency_keys: 1 });
    expect(await storage.quota.usage("ada", month, clock.now())).toEqual({ queries: 1, capableQueries: 0 });
    const oldest = () => examineData({ dataDir: folder.path }, clock).find(({ check }) => check === "events")!.problems;
    expect(oldest()).toEqual([]);
    db.exec("UPDATE users SET event_floor = event_floor - 1");
    expect(oldest()).toMatchObject([{ what: "users whose oldest events are missing", count: 1 }]);
    expect(await claim("later", clock.now() + DAY_MS)).toMatchObject({ kind: "claimed", rerun: true });
  });
});
