import { NOTE_STATES } from "@knote/contract";
import { expect } from "vitest";
import { isLive, liveIds, purge, statsOf } from "./person.ts";
import { sharedNote, someNote } from "./texts.ts";
import { type Action, expectHidden, someOwnId, type Turn } from "./turn.ts";

/** Live notes from which on a user deletes instead of creating, so that long runs stay small. */
const MOST_NOTES = 40;
const SHARED_KEYS = 30;

export const createNote: Action = async (turn) => {
  const { random, visitor, me } = turn;
  if (liveIds(me).length >= MOST_NOTES) return await deleteNote(turn);
  const input = someNote(random, visitor.canary);
  const key = random.chance(0.2) ? `${visitor.canary}-${me.ids.length}` : undefined;
  const { status, data } = await visitor.call({ procedure: "notes.create", input, ...(key && { key }) });
  expect(status).toBeLessThan(300);
  keep(turn, data, key && { key, body: input });
};

/** Creates a note with a key and a body that others use as well. */
export const createUnderSharedKey: Action = async (turn) => {
  const { random, visitor } = turn;
  const number = random.below(SHARED_KEYS);
  const [key, input] = [`shared-${number}`, sharedNote(number)];
  const { status, data, answer } = await visitor.call({ procedure: "notes.create", input, key });
  expect(status).toBe(201);
  if (answer.headers["idempotency-replayed"] === undefined) keep(turn, data, { key, body: input });
  else expect(turn.me.keys.filter((entry) => entry.key === key).map(({ id }) => id)).toContain(data.id);
};

export const repeatCreate: Action = async (turn) => {
  const entry = turn.random.pick(turn.me.keys.slice(-5));
  if (!entry) return;
  const { answer, data } = await turn.visitor.call({ procedure: "notes.create", input: entry.body, key: entry.key });
  if (answer.headers["idempotency-replayed"] === undefined) keep(turn, data, entry);
  else expect(turn.me.keys.filter(({ key }) => key === entry.key).map(({ id }) => id)).toContain(data.id);
};

export const readNote: Action = async (turn) => {
  if (turn.random.chance(0.3)) {
    const procedure = turn.random.pick(["notes.get", "notes.history", "notes.suggestions", "links.ofNote"])!;
    return await expectHidden(turn, (id) => ({ procedure, input: { id } }));
  }
  const id = someOwnId(turn);
  if (id === undefined) return;
  for (const procedure of ["notes.get", "notes.history", "notes.suggestions", "links.ofNote"]) {
    const { status, data } = await turn.visitor.call({ procedure, input: { id } });
    expect(status).toBe(isLive(turn.me, id) ? 200 : 404);
    if (procedure === "notes.get" && data) expect(data.title).toBe(turn.me.notes.get(id)!.title);
  }
};

/** Checks a draft, sometimes in another user's words: only the caller's live notes may be named. */
export const checkNote: Action = async (turn) => {
  const { random, visitor, me, others, canaries } = turn;
  const draft = () =>
    someNote(random, random.chance(0.5) ? visitor.canary : canaries.get(random.pick(others)!.userId)!);
  if (random.chance(0.2)) {
    const input = draft();
    return await expectHidden(turn, (id) => ({ procedure: "notes.check", input: { ...input, id } }));
  }
  const own = random.pick(liveIds(me));
  const input = own === undefined || random.chance(0.5) ? draft() : { ...draft(), title: me.notes.get(own)!.title };
  const { status, data } = await visitor.call({ procedure: "notes.check", input });
  expect(status).toBe(200);
  for (const { notes = [], offer } of data.findings) {
    for (const { id } of notes) expect(isLive(me, id)).toBe(true);
    if (offer) expect(isLive(me, offer.target_id)).toBe(true);
  }
};

export const updateNote: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const text = someNote(random, visitor.canary);
  const fields = random.pick([
    { title: text.title },
    { content: text.content, tags: text.tags },
    { importance: text.importance },
    { state: random.chance(0.5) ? "archived" : "active" },
  ])!;
  if (random.chance(0.3))
    return await expectHidden(turn, (id) => ({ procedure: "notes.update", input: { id, ...fields } }));
  const id = someOwnId(turn);
  if (id === undefined) return;
  const { status } = await visitor.call({ procedure: "notes.update", input: { id, ...fields } });
  expect(status).toBe(isLive(me, id) ? 200 : 404);
  const note = me.notes.get(id)!;
  if (status === 200 && fields.title !== undefined) me.notes.set(id, { ...note, title: fields.title });
};

export const deleteNote: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const purges = random.chance(0.3);
  const call = (id: string) => ({ procedure: "notes.delete", input: { id, ...(purges && { purge: true }) } });
  if (random.chance(0.3)) return await expectHidden(turn, call);
  const id = someOwnId(turn);
  if (id === undefined) return;
  const { ok } = await visitor.call(call(id));
  expect(ok).toBe(purges || isLive(me, id));
  if (purges) purge(me, id);
  else me.notes.get(id)!.isDeleted = true;
};

export const restoreNote: Action = async (turn) => {
  const { random, visitor, me } = turn;
  if (random.chance(0.3)) return await expectHidden(turn, (id) => ({ procedure: "notes.restore", input: { id } }));
  const id = random.pick([...me.notes.keys()]);
  if (id === undefined) return;
  expect((await visitor.call({ procedure: "notes.restore", input: { id } })).status).toBe(200);
  me.notes.get(id)!.isDeleted = false;
};

export const listNotes: Action = async ({ random, visitor, me, canaries }) => {
  const { data } = await visitor.call({ procedure: "notes.list", input: { limit: 1_000 } });
  const listedIds = (data.notes as { id: string }[]).map(({ id }) => id);
  expect(listedIds.toSorted()).toEqual(liveIds(me).toSorted());
  const filters = [
    { state: [random.pick(NOTE_STATES)!] },
    { tag: [visitor.canary] },
    { note_type: ["fact", "belief"] },
  ];
  const filteredList = await visitor.call({ procedure: "notes.list", input: random.pick(filters)! });
  for (const { id } of filteredList.data.notes) expect(listedIds).toContain(id);
  for (const prefix of [visitor.canary, random.pick([...canaries.values()])!]) {
    const { tags } = (await visitor.call({ procedure: "notes.tags", input: { prefix } })).data;
    for (const tag of tags) expect(tag).toBe(visitor.canary);
  }
};

export const readStats: Action = async ({ visitor, me }) => {
  const { data: health } = await visitor.call({ procedure: "graph.health", input: {} });
  expect(health.load_bearing).toBeLessThanOrEqual(liveIds(me).length);
  const { causes } = (await visitor.call({ procedure: "graph.shaking", input: { limit: 3 } })).data;
  for (const { id } of causes) expect(isLive(me, id)).toBe(true);
  expect((await visitor.call({ procedure: "graph.stats" })).data).toEqual(statsOf(me));
};

function keep({ me }: Turn, note: any, under?: { readonly key: string; readonly body: object } | ""): void {
  me.notes.set(note.id, { title: note.title, type: note.note_type, isDeleted: false });
  me.ids.push(note.id);
  if (under) me.keys.push({ key: under.key, body: { ...under.body }, id: note.id });
}
