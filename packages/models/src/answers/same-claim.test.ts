import { describe, expect, it } from "vitest";
import { isSameClaim } from "./same-claim.ts";

describe("same claim", () => {
  it("is one in nearly the same words", () => {
    expect(isSameClaim(stems("team use sqlite wal mode"), stems("team use sqlite wal"))).toBe(true);
    expect(isSameClaim(stems("team use sqlite wal mode"), stems("gateway run on port"))).toBe(false);
  });

  it("is not one with other numbers", () => {
    expect(isSameClaim(stems("team has 5 engineer in berlin"), stems("team has 7 engineer in berlin"))).toBe(false);
  });
});

function stems(text: string): Set<string> {
  return new Set(text.split(" "));
}
