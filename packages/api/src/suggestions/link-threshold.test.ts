import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { centredCosine, createLinkThresholds, dot, pairQuantile } from "./link-threshold.ts";

const MINUTE_MS = 60_000;

describe("the link threshold", () => {
  it("is 0.5 while there are too few notes", async () => {
    const { threshold, note } = setUp();
    expect(await threshold()).toBe(0.5);
    for (let index = 0; index < 19; index++) await note(`Owls ${index}`);
    expect(await threshold()).toBe(0.5);
  });

  it("is computed from the user's own pairs, centred on their mean", async () => {
    const { services, user, note } = setUp();
    for (let index = 0; index < 20; index++) await note(`Owls hunt ${String.fromCharCode(97 + index)}x`);
    const { mean, threshold } = await services.linkThresholds.of(services, user.actor.userId);
    expect(dot(mean!, mean!)).toBeGreaterThan(0.3);
    expect(threshold).toBeLessThan(0.5);
  });

  it("is cached for ten minutes, then computed again", async () => {
    const { services, threshold, note, countSamples } = setUp();
    const { storage, samples } = countSamples();
    for (let index = 0; index < 20; index++) await note("Owls hunt mice");
    await threshold(storage);
    services.clock.advance(10 * MINUTE_MS - 1);
    await threshold(storage);
    expect(samples()).toBe(1);
    services.clock.advance(1);
    await threshold(storage);
    expect(samples()).toBe(2);
  });

  it("is computed once for parallel requests", async () => {
    const { threshold, note, countSamples } = setUp();
    const { storage, samples } = countSamples();
    for (let index = 0; index < 20; index++) await note("Owls hunt mice");
    const [one, other] = await Promise.all([threshold(storage), threshold(storage)]);
    expect(one).toBe(other);
    expect(samples()).toBe(1);
  });

  it("is each user's own", async () => {
    const { services, threshold, note } = setUp();
    for (let index = 0; index < 20; index++) await note("Owls hunt mice");
    await threshold();
    expect(await services.linkThresholds.of(services, "someone else")).toEqual({ mean: null, threshold: 0.5 });
  });
});

describe("pairQuantile", () => {
  it("returns the value below which that share of all pairs lies", async () => {
    const vectors = [vector(1, 0), vector(1, 0), vector(0, 1), vector(-1, 0)];
    const quantiles = [0, 0.35, 0.9, 1].map((quantile) => pairQuantile(vectors, vector(0, 0), quantile));
    expect(await Promise.all(quantiles)).toEqual([-1, -0, 1, 1].map((value) => expect.closeTo(value, 6)));
  });

  it("is 1 without pairs", async () => {
    expect(await pairQuantile([], vector(0, 0), 0.5)).toBe(1);
    expect(await pairQuantile([vector(1, 0)], vector(0, 0), 0.5)).toBe(1);
  });
});

describe("centredCosine", () => {
  it("is the cosine after subtracting the mean from both", () => {
    const [one, other, mean] = [vector(1, 0), vector(0, 1), vector(0.5, 0)];
    const projectionOf = (of: Float32Array) => ({ alongMean: dot(of, mean) });
    // (0.5, 0) · (-0.5, 1) over their lengths.
    expect(centredCosine(dot(one, other), projectionOf(one), projectionOf(other), dot(mean, mean))).toBeCloseTo(
      -0.25 / (0.5 * Math.sqrt(1.25)),
      6,
    );
  });

  it("is 0 where one of them is the mean", () => {
    expect(centredCosine(1, { alongMean: 1 }, { alongMean: 1 }, 1)).toBe(0);
  });
});

function vector(...values: number[]): Float32Array {
  return Float32Array.from(values);
}

function setUp() {
  const services = testServices({ linkThresholds: createLinkThresholds() });
  const user = testUser(services);
  const threshold = (storage = services.storage) =>
    services.linkThresholds.of({ ...services, storage }, user.actor.userId).then((result) => result.threshold);
  // A create computes the threshold as well: here it must not, or it would be cached too early.
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
  /** A storage that counts how often heads are sampled. */
  const countSamples = () => {
    let samples = 0;
    const { vectors } = services.storage;
    const sampleHeads: typeof vectors.sampleHeads = (...sample) => (samples++, vectors.sampleHeads(...sample));
    return { storage: { ...services.storage, vectors: { ...vectors, sampleHeads } }, samples: () => samples };
  };
  return { services, user, threshold, note, countSamples };
}
