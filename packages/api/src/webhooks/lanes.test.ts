import { describe, expect, it } from "vitest";
import { type Candidate, createLanes } from "./lanes.ts";

let count = 0;
/** A candidate that shares nothing with others, but for the fields. */
const candidate = (fields: Partial<Candidate> = {}): Candidate => ({
  webhookId: `webhook ${++count}`,
  userId: `user ${count}`,
  host: `host ${count}:443`,
  lane: "quick",
  window: 4,
  ...fields,
});

/** Returns how many of so many candidates get a place. */
const enterAll = (lanes: ReturnType<typeof createLanes>, most: number, fields: Partial<Candidate> = {}) =>
  Array.from({ length: most }, () => lanes.enter(candidate(fields))).filter((leave) => leave !== null).length;

describe("the lanes of 64 places", () => {
  it.each([
    ["quick", 48],
    ["slow", 16],
  ] as const)("%s has %i", (lane, places) => {
    const lanes = createLanes(64);
    expect(lanes.limits[lane]).toBe(places);
    expect(enterAll(lanes, 100, { lane })).toBe(places);
    expect(lanes.hasPlace(lane)).toBe(false);
    const other = lane === "quick" ? "slow" : "quick";
    expect(lanes.hasPlace(other)).toBe(true);
    expect(enterAll(lanes, 100, { lane: other })).toBe(64 - places);
    expect(lanes.underWay()).toEqual({ quick: 48, slow: 16 });
  });
});

it.each([
  [1, 1, 1],
  [2, 1, 1],
  [3, 2, 1],
  [4, 3, 1],
  [8, 6, 2],
  [1_024, 768, 256],
])("%i places are %i quick and %i slow ones", (atOnce, quick, slow) => {
  const lanes = createLanes(atOnce);
  expect(lanes.limits).toEqual({ quick, slow });
  expect(enterAll(lanes, 2_000) + enterAll(lanes, 2_000, { lane: "slow" })).toBe(atOnce);
});

it("a process without places lets nobody in", () => {
  expect(enterAll(createLanes(0), 1)).toBe(0);
  expect(enterAll(createLanes(0), 1, { lane: "slow" })).toBe(0);
});

it.each([
  ["user", { userId: "ada" }],
  ["host", { host: "hooks.example.com:443" }],
] as const)("one %s has 16 places over both lanes, others the rest", (_, fields) => {
  const lanes = createLanes(64);
  expect(enterAll(lanes, 10, { ...fields, lane: "slow" })).toBe(10);
  expect(enterAll(lanes, 20, fields)).toBe(6);
  expect(enterAll(lanes, 20)).toBe(20);
});

it.each([1, 2, 4])("a webhook with a window of %i has so many", (window) => {
  expect(enterAll(createLanes(64), 10, { webhookId: "w", window })).toBe(window);
});

it("a place that is given back is free again, once", () => {
  const lanes = createLanes(2);
  const one = candidate({ window: 1 });
  const leave = lanes.enter(one);
  expect(lanes.enter(one)).toBeNull();
  leave!();
  leave!();
  expect(lanes.underWay()).toEqual({ quick: 0, slow: 0 });
  expect(lanes.enter(one)).not.toBeNull();
  expect(lanes.enter(one)).toBeNull();
});
