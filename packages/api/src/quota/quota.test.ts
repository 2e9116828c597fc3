import { TIERS } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("quota", () => {
  it.each([
    ["free", 50, 0, 0],
    ["student", -1, 20, 15],
    ["pro", -1, 100, 60],
    ["agent", -1, -1, 200],
  ] as const)("of a new %s user counts from nothing", async (tier, queries, sonnet, voice) => {
    const { api } = testUser(testServices(), { tier });
    expect(await api.quota.get()).toEqual({
      tier,
      queries_used: 0,
      queries_limit: queries,
      sonnet_queries_used: 0,
      sonnet_queries_limit: sonnet,
      voice_used: 0,
      voice_limit: voice,
      resets_at: "2026-04-01T00:00:00.000Z",
    });
  });

  it("goes on counting for unlimited tiers", async () => {
    const { api } = testUser(testServices(), { tier: "agent" });
    for (let index = 0; index < 3; index++) await api.recall.ask({ query: "Why?" });
    await api.recall.ask({ query: "Compare owls and bats." });
    expect(await api.quota.get()).toMatchObject({
      queries_used: 4,
      queries_limit: -1,
      sonnet_queries_used: 1,
      sonnet_queries_limit: -1,
    });
  });

  it("starts again with the month, in UTC, also at the end of the year", async () => {
    const services = testServices();
    services.clock.set("2026-12-31T23:59:59.999Z");
    const { api } = testUser(services);
    await api.recall.ask({ query: "Why?" });
    expect(await api.quota.get()).toMatchObject({ queries_used: 1, resets_at: "2027-01-01T00:00:00.000Z" });
    services.clock.advance(1);
    expect(await api.quota.get()).toMatchObject({ queries_used: 0, resets_at: "2027-02-01T00:00:00.000Z" });
  });

  it("counts for each user alone", async () => {
    const services = testServices();
    const [ada, grace] = [testUser(services), testUser(services)];
    await ada.api.recall.ask({ query: "Why?" });
    expect((await grace.api.quota.get()).queries_used).toBe(0);
  });

  it("is read with any valid token", async () => {
    const { api } = testUser(testServices(), { scopes: new Set() });
    expect(await api.quota.get()).toMatchObject({ queries_used: 0 });
  });
});

describe("pricing", () => {
  it("names the four tiers with the default model, to anyone", async () => {
    const { on } = testUser(testServices());
    const { tiers } = await on({ actor: null }).quota.pricing();
    expect(Object.keys(tiers)).toEqual(["free", "student", "pro", "agent"]);
    for (const key of ["free", "student", "pro", "agent"] as const)
      expect(tiers[key]).toEqual({ ...TIERS[key], default_model: "test-default" });
  });
});
