import { expect } from "vitest";
import { isLive, type KeptLink, linkKey, liveIds, type Person, visibleLinks } from "./person.ts";
import { someNote } from "./texts.ts";
import { type Action, expectHidden, someForeignId, someOwnId, type Turn } from "./turn.ts";

/** Live notes from which on a user creates no more. */
const MOST_NOTES = 40;

/** Merges two of the user's notes, and undoes that or not; merging with another user's note must fail. */
export const mergeNotes: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const [one, other] = [someOwnId(turn), someOwnId(turn)];
  if (one === undefined || other === undefined || one === other) return;
  // The newer note supersedes the older, so no cycle can arise.
  const [older, newer] = [one, other].toSorted() as [string, string];
  const procedure = "operations.merge";
  if (random.chance(0.3)) return await expectHidden(turn, (id) => ({ procedure, input: { id: newer, with: [id] } }));
  const { status, data } = await visitor.call({ procedure, input: { id: newer, with: [older] } });
  if (!isLive(me, newer) || !isLive(me, older)) return expect(status).toBe(404);
  // Refused when one is superseded or archived, or they contradict each other.
  expect([200, 409]).toContain(status);
  if (status !== 200) return;
  const before = new Map(me.links);
  for (const link of visibleLinks(me)) {
    const { source_id, target_id, relation } = link;
    const ends = [source_id, target_id];
    if (relation === "supersedes" || !ends.includes(older) || ends.includes(newer)) continue;
    me.links.delete(linkKey(link));
    const end = (id: string) => (id === older ? newer : id);
    keepLink(turn, { source_id: end(source_id), target_id: end(target_id), relation });
  }
  keepLink(turn, { source_id: newer, target_id: older, relation: "supersedes" });
  await undoOrNot(turn, data.operation, before);
};

/** Splits one of the user's notes, and undoes that or not; another user's note does not exist. */
export const splitNote: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const id = someOwnId(turn);
  if (id === undefined || liveIds(me).length >= MOST_NOTES) return;
  const procedure = "operations.split";
  const parts = [1, 2].map(() => ({ ...someNote(random, visitor.canary), note_type: "belief" as const }));
  if (random.chance(0.3)) return await expectHidden(turn, (one) => ({ procedure, input: { id: one, parts } }));
  const { status, data } = await visitor.call({ procedure, input: { id, parts } });
  if (!isLive(me, id)) return expect(status).toBe(404);
  expect([201, 200, 409]).toContain(status);
  if (status === 409) return;
  const before = new Map(me.links);
  for (const part of data.notes as { readonly id: string; readonly title: string }[]) {
    keep(turn, part.id, { title: part.title, type: "belief", isDeleted: false });
    keepLink(turn, { source_id: part.id, target_id: id, relation: "supersedes" });
  }
  if (await undoOrNot(turn, data.operation, before))
    for (const part of data.notes) me.notes.get(part.id)!.isDeleted = true;
};

/** Lists the user's own operations; those of another user cannot be undone, whichever they are. */
export const seeOperations: Action = async (turn) => {
  const { random, visitor, me, others } = turn;
  const { data } = await visitor.call({ procedure: "operations.list", input: { limit: 3 } });
  for (const { id, note, others: further } of data.operations) {
    expect(me.operationIds).toContain(id);
    for (const one of [note ?? [], further].flat()) expect(isLive(me, one.id)).toBe(true);
  }
  const foreign = random.pick(random.pick(others)!.operationIds);
  if (foreign === undefined) return;
  const { status } = await visitor.call({ procedure: "operations.undo", input: { id: foreign } });
  expect(status).toBe(404);
  await expectHidden(turn, (id) => ({ procedure: "operations.undo", input: { id } }));
};

/** Undoes an operation sometimes, after which the links are as before. Returns whether it did. */
async function undoOrNot({ random, visitor, me }: Turn, id: string, before: Person["links"]): Promise<boolean> {
  me.operationIds.push(id);
  if (random.chance(0.4)) return false;
  const { status, data } = await visitor.call({ procedure: "operations.undo", input: { id } });
  expect([status, data.state]).toEqual([200, "undone"]);
  me.links.clear();
  for (const [key, link] of before) me.links.set(key, link);
  return true;
}

/** Saves a synthesis, which is linked to the user's own notes alone, whatever ids are sent. */
export const saveSynthesis: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const [own, foreign] = [someOwnId(turn), someForeignId(turn)];
  if (own === undefined || foreign === undefined || liveIds(me).length >= MOST_NOTES) return;
  const { title, content } = someNote(random, visitor.canary);
  const input = { title, content, sources: [own, foreign] };
  const { status, data } = await visitor.call({ procedure: "notes.saveSynthesis", input });
  expect(status).toBe(200);
  expect(data.links).toBe(isLive(me, own) ? 1 : 0);
  keep(turn, data.id, { title, type: "synthesis", isDeleted: false });
  if (data.links > 0) keepLink(turn, { source_id: data.id, target_id: own, relation: "derived_from" });
};

function keep({ me }: Turn, id: string, note: Parameters<Turn["me"]["notes"]["set"]>[1]): void {
  me.notes.set(id, note);
  me.ids.push(id);
}

function keepLink({ me }: Turn, link: KeptLink): void {
  me.links.set(linkKey(link), link);
}
