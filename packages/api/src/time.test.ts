import { testServices } from "@knote/testkit";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createSystemClock, timestamp } from "./time.ts";

describe("the system clock", () => {
  afterEach(() => vi.useRealTimers());

  it("follows the host's time, but never backwards", () => {
    vi.useFakeTimers({ now: 1_000 });
    const clock = createSystemClock();
    expect(clock.now()).toBe(1_000);
    vi.setSystemTime(500);
    expect(clock.now()).toBe(1_000);
    vi.setSystemTime(1_001);
    expect(clock.now()).toBe(1_001);
  });
});

describe("timestamp", () => {
  it("has milliseconds and sorts as text", () => {
    const services = testServices();
    expect(timestamp(services)).toBe("2026-03-01T12:00:00.000Z");
    const before = timestamp(services);
    services.clock.advance(1);
    expect(timestamp(services) > before).toBe(true);
  });
});
