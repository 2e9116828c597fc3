import { expect, it } from "vitest";
import { WORK_LIMITS } from "./work.ts";

it("has room for the parallel requests of one client", () => {
  for (const work of ["read", "search", "recall", "write"] as const) {
    expect(WORK_LIMITS[work].most).toBeGreaterThanOrEqual(200);
    expect(WORK_LIMITS[work]).not.toHaveProperty("mostOfOne");
  }
});
