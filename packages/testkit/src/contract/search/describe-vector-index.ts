import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { vectorDue } from "./vector-due.ts";
import { vectorNearest } from "./vector-nearest.ts";
import { vectorSampling } from "./vector-sampling.ts";
import { vectorWriting } from "./vector-writing.ts";

/** The meaning of `VectorIndex`, executed. */
export function describeVectorIndex(name: string, open: OpenStorage): void {
  describe(`VectorIndex: ${name}`, () => {
    describe("put", () => vectorWriting(open));
    describe("nearest and similarities", () => vectorNearest(open));
    describe("due and pending", () => vectorDue(open));
    describe("sampleHeads", () => vectorSampling(open));
  });
}
