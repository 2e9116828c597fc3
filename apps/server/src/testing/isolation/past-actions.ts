import { expect } from "vitest";
import { idsIn } from "./hidden-ids.ts";
import { COMPLEX } from "./question-actions.ts";
import { someQuestion } from "./texts.ts";
import { countQuestion, isLive, linkKey, liveIds, visibleLinks } from "./person.ts";
import { type Action, expectHidden, someOwnId, type Turn } from "./turn.ts";

/** When this world's time began: whatever was read since is in the period. */
const LONG_AGO = "2026-01-01";

/** Reads the graph of a time; a past one holds the caller's live notes alone, that of now all of them. */
export const readPast: Action = async (turn) => {
  const { random, world, visitor, me } = turn;
  const now = world.clock.now();
  if (random.chance(0.3)) {
    const procedure = random.pick(["notes.get", "links.ofNote"])!;
    return await expectHidden(turn, (id) => ({ procedure, input: { id, as_of: timeOf(now) } }));
  }
  const as_of = timeOf(random.chance(0.5) ? now : now - random.below(3_600_000));
  const input = { as_of, limit: 1_000 };
  const [notes, links] = [
    await visitor.call({ procedure: "notes.list", input }),
    await visitor.call({ procedure: "links.list", input }),
  ];
  const listedIds = (notes.data.notes as { id: string }[]).map(({ id }) => id);
  for (const id of [...listedIds, ...idsIn(JSON.stringify(links.data))]) expect(isLive(me, id)).toBe(true);
  if (as_of === timeOf(now)) {
    expect(listedIds.toSorted()).toEqual(liveIds(me).toSorted());
    expect(links.data.links.map(linkKey).toSorted()).toEqual(visibleLinks(me).map(linkKey).toSorted());
  }
  await searchPast(turn, as_of, listedIds);
  const id = someOwnId(turn);
  if (id === undefined) return;
  for (const procedure of ["notes.get", "links.ofNote"]) {
    const { status, data } = await visitor.call({ procedure, input: { id, as_of } });
    expect(status).toBe(listedIds.includes(id) ? 200 : 404);
    for (const one of idsIn(JSON.stringify(data ?? null))) expect(status === 404 || isLive(me, one)).toBe(true);
  }
};

/** Searches and questions the graph of a time, which may find nothing but its notes. */
async function searchPast(turn: Turn, as_of: string, listedIds: readonly string[]): Promise<void> {
  const { random, visitor, me, others, canaries, world } = turn;
  const foreign = canaries.get(random.pick(others)!.userId)!;
  const question = someQuestion(random);
  const text = random.chance(0.3) ? foreign : question;
  const search = await visitor.call({ procedure: "notes.list", input: { q: text, limit: 100, as_of } });
  const recall = await visitor.call({ procedure: "recall.recall", input: { query: text, limit: 50, as_of } });
  const hasQuota = countQuestion(me, world.clock.now(), COMPLEX.test(question));
  const answer = await visitor.call({ procedure: "recall.ask", input: { query: question, as_of } });
  expect([search.status, recall.status, answer.status]).toEqual([200, 200, hasQuota ? 200 : 429]);
  const ids = [...search.data.notes, ...recall.data.results, ...(answer.data.sources ?? [])].map(({ id }) => id);
  for (const id of ids) expect(listedIds).toContain(id);
  if (text === foreign) expect(search.data.notes).toEqual([]);
}

/** Reads what changed, of which only the caller's live notes may be named. */
export const readChanges: Action = async ({ random, visitor, me }) => {
  const input = { since: LONG_AGO, limit: 1 + random.below(20) };
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { status, data } = await visitor.call({
      procedure: "changes.list",
      input: cursor === undefined ? input : { ...input, cursor },
    });
    expect(status).toBe(200);
    for (const id of idsIn(JSON.stringify(data.changes))) expect(isLive(me, id)).toBe(true);
    cursor = random.chance(0.3) ? null : data.next;
  }
};

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
