import { describe, expect, it } from "vitest";
import { TIER_KEYS, TIERS } from "./tiers.ts";

describe("tiers", () => {
  it.each([
    ["free", 0, 50, 0, 0, 400],
    ["student", 5, -1, 20, 15, 600],
    ["pro", 12, -1, 100, 60, 800],
    ["agent", 30, -1, -1, 200, 1200],
  ] as const)("%s is priced and limited as published", (key, price, queries, sonnet, voice, tokens) => {
    expect(TIERS[key]).toEqual({
      price_monthly: price,
      queries_per_month: queries,
      sonnet_queries_per_month: sonnet,
      voice_responses_per_month: voice,
      max_tokens: tokens,
    });
  });

  it("are four, from free to agent", () => {
    expect(TIER_KEYS).toEqual(["free", "student", "pro", "agent"]);
    expect(Object.keys(TIERS)).toEqual([...TIER_KEYS]);
  });
});
