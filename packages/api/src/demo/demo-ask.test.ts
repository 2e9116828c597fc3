import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { createIndexer } from "../indexing/indexer.ts";
import { DEMO_QUESTION } from "./demo-ask.ts";
import { DEMO_NOTES } from "./demo-content.ts";
import { DEMO_ACTOR } from "./demo-user.ts";
import { seedDemo } from "./seed-demo.ts";

describe("asking the demo", () => {
  it.each([undefined, "", "  \n "])("asks the fixed question for %j", async (query) => {
    const { models, anyone } = await setUp();
    await anyone.demo.ask(query === undefined ? {} : { query });
    expect(models.demo.requests.map((request) => request.query)).toEqual([DEMO_QUESTION]);
  });

  it("answers every caller from the demo graph alone", async () => {
    const { user, models } = await setUp();
    await user.note("Owls help me remember what I learn");
    const { sources, model } = await user.api.demo.ask({ query: " Does coffee keep me awake? " });
    expect(models.demo.requests[0]?.query).toBe("Does coffee keep me awake?");
    expect(DEMO_NOTES.map((note) => note.id)).toEqual(expect.arrayContaining(sources.map((source) => source.id)));
    expect(sources).not.toEqual([]);
    expect(model).toBe("test-demo");
  });

  it("spends no quota, publishes nothing and stays with its own model", async () => {
    const { storage, user, anyone, models } = await setUp();
    const events = await user.eventsOf(async () => {
      await user.api.demo.ask({ query: "Compare coffee and sleep" });
      await anyone.demo.ask({});
    });
    expect(events).toEqual([]);
    expect(await storage.activity.latest(DEMO_ACTOR.userId, 1)).toEqual([]);
    expect((await user.api.quota.get()).queries_used).toBe(0);
    expect(models.default.requests).toEqual([]);
    expect(models.capable.requests).toEqual([]);
  });

  it("refuses a query of more than 2,000 characters", async () => {
    const { anyone } = await setUp();
    await expect(anyone.demo.ask({ query: "a".repeat(2_001) })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("the fixed question", () => {
  it("finds testing oneself, spacing, growing gaps and sleep, and nothing superseded", async () => {
    const { models, anyone } = await setUp();
    await anyone.demo.ask({});
    const passages = models.demo.requests[0]!.passages;
    expect(passages).toHaveLength(8);
    const titles = passages.map((passage) => passage.title).join("\n");
    for (const claim of [/testing yourself/i, /spaced reviews/i, /sleep after learning/i, /gap between reviews/i])
      expect(titles).toMatch(claim);
    expect(passages.filter((passage) => passage.state === "superseded")).toEqual([]);
  });
});

async function setUp() {
  const services = testServices();
  await seedDemo(services);
  await createIndexer(services, () => undefined).drain();
  const user = testUser(services);
  return { ...services, user, anyone: user.on({ actor: null }) };
}
