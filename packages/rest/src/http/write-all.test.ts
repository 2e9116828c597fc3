import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClientLeft } from "../errors/http-refusal.ts";
import { writeAll } from "./write-all.ts";

/** A reader that takes a piece at each call of `take`. */
function slowReader() {
  const taking: (() => void)[] = [];
  const sink = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, callback) => void taking.push(callback) });
  return { sink, take: () => taking.shift()?.() };
}

describe("writing to a reader", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("waits until there is room", async () => {
    const { sink, take } = slowReader();
    let hasWritten = false;
    const writing = writeAll(sink, "piece").then(() => (hasWritten = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasWritten).toBe(false);
    take();
    await writing;
    expect(sink.listenerCount("drain") + sink.listenerCount("error")).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives other work its turn, however fast the reader is", async () => {
    const sink = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, callback) => process.nextTick(callback) });
    let turns = 0;
    const other = () => {
      turns++;
      if (turns < 100) setImmediate(other);
    };
    setImmediate(other);
    for (let piece = 0; piece < 10; piece++) await writeAll(sink, "piece");
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it("hangs up on a reader that takes nothing for half a minute", async () => {
    const { sink } = slowReader();
    const writing = writeAll(sink, "piece");
    const outcome = writing.catch((error: unknown) => error);
    vi.advanceTimersByTime(29_999);
    expect(sink.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await outcome).toBeInstanceOf(ClientLeft);
    expect(sink.destroyed).toBe(true);
  });

  it("gives up when the reader leaves, and does not begin after it has left", async () => {
    const { sink } = slowReader();
    const writing = writeAll(sink, "piece");
    sink.destroy();
    await expect(writing).rejects.toBeInstanceOf(ClientLeft);
    await expect(writeAll(sink, "piece")).rejects.toBeInstanceOf(ClientLeft);
    const endedSink = new Writable().end();
    await expect(writeAll(endedSink, "piece")).rejects.toBeInstanceOf(ClientLeft);
  });
});
