import type { ActivityEvent, ActivityList } from "@knote/contract";
import { expect, it } from "vitest";
import { byDay, dayName, merged, shownOf } from "./history.ts";

const asked = (query: string, timestamp = "2026-03-02T12:00:00.000Z"): ActivityEvent => ({
  type: "recall_query",
  data: { query },
  timestamp,
});
const imported = (created: number): ActivityEvent => ({
  type: "import_progress",
  data: { created, exists: 0, linked: 0, failed: 0 },
  timestamp: "2026-03-02T12:00:00.000Z",
});
const list = (...events: [string, ActivityEvent][]): ActivityList => ({
  events: events.map(([id, data]) => ({ id, event: data.type, data })),
});
const entries = (...events: ActivityEvent[]) => events.map((event, index) => ({ id: String(9 - index), event }));

it("joins live events with the history, each event once, newest first", () => {
  const live = list(["3", asked("c")], ["2", asked("b")]);
  const history = list(["2", asked("b")], ["1", asked("a")]);
  expect(merged(live, history).map(({ id }) => id)).toEqual(["3", "2", "1"]);
  expect(merged(live, undefined).map(({ id }) => id)).toEqual(["3", "2"]);
});

it("is ordered by time, whatever the ids are", () => {
  const live = list(["9", asked("before", "2026-03-02T12:00:00.000Z")]);
  const history = list(["10", asked("after", "2026-03-02T12:00:01.000Z")], ["9", asked("before")]);
  expect(merged(live, history).map(({ id }) => id)).toEqual(["10", "9"]);
});

it("shows the latest count of each import, and the events in between", () => {
  const shown = shownOf(
    entries(imported(90), imported(50), asked("a"), imported(10), imported(70), imported(20)),
    undefined,
  );
  expect(shown.map(({ event }) => (event.type === "import_progress" ? event.data.created : event.type))).toEqual([
    90,
    "recall_query",
    70,
  ]);
});

it("shows only one kind", () => {
  expect(shownOf(entries(imported(9), asked("a")), "questions").map(({ event }) => event.type)).toEqual([
    "recall_query",
  ]);
});

it("groups by days in local time", () => {
  const [one, other] = [new Date(2026, 2, 2, 23, 59), new Date(2026, 2, 3, 0, 1)];
  const days = byDay(entries(asked("b", other.toISOString()), asked("a", one.toISOString())));
  expect(days.map(({ entries: of }) => of.length)).toEqual([1, 1]);
  expect(dayName(days[0]!.at, other.getTime())).toBe("Today");
  expect(dayName(days[1]!.at, other.getTime())).toBe("Yesterday");
  expect(dayName(days[1]!.at, new Date(2026, 2, 9).getTime())).toBe("Monday, March 2");
});
