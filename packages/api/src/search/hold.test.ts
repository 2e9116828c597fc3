import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHold } from "./hold.ts";

describe("a hold", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is over at once when nothing is held", async () => {
    await createHold().over();
  });

  it("lasts as long as was said last", async () => {
    const hold = createHold();
    hold.hold(500);
    const over = vi.fn<() => void>();
    void hold.over().then(over);
    await vi.advanceTimersByTimeAsync(400);
    hold.hold(500);
    await vi.advanceTimersByTimeAsync(499);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
    await hold.over();
  });
});
