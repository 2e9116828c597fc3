import { LIMITS, NOTE_TYPES, type ActivityEvent } from "@knote/contract";
import type { LoggedEvent } from "@knote/api";
import { expect, it } from "vitest";
import { anEvent } from "../../builders/an-event.ts";
import { freshUserId } from "../../builders/fresh-id.ts";
import type { OpenStorage } from "../open-storage.ts";

const timestamp = new Date().toISOString();

const EVERY_KIND: readonly ActivityEvent[] = [
  { type: "note_created", data: { title: 'Ärger 機械 \u{1F9E0} "quoted"\nline', note_type: NOTE_TYPES[0] }, timestamp },
  { type: "note_linked", data: { source: "One", target: "Two", relation: "extends" }, timestamp },
  { type: "recall_query", data: { query: "Why?" }, timestamp },
  { type: "model_used", data: { model: "model" }, timestamp },
  { type: "note_updated", data: { id: "id", title: "One" }, timestamp },
  { type: "note_deleted", data: { id: "id", title: "One" }, timestamp },
  { type: "note_restored", data: { id: "id", title: "One" }, timestamp },
  { type: "note_unlinked", data: { id: "id", title: "One" }, timestamp },
  { type: "quota_warning", data: { used: 40, limit: 50 }, timestamp },
];

export function activityReplay(open: OpenStorage): void {
  it("keeps events of every kind unchanged, in order, each with its own id", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.activity.append(userId, EVERY_KIND.slice(0, 3));
    await storage.activity.append(userId, []);
    for (const event of EVERY_KIND.slice(3)) await storage.activity.append(userId, [event]);
    const entries = await storage.activity.replay(userId, null);
    expect(entries.map(({ event }) => event)).toEqual(EVERY_KIND);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(EVERY_KIND.length);
  });

  it("replays the events after an id, whether appended together or not", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.activity.append(userId, events(0, 3));
    await storage.activity.append(userId, events(3, 5));
    const entries = await storage.activity.replay(userId, null);
    for (const [index, { id }] of entries.entries())
      expect(await storage.activity.replay(userId, id)).toEqual(entries.slice(index + 1));
  });

  it.each([
    "",
    "no-id",
    "0",
    "-1",
    "1.5",
    "1e9",
    "99999999999999999999",
    "9007199254740993",
    "99999999999999-0",
    "0-0",
    "$",
    "+",
    "\u{1F9E0}",
    crypto.randomUUID(),
    "x".repeat(300),
  ])("replays everything after %j, which is not an id of the log", async (id) => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.activity.append(userId, events(0, 2));
    await storage.activity.append(userId, events(2, 3));
    expect(queries(await storage.activity.replay(userId, id))).toEqual(["0", "1", "2"]);
  });

  it("returns the newest first, at most `limit`", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.activity.append(userId, events(0, 5));
    const entries = await storage.activity.replay(userId, null);
    expect(await storage.activity.latest(userId, 10)).toEqual(entries.toReversed());
    expect(await storage.activity.latest(userId, 2)).toEqual([entries[4], entries[3]]);
  });

  it("has nothing for a user without events, whatever others did", async () => {
    await using storage = await open();
    await storage.activity.append(freshUserId(), events(0, 3));
    expect(await storage.activity.replay(freshUserId(), null)).toEqual([]);
    expect(await storage.activity.replay(freshUserId(), "no-id")).toEqual([]);
    expect(await storage.activity.latest(freshUserId(), 10)).toEqual([]);
  });

  it("keeps the last 1,000 events of each user", async () => {
    await using storage = await open();
    const [userId, other] = [freshUserId(), freshUserId()];
    await storage.activity.append(other, events(0, 1));
    await storage.activity.append(userId, events(0, 600));
    const early = (await storage.activity.latest(userId, 1))[0]!;
    await storage.activity.append(userId, events(600, 1_200));
    await storage.activity.append(userId, events(1_200, 1_605));
    const entries = await storage.activity.replay(userId, null);
    expect(entries).toHaveLength(LIMITS.replayEvents);
    expect(queries(entries)).toEqual(queries(events(605, 1_605).map((event) => ({ id: "", event }))));
    expect(await storage.activity.replay(userId, early.id)).toEqual(entries);
    expect(await storage.activity.latest(userId, 5_000)).toEqual(entries.toReversed());
    expect(await storage.activity.replay(other, null)).toHaveLength(1);
  });

  it("keeps the last 1,000 of more that are appended at once", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.activity.append(userId, events(0, 1_005));
    const entries = await storage.activity.replay(userId, null);
    expect([entries.length, queries(entries)[0], queries(entries).at(-1)]).toEqual([LIMITS.replayEvents, "5", "1004"]);
  });

  it("loses none of many that are appended in parallel, and keeps each batch in order", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await Promise.all(
      Array.from({ length: 20 }, (_, batch) => storage.activity.append(userId, events(batch * 3, batch * 3 + 3))),
    );
    const entries = await storage.activity.replay(userId, null);
    expect(queries(entries).toSorted()).toEqual(queries(events(0, 60).map((event) => ({ id: "", event }))).toSorted());
    expect(new Set(entries.map(({ id }) => id)).size).toBe(60);
    for (let batch = 0; batch < 20; batch++) {
      const places = [0, 1, 2].map((offset) => queries(entries).indexOf(String(batch * 3 + offset)));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }
    for (const index of [0, 30, 59])
      expect(await storage.activity.replay(userId, entries[index]!.id)).toEqual(entries.slice(index + 1));
  });
}

function events(start: number, end: number): ActivityEvent[] {
  return Array.from({ length: end - start }, (_, index) => anEvent(String(start + index)));
}

function queries(entries: readonly LoggedEvent[]): string[] {
  return entries.flatMap(({ event }) => (event.type === "recall_query" ? event.data.query : []));
}
