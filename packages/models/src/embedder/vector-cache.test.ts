import { describe, expect, it } from "vitest";
import { createVectorCache } from "./vector-cache.ts";

describe("vector cache", () => {
  it("returns a vector for its own text only", () => {
    const cache = createVectorCache(2);
    cache.set("ada", "a", Float32Array.of(1, 2));
    expect(cache.get("ada", "a")).toEqual(Float32Array.of(1, 2));
    expect(cache.get("ada", "A")).toBeUndefined();
  });

  it("keeps users apart, even if name and text join to the same string, and caches nothing without a user", () => {
    const cache = createVectorCache(9);
    cache.set("ada", "text", Float32Array.of(1));
    cache.set(undefined, "text", Float32Array.of(2));
    expect([cache.get("bob", "text"), cache.get(undefined, "text"), cache.get("adat", "ext")]).toEqual(
      Array.from({ length: 3 }),
    );
    expect(cache.get("ada", "text")).toEqual(Float32Array.of(1));
  });

  it("forgets the least recently used vector", () => {
    const cache = createVectorCache(2);
    cache.set("ada", "a", Float32Array.of(1));
    cache.set("ada", "b", Float32Array.of(2));
    cache.get("ada", "a");
    cache.set("ada", "c", Float32Array.of(3));
    expect(cache.get("ada", "b")).toBeUndefined();
    expect(cache.get("ada", "a")).toEqual(Float32Array.of(1));
    expect(cache.get("ada", "c")).toEqual(Float32Array.of(3));
  });

  it("forgets vectors of the user with the most, however many texts come", () => {
    const cache = createVectorCache(4);
    cache.set("bob", "a", Float32Array.of(1));
    cache.set("bob", "b", Float32Array.of(2));
    for (let text = 0; text < 10; text++) cache.set("ada", `text ${text}`, Float32Array.of(text));
    expect([cache.get("bob", "a"), cache.get("bob", "b")]).toEqual([Float32Array.of(1), Float32Array.of(2)]);
    expect([8, 9].map((text) => cache.get("ada", `text ${text}`)?.[0])).toEqual([8, 9]);
    expect(cache.get("ada", "text 7")).toBeUndefined();
  });

  it("does not share its vectors with callers", () => {
    const cache = createVectorCache(1);
    const vector = Float32Array.of(1);
    cache.set("ada", "a", vector);
    vector[0] = 9;
    cache.get("ada", "a")![0] = 9;
    expect(cache.get("ada", "a")).toEqual(Float32Array.of(1));
  });
});
