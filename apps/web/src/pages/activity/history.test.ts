import type { ActivityEvent, ActivityList } from "@knote/contract";
import { expect, it } from "vitest";
import { byDay, dayName, mergeLists, shownOf } from "./history.ts";

const questionEvent = (query: string, timestamp = "2026-03-02T12:00:00.000Z"): ActivityEvent => ({
  type: "recall_query",
  data: { query },
  timestamp,
});
const importEvent = (createdCount: number): ActivityEvent => ({
  type: "import_progress",
  data: { created: createdCount, exists: 0, linked: 0, failed: 0 },
  timestamp: "2026-03-02T12:00:00.000Z",
});
const list = (...events: [string, ActivityEvent][]): ActivityList => ({
  events: events.map(([id, data]) => ({ id, event: data.type, data })),
});
const entries = (...events: ActivityEvent[]) => events.map((event, index) => ({ id: String(9 - index), event }));

it("joins live events with the history, each event once, newest first", () => {
  const live = list(["3", questionEvent("c")], ["2", questionEvent("b")]);
  const history = list(["2", questionEvent("b")], ["1", questionEvent("a")]);
  expect(mergeLists(live, history).map(({ id }) => id)).toEqual(["3", "2", "1"]);
  expect(mergeLists(live, undefined).map(({ id }) => id)).toEqual(["3", "2"]);
});

it("is ordered by time, whatever the ids are", () => {
  const live = list(["9", questionEvent("before", "2026-03-02T12:00:00.000Z")]);
  const history = list(["10", questionEvent("after", "2026-03-02T12:00:01.000Z")], ["9", questionEvent("before")]);
  expect(mergeLists(live, history).map(({ id }) => id)).toEqual(["10", "9"]);
});

it("shows the latest count of each import, and the events in between", () => {
  const shownEntries = shownOf(
    entries(importEvent(90), importEvent(50), questionEvent("a"), importEvent(10), importEvent(70), importEvent(20)),
    undefined,
  );
  expect(shownEntries.map(({ event }) => (event.type === "import_progress" ? event.data.created : event.type))).toEqual(
    [90, "recall_query", 70],
  );
});

it("shows only one kind", () => {
  expect(shownOf(entries(importEvent(9), questionEvent("a")), "questions").map(({ event }) => event.type)).toEqual([
    "recall_query",
  ]);
});

it("groups by days in local time", () => {
  const [one, other] = [new Date(2026, 2, 2, 23, 59), new Date(2026, 2, 3, 0, 1)];
  const days = byDay(entries(questionEvent("b", other.toISOString()), questionEvent("a", one.toISOString())));
  expect(days.map(({ entries: of }) => of.length)).toEqual([1, 1]);
  expect(dayName(days[0]!.at, other.getTime())).toBe("Today");
  expect(dayName(days[1]!.at, other.getTime())).toBe("Yesterday");
  expect(dayName(days[1]!.at, new Date(2026, 2, 9).getTime())).toBe("Monday, March 2");
});
