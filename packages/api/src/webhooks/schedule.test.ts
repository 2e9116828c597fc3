import { describe, expect, it } from "vitest";
import { MOST_ATTEMPTS, nextAttemptAt, pauseUntil } from "./schedule.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const MIDDLE = 0.5;
const LATEST = 1 - Number.EPSILON;

const failure = (retryAfter: string | null = null, status: number | null = 500) => ({
  endedAt: NOW,
  status,
  retryAfter,
});

/** Seconds until the next attempt. */
const secondsUntil = (attempts: number, retryAfter: string | null = null, random = MIDDLE) => {
  const at = nextAttemptAt(attempts, failure(retryAfter), random);
  return at === null ? null : (at - NOW) / 1_000;
};

describe("the next attempt", () => {
  it.each([
    [1, 5, 4, 6],
    [2, 300, 240, 360],
    [3, 1_800, 1_440, 2_160],
    [4, 7_200, 5_760, 8_640],
    [5, 18_000, 14_400, 21_600],
    [6, 36_000, 28_800, 43_200],
    [7, 50_400, 40_320, 60_480],
    [8, 72_000, 57_600, 86_400],
    [9, 86_400, 69_120, 103_680],
  ])("after %i comes %i s later, from %i to %i", (attempts, usual, earliest, latest) => {
    expect(secondsUntil(attempts)).toBe(usual);
    expect(secondsUntil(attempts, null, 0)).toBe(earliest);
    expect(secondsUntil(attempts, null, LATEST)).toBe(latest);
  });

  it("after the tenth there is none", () => {
    expect(MOST_ATTEMPTS).toBe(10);
    expect(secondsUntil(10)).toBeNull();
    expect(secondsUntil(10, "60")).toBeNull();
  });

  it.each([
    ["60", 60],
    ["5", 5],
    ["4", 5],
    ["0", 5],
    [" 7 ", 7],
    ["86400", 86_400],
    ["86401", 86_400],
    ["99999999999999999999", 86_400],
    ["Sun, 01 Mar 2026 12:01:00 GMT", 60],
    ["Sunday, 01-Mar-26 12:01:00 GMT", 60],
    ["Sun, 01 Mar 2026 11:59:00 GMT", 5],
    ["Tue, 03 Mar 2026 12:00:00 GMT", 86_400],
    ["-60", 5],
    ["6e3", 5],
    ["1.5", 5],
    ["soon", 5],
    ["Soon, please", 5],
    ["", 5],
  ])("after Retry-After: %j comes %i s later", (retryAfter, seconds) => {
    expect(secondsUntil(1, retryAfter)).toBe(seconds);
  });
});

describe("everything for a receiver waits", () => {
  const secondsOfPause = (status: number | null, retryAfter: string | null = null) => {
    const until = pauseUntil(failure(retryAfter, status));
    return until === null ? null : (until - NOW) / 1_000;
  };

  it.each([429, 502, 503, 504])("after %i for a minute, or as long as it says, a day at most", (status) => {
    expect(secondsOfPause(status)).toBe(60);
    expect(secondsOfPause(status, "nonsense")).toBe(60);
    expect(secondsOfPause(status, "0")).toBe(0);
    expect(secondsOfPause(status, "3")).toBe(3);
    expect(secondsOfPause(status, "3600")).toBe(3_600);
    expect(secondsOfPause(status, "86401")).toBe(86_400);
  });

  it.each([null, 301, 400, 404, 410, 428, 430, 500, 501, 505])("but not after %s", (status) => {
    expect(secondsOfPause(status, "3600")).toBeNull();
  });
});
