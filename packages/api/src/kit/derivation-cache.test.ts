import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDerivationCache, type DerivationCache } from "./derivation-cache.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** Reads a key through the cache; the value names what it was derived from. */
async function read(cache: DerivationCache<Promise<string>>, key: string, version: string, size = 1): Promise<string> {
  return await cache.of(key, version, (earlier) => {
    const value = Promise.resolve(earlier).then((before) => (before ? `${version} from ${before}` : version));
    return { value, size: value.then(() => size) };
  });
}

describe("a cache of derivations", () => {
  it("derives once from each version, and from the earlier value", async () => {
    const cache = createDerivationCache<Promise<string>>({});
    const first = read(cache, "owl", "1");
    expect([await first, await read(cache, "owl", "1"), await read(cache, "owl", "2")]).toEqual(["1", "1", "2 from 1"]);
  });

  it("derives from nothing after the longest life", async () => {
    const cache = createDerivationCache<Promise<string>>({ forMs: 100 });
    await read(cache, "owl", "1");
    vi.advanceTimersByTime(99);
    const derive = vi.fn<() => never>();
    void cache.of("owl", "1", derive);
    expect(derive).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await read(cache, "owl", "2")).toBe("2");
  });

  it("drops what was used longest ago when there are too many values", async () => {
    const cache = createDerivationCache<Promise<string>>({ most: 2 });
    for (const key of ["one", "two", "one", "three"]) await read(cache, key, "1");
    expect([await read(cache, "one", "2"), await read(cache, "three", "2")]).toEqual(["2 from 1", "2 from 1"]);
    expect(await read(cache, "two", "2")).toBe("2");
  });

  it("drops what was used longest ago when all values hold too much, but never the newest", async () => {
    const cache = createDerivationCache<Promise<string>>({ mostInAll: 10 });
    await read(cache, "one", "1", 4);
    await read(cache, "two", "1", 6);
    expect(await read(cache, "one", "2", 4)).toBe("2 from 1");
    await read(cache, "three", "1", 11);
    expect([await read(cache, "three", "2", 11), await read(cache, "two", "2")]).toEqual(["2 from 1", "2"]);
  });

  it("forgets a value that could not be derived, and the keys that it is told to forget", async () => {
    const cache = createDerivationCache<Promise<string>>({});
    const failure = Promise.reject<string>(new Error("away"));
    const failing = cache.of("owl", "1", () => ({ value: failure, size: failure.then(() => 1) }));
    await expect(failing).rejects.toThrow("away");
    expect(await read(cache, "owl", "1")).toBe("1");
    await read(cache, "elk", "1");
    await read(cache, "eel", "1");
    cache.forget("owl");
    cache.forget((key) => key === "elk");
    expect([await read(cache, "owl", "2"), await read(cache, "elk", "2"), await read(cache, "eel", "2")]).toEqual([
      "2",
      "2",
      "2 from 1",
    ]);
  });
});
