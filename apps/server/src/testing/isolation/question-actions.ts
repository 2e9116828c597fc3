import { expect } from "vitest";
import { countQuestion, expectUsage, isLive } from "./person.ts";
import { someQuestion } from "./texts.ts";
import type { Action } from "./turn.ts";

/** Marks a question for the capable model. */
export const COMPLEX = /compare|summarize all/i;

export const ask: Action = async ({ world, random, visitor, me, coveredDoors }) => {
  const query = `${someQuestion(random)} ${visitor.canary}`;
  const hasQuota = countQuestion(me, world.clock.now(), COMPLEX.test(query));
  const ways = [
    { procedure: "recall.ask" },
    { procedure: "recall.ask", accept: "text/event-stream" },
    { procedure: "recall.askStream" },
  ];
  const way = random.pick(ways)!;
  const { status, data } = await visitor.call({ ...way, input: { query } });
  if (way.accept) coveredDoors.add("streamed recall.ask");
  // A stream has sent its status before the quota refuses.
  expect(status).toBe(hasQuota || way.procedure === "recall.askStream" ? 200 : 429);
  for (const { id } of data?.sources ?? []) expect(isLive(me, id)).toBe(true);
};

/** Recalls notes, sometimes by another user's word, which must find nothing of theirs. */
export const recall: Action = async ({ random, visitor, me, others, canaries }) => {
  const foreign = canaries.get(random.pick(others)!.userId)!;
  const query = random.chance(0.3) ? foreign : someQuestion(random);
  const mode = random.pick(["keyword", "vector", "hybrid", "graph"])!;
  const { data } = await visitor.call({ procedure: "recall.recall", input: { query, mode, limit: 20 } });
  for (const { id } of data.results) expect(isLive(me, id)).toBe(true);
  if (query === foreign && mode === "keyword") expect(data.results).toEqual([]);
};

/** Reads sources by ids, some of them of other users' notes. */
export const readSources: Action = async ({ random, visitor, me, others }) => {
  const all = [me, ...others].flatMap(({ notes }) => [...notes.keys()]);
  const ids = Array.from({ length: 8 }, () => random.pick(all)).filter((id) => id !== undefined);
  const { data } = await visitor.call({ procedure: "recall.sources", input: { ids } });
  expect(data.sources.map(({ id }: { id: string }) => id)).toEqual(ids.filter((id) => isLive(me, id)));
};

export const readQuota: Action = async ({ world, visitor, me }) => {
  expectUsage(me, world.clock.now(), (await visitor.call({ procedure: "quota.get" })).data);
};

export const readActivity: Action = async ({ random, visitor, me }) => {
  const { data } = await visitor.call({
    procedure: "activity.list",
    input: { limit: 50, note_ids: random.chance(0.5) },
  });
  for (const { id } of data.events) if (me.eventIds.at(-1) !== id) me.eventIds.push(id);
};
