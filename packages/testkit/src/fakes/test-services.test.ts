import { DAY_MS } from "@knote/contract";
import type { ServiceContext } from "@knote/api";
import { expect, expectTypeOf, it } from "vitest";
import { anActor } from "../builders/an-actor.ts";
import { aNoteWrite } from "../builders/a-note.ts";
import { anEvent } from "../builders/an-event.ts";
import { testClock } from "../builders/test-clock.ts";
import { createMemoryStorage } from "./memory/create-memory-storage.ts";
import { testServices } from "./test-services.ts";

it("creates separate services for each context", async () => {
  const ctx: ServiceContext = { ...testServices(), actor: anActor() };
  const { note } = aNoteWrite();
  await ctx.storage.notes.insert(ctx.actor.userId, aNoteWrite(note), []);
  expect(await ctx.storage.notes.get(ctx.actor.userId, note.id)).toEqual(note);
  expect(await testServices().storage.notes.get(ctx.actor.userId, note.id)).toBeNull();
});

it("makes ascending ids with the time of its clock", () => {
  const { clock, newId } = testServices();
  const ids = Array.from({ length: 5_000 }, newId);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(5_000);
  clock.advance(1_000_000);
  expect(Number.parseInt(newId().replaceAll("-", "").slice(0, 12), 16)).toBe(clock.now());
});

it("uses the test's overrides, and builds the rest on them", async () => {
  const clock = testClock("2030-01-01T00:00:00.000Z");
  const services = testServices({ clock, version: "9" });
  expect([services.version, services.startedAt, services.clock]).toEqual(["9", clock.now(), clock]);
  const storage = createMemoryStorage();
  expect(testServices({ storage }).storage).toBe(storage);
  expectTypeOf(services.embedder.hold).toBeFunction();
});

it("drops activity after seven days of its clock", async () => {
  const { clock, storage } = testServices();
  await storage.activity.append("ada", [anEvent("old")]);
  clock.advance(6 * DAY_MS);
  await storage.activity.append("ada", [anEvent("new")]);
  expect(await storage.activity.replay("ada", null)).toHaveLength(2);
  clock.advance(86_400_001);
  expect((await storage.activity.latest("ada", 10)).map(({ event }) => event.data)).toEqual([{ query: "new" }]);
});
