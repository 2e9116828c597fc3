import { describe, expect, it } from "vitest";
import { isOtherState, isSameClaim } from "./same-claim.ts";

describe("same claim", () => {
  it("has nearly the same words", () => {
    expect(isSameClaim(stems("team use sqlite wal mode"), stems("team use sqlite wal"))).toBe(true);
    expect(isSameClaim(stems("team use sqlite wal mode"), stems("gateway run on port"))).toBe(false);
  });

  it("has no other numbers", () => {
    expect(isSameClaim(stems("team has 5 engineer in berlin"), stems("team has 7 engineer in berlin"))).toBe(false);
  });
});

describe("another state of a fact", () => {
  it("differs by its number alone", () => {
    expect(isOtherState(stems("rent is 1200 euro"), stems("rent is 1350 euro"))).toBe(true);
    expect(isOtherState(stems("rent is 1200 euro"), stems("rent is 1200 euro"))).toBe(false);
    expect(isOtherState(stems("rent is 1200 euro"), stems("rent is high euro"))).toBe(false);
    expect(isOtherState(stems("rent is 1200 euro"), stems("car has 4 seat"))).toBe(false);
  });
});

function stems(text: string): Set<string> {
  return new Set(text.split(" "));
}
