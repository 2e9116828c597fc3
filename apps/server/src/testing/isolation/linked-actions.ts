import { expect } from "vitest";
import { isLive, type KeptLink, linkKey, liveIds } from "./person.ts";
import { someNote } from "./texts.ts";
import { type Action, expectHidden, someForeignId, someOwnId, type Turn } from "./turn.ts";

/** Live notes from which on a user creates no more. */
const MOST_NOTES = 40;

/** Merges two of the user's notes; merging with another user's note must fail. */
export const mergeNotes: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const [newer, older] = [someOwnId(turn), someOwnId(turn)];
  if (newer === undefined || older === undefined || newer === older || liveIds(me).length >= MOST_NOTES) return;
  const procedure = "tend.merge";
  if (random.chance(0.3)) return await expectHidden(turn, (id) => ({ procedure, input: { newer, older: id } }));
  const { status, data } = await visitor.call({ procedure, input: { newer, older } });
  expect(status).toBe(isLive(me, newer) && isLive(me, older) ? 200 : 404);
  if (status !== 200) return;
  keep(turn, data.id, { ...me.notes.get(newer)!, isDeleted: false });
  for (const target_id of [newer, older]) keepLink(turn, { source_id: data.id, target_id, relation: "supersedes" });
};

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
