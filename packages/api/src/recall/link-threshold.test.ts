import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { createLinkThresholds, pairQuantile } from "./link-threshold.ts";

const MINUTE_MS = 60_000;

describe("the link threshold", () => {
  it("is 0.5 while there are too few notes to tell", async () => {
    const { threshold, note } = setUp();
    expect(await threshold()).toBe(0.5);
    for (let index = 0; index < 19; index++) await note(`Owls ${index}`);
    expect(await threshold()).toBe(0.5);
  });

  it("is told by the user's own pairs: higher where all notes are alike", async () => {
    const alike = setUp();
    for (let index = 0; index < 20; index++) await alike.note("Owls hunt mice");
    expect(await alike.threshold()).toBeCloseTo(1, 5);
    const unlike = setUp();
    for (let index = 0; index < 20; index++) await unlike.note(`${String.fromCharCode(97 + index)}x`);
    expect(await unlike.threshold()).toBeLessThanOrEqual(1);
    expect(pairQuantile([vector(1, 0), vector(0, 1)], 0.998)).toBe(0);
  });

  it("is kept for ten minutes, then looked at again", async () => {
    const { services, threshold, note } = setUp();
    let samples = 0;
    const { vectors } = services.storage;
    const counting = {
      ...services.storage,
      vectors: {
        ...vectors,
        sampleHeads: (...sample: Parameters<typeof vectors.sampleHeads>) => (samples++, vectors.sampleHeads(...sample)),
      },
    };
    for (let index = 0; index < 20; index++) await note("Owls hunt mice");
    await threshold(counting);
    services.clock.advance(10 * MINUTE_MS - 1);
    await threshold(counting);
    expect(samples).toBe(1);
    services.clock.advance(1);
    await threshold(counting);
    expect(samples).toBe(2);
  });

  it("is each user's own", async () => {
    const { services, threshold, note } = setUp();
    for (let index = 0; index < 20; index++) await note("Owls hunt mice");
    await threshold();
    expect(await services.linkThresholds.of(services, "someone else")).toBe(0.5);
  });
});

describe("pairQuantile", () => {
  it("takes the value below which that share of all pairs lies", () => {
    const vectors = [vector(1, 0), vector(1, 0), vector(0, 1), vector(-1, 0)];
    expect([0, 0.35, 0.9, 1].map((quantile) => pairQuantile(vectors, quantile))).toEqual(
      [-1, -0, 1, 1].map((value) => expect.closeTo(value, 6)),
    );
  });

  it("lets nothing through where there is no pair", () => {
    expect(pairQuantile([], 0.5)).toBe(1);
    expect(pairQuantile([vector(1, 0)], 0.5)).toBe(1);
  });
});

function vector(...values: number[]): Float32Array {
  return Float32Array.from(values);
}

function setUp() {
  const services = testServices({ linkThresholds: createLinkThresholds() });
  const user = testUser(services);
  const threshold = (storage = services.storage) =>
    services.linkThresholds.of({ ...services, storage }, user.actor.userId);
  // A create looks at the threshold as well: here it must not, or it would be kept too early.
  const note = async (title: string) => {
    services.embedder.setStatus("loading");
    const { id } = await user.note(title);
    services.embedder.setStatus("ready");
    const [head] = await services.embedder.embed([title], { priority: "live" });
    const windows = [{ start: 0, end: 1, vector: head! }];
    await services.storage.vectors.put(user.actor.userId, id, {
      model: services.embedder.model,
      revision: 1,
      windows,
      complete: true,
    });
  };
  return { services, threshold, note };
}
