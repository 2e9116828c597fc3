import { describe, expect, it } from "vitest";
import { createVectorCache } from "./vector-cache.ts";

describe("vector cache", () => {
  it("remembers a text's vector and not another's", () => {
    const cache = createVectorCache(2);
    cache.set("a", Float32Array.of(1, 2));
    expect(cache.get("a")).toEqual(Float32Array.of(1, 2));
    expect(cache.get("A")).toBeUndefined();
  });

  it("forgets the one that was used longest ago", () => {
    const cache = createVectorCache(2);
    cache.set("a", Float32Array.of(1));
    cache.set("b", Float32Array.of(2));
    cache.get("a");
    cache.set("c", Float32Array.of(3));
    expect(cache.get("b")).toBeUndefined();
    expect(cache.get("a")).toEqual(Float32Array.of(1));
    expect(cache.get("c")).toEqual(Float32Array.of(3));
  });

  it("is not changed through a vector that went in or came out", () => {
    const cache = createVectorCache(1);
    const vector = Float32Array.of(1);
    cache.set("a", vector);
    vector[0] = 9;
    cache.get("a")![0] = 9;
    expect(cache.get("a")).toEqual(Float32Array.of(1));
  });
});
