import { expect, it } from "vitest";
import { expectRefusal } from "../contract/refusals.ts";
import { createHashEmbedder } from "./hash-embedder.ts";

const QUERY = { priority: "query" } as const;

it("gives near vectors to texts that share stems, in any order and inflection", async () => {
  const embedder = createHashEmbedder();
  const [owls, same, near, far] = await embedder.embed(
    ["Owls hunt at night", "At night an owl is hunting", "Owls hunt", "Rivers freeze"],
    QUERY,
  );
  expect(cosine(owls!, same!)).toBeCloseTo(1, 6);
  expect(cosine(owls!, near!)).toBeCloseTo(Math.sqrt(2 / 3), 6);
  expect(cosine(owls!, far!)).toBeLessThan(0.1);
});

it("returns normalised vectors of its dimensions, even for text without a word", async () => {
  const embedder = createHashEmbedder();
  for (const vector of await embedder.embed(["Owls hunt owls", "", "the of ...", "機械学習"], QUERY)) {
    expect(vector).toHaveLength(embedder.dimensions);
    expect(cosine(vector, vector)).toBeCloseTo(1, 6);
  }
});

it("makes calls wait while it is held or loading, and records them", async () => {
  const embedder = createHashEmbedder();
  embedder.hold();
  embedder.setStatus("loading");
  let isDone = false;
  const call = embedder.embed(["Owls"], { priority: "live" }).then(() => (isDone = true));
  embedder.setStatus("ready");
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  embedder.release();
  await call;
  expect(embedder.calls).toEqual([{ texts: ["Owls"], priority: "live" }]);
});

it("gives up waiting with the signal's reason", async () => {
  const embedder = createHashEmbedder();
  embedder.hold();
  const leaving = new AbortController();
  const call = embedder.embed(["Owls"], { ...QUERY, signal: leaving.signal });
  leaving.abort(new Error("gone"));
  await expect(call).rejects.toThrow("gone");
});

it("rejects while it is down, once it is closed, and after failWith", async () => {
  const embedder = createHashEmbedder();
  embedder.failWith(new Error("broken"));
  await expect(embedder.embed(["Owls"], QUERY)).rejects.toThrow("broken");
  embedder.failWith(null);
  expect(await embedder.embed(["Owls"], QUERY)).toHaveLength(1);
  embedder.setStatus("down");
  await expectRefusal(embedder.embed(["Owls"], QUERY), "UNAVAILABLE");
  embedder.setStatus("ready");
  embedder.hold();
  const waiting = embedder.embed(["Owls"], QUERY);
  await embedder.close();
  await expectRefusal(waiting, "UNAVAILABLE");
});

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0);
}
