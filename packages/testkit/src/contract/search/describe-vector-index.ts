import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { vectorDue } from "./vector-due.ts";
import { MODEL, OTHER_MODEL } from "./vector-library.ts";
import { vectorModels } from "./vector-models.ts";
import { vectorNearest } from "./vector-nearest.ts";
import { vectorSampling } from "./vector-sampling.ts";
import { vectorWriting } from "./vector-writing.ts";

/** Contract suite of `VectorIndex`. */
export function describeVectorIndex(name: string, open: OpenStorage): void {
  const openServing: OpenStorage = async () => {
    const storage = await open();
    await storage.vectors.serve(MODEL.name);
    await storage.vectors.prepare(OTHER_MODEL.name);
    return storage;
  };
  describe(`VectorIndex: ${name}`, () => {
    describe("put", () => vectorWriting(openServing));
    describe("nearest and similarities", () => vectorNearest(openServing));
    describe("due and pending", () => vectorDue(openServing));
    describe("sampleHeads", () => vectorSampling(openServing));
    describe("models", () => vectorModels(openServing));
  });
}
