import { createMemoryStorage, testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { createPrecisions } from "./precisions.ts";

async function setUp() {
  const memory = createMemoryStorage();
  const reads = { count: 0, fails: false };
  const list: typeof memory.looks.list = async (...parameters) => {
    reads.count++;
    if (reads.fails) throw new Error("The disk is gone.");
    return await memory.looks.list(...parameters);
  };
  const storage = { ...memory, looks: { ...memory.looks, list } };
  const { api, ctx, note } = testUser(testServices({ storage }));
  const precisions = createPrecisions();
  const propose = async (target: string) => {
    const [source_id, target_id] = [(await note(`After ${target}`)).id, (await note(target)).id];
    return await api.proposals.propose({ source_id, target_id, relation: "extends", by: "agent:claude" });
  };
  const countReads = async <Result>(work: () => Promise<Result>) => {
    const before = reads.count;
    return { result: await work(), readCount: reads.count - before };
  };
  return { api, ctx, reads, propose, countReads, measure: () => countReads(() => precisions.of(ctx)), precisions };
}

it("are measured once until a proposal is made or decided, and then anew", async () => {
  const { api, measure, propose } = await setUp();
  expect((await measure()).result).toEqual({ by: [] });
  expect((await measure()).readCount).toBe(0);
  const { key } = await propose("Owls");
  const withOne = await measure();
  expect(withOne.readCount).toBeGreaterThan(0);
  expect(withOne.result.by).toMatchObject([{ by: "agent:claude", relation: "extends", made: 1, accepted: 0 }]);
  expect(await measure()).toEqual({ result: withOne.result, readCount: 0 });
  for (const [decision, acceptedCount] of [
    ["accept", 1],
    ["reopen", 0],
    ["dismiss", 0],
  ] as const) {
    await api.proposals.decide({ decisions: [{ key, decision }] });
    expect((await measure()).result.by).toMatchObject([{ made: 1, accepted: acceptedCount }]);
  }
});

it("are not remembered after a failure, nor once the user is forgotten", async () => {
  const { ctx, measure, reads, precisions } = await setUp();
  reads.fails = true;
  await expect(measure()).rejects.toThrow("The disk is gone.");
  reads.fails = false;
  expect((await measure()).readCount).toBeGreaterThan(0);
  expect((await measure()).readCount).toBe(0);
  precisions.forget(ctx.actor.userId);
  expect((await measure()).readCount).toBeGreaterThan(0);
});
