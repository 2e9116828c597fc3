import { DAY_MS } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { FIRST_STANDING, type WebhookStanding } from "../ports/webhook-store.ts";
import { isFailing, type ReceiverResult, shouldNotify, standingAfter, stopReason } from "./standing.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const FIRST: WebhookStanding = { ...FIRST_STANDING, lastDeliveredAt: null };

const success = (ms = 20, endedAt = NOW): ReceiverResult => ({
  isDelivered: true,
  ms,
  endedAt,
  status: 204,
  pauseUntil: null,
});
const failure = (fields: Partial<ReceiverResult> = {}): ReceiverResult => ({
  isDelivered: false,
  ms: 20,
  endedAt: NOW,
  status: 500,
  pauseUntil: null,
  ...fields,
});

/** The standing after these results: `+` a success, `-` a failure. */
const after = (results: string) =>
  [...results].reduce((standing, sign) => standingAfter(standing, sign === "+" ? success() : failure()), FIRST);

describe("the window", () => {
  it.each([
    ["", 1],
    ["+", 2],
    ["++", 3],
    ["+++", 4],
    ["++++", 4],
    ["+++-", 2],
    ["+++--", 1],
    ["+++---", 1],
    ["++-", 1],
    ["-", 1],
    ["+++-+", 3],
    ["+++-----", 1],
    ["-----+", 2],
  ])("after %j is %i", (results, window) => {
    expect(after(results).window).toBe(window);
  });
});

describe("a webhook", () => {
  it.each([
    ["----", false],
    ["-----", true],
    ["----------", true],
    ["-----+", false],
    ["----+-", false],
  ])("after %j is failing: %s", (results, failing) => {
    expect(isFailing(after(results))).toBe(failing);
  });

  it.each([
    [0, true],
    [2_000, true],
    [2_001, false],
    [15_000, false],
  ])("is quick after a success of %i ms: %s", (ms, isQuick) => {
    expect(standingAfter(after("-"), success(ms)).isQuick).toBe(isQuick);
  });

  it("is quick before any attempt, and slow after a failure however quick it came", () => {
    expect([FIRST.isQuick, after("-").isQuick, after("+-").isQuick]).toEqual([true, false, false]);
  });

  it("rests for a minute after each attempt once it is failing, and not before", () => {
    expect(after("----").notBefore).toBe(0);
    expect(after("-----").notBefore).toBe(NOW + 60_000);
    expect(standingAfter(after("-----"), failure({ endedAt: NOW + 75_000 })).notBefore).toBe(NOW + 135_000);
  });

  it("waits for as long as the receiver asked, also when another attempt succeeds meanwhile", () => {
    const pausedStanding = standingAfter(FIRST, failure({ status: 429, pauseUntil: NOW + 300_000 }));
    expect(pausedStanding.notBefore).toBe(NOW + 300_000);
    expect(standingAfter(pausedStanding, success()).notBefore).toBe(NOW + 300_000);
    expect(standingAfter(pausedStanding, failure({ pauseUntil: NOW + 1_000 })).notBefore).toBe(NOW + 300_000);
    const failing = standingAfter(after("-----"), failure({ pauseUntil: NOW + 1_000 }));
    expect(failing.notBefore).toBe(NOW + 60_000);
  });

  it("remembers the first failure of a run and the last success", () => {
    const one = standingAfter(FIRST, failure({ endedAt: NOW + 1 }));
    const two = standingAfter(one, failure({ endedAt: NOW + 2 }));
    expect(two).toMatchObject({ failures: 2, failingSince: NOW + 1, lastDeliveredAt: null });
    expect(standingAfter({ ...two, isNotified: true }, success(20, NOW + 3))).toMatchObject({
      failures: 0,
      failingSince: null,
      isNotified: false,
      lastDeliveredAt: NOW + 3,
    });
    expect(standingAfter(after("+"), failure())).toMatchObject({ lastDeliveredAt: NOW });
  });
});

describe("it stops", () => {
  const run = (failures: number, days: number): WebhookStanding => ({
    ...FIRST,
    failures,
    failingSince: NOW - days * DAY_MS,
  });
  const almost = 1 / DAY_MS;

  it.each([
    [10, 5, "failing"],
    [9, 5, null],
    [10, 5 - almost, null],
    [200, 30, "failing"],
    [200, 1, null],
  ])("after %i failures in %d days: %s", (failures, days, reason) => {
    expect(stopReason(run(failures, days), failure())).toBe(reason);
  });

  it.each([
    [409, null],
    [410, "gone"],
    [411, null],
    [404, null],
    [null, null],
  ])("after an answer of %s: %s", (status, reason) => {
    expect(stopReason(after("-"), failure({ status }))).toBe(reason);
  });

  it("never after a success", () => {
    expect(stopReason(run(10, 6), success())).toBeNull();
  });
});

describe("its owner is notified", () => {
  it.each([
    [DAY_MS - 1, false, false],
    [DAY_MS, false, true],
    [DAY_MS, true, false],
    [6 * DAY_MS, true, false],
  ])("%i ms after the first failure, when notified before is %s: %s", (age, isNotified, should) => {
    expect(shouldNotify({ ...FIRST, failures: 6, failingSince: NOW - age, isNotified }, NOW)).toBe(should);
  });

  it("not while all is well", () => {
    expect(shouldNotify(FIRST, NOW)).toBe(false);
  });
});
