import { RELATIONS } from "@knote/contract";
import { expect } from "vitest";
import { idsIn, nextCursor } from "./hidden-ids.ts";
import { isLive, linkKey, liveIds, visibleLinks } from "./person.ts";
import { someSearch } from "./texts.ts";
import { readTending } from "./tend-actions.ts";
import { type Action, expectHidden, someOwnId, type Turn } from "./turn.ts";

const MOST_PAGES = 4;

export const linkNotes: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const relation = random.pick(RELATIONS)!;
  const [own, other] = [someOwnId(turn), someOwnId(turn)];
  if (own === undefined || other === undefined || own === other) return;
  if (random.chance(0.3)) return await linkWithForeign(turn, own, relation);
  // Links go from the newer note to the older, so no cycle can arise.
  const [target_id, source_id] = [own, other].toSorted() as [string, string];
  const link = { source_id, target_id, relation };
  const { status } = await visitor.call({ procedure: "links.create", input: link });
  const isNew = !me.links.has(linkKey(link));
  const bothLive = isLive(me, source_id) && isLive(me, target_id);
  expect(status < 300 ? "made" : status).toBe(!bothLive ? 404 : isNew ? "made" : 409);
  if (status < 300) me.links.set(linkKey(link), link);
};

async function linkWithForeign(turn: Turn, own: string, relation: string): Promise<void> {
  const procedure = turn.random.pick(["links.create", "links.delete"])!;
  const isSource = turn.random.chance(0.5);
  const ends = (id: string) => (isSource ? { source_id: own, target_id: id } : { source_id: id, target_id: own });
  await expectHidden(turn, (id) => ({ procedure, input: { ...ends(id), relation } }));
}

export const replaceLink: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const relation = random.pick(RELATIONS)!;
  const from = random.pick(visibleLinks(me));
  if (!from) return;
  const procedure = "links.replace";
  if (random.chance(0.3))
    return await expectHidden(turn, (id) => ({ procedure, input: { from, to: { ...from, target_id: id, relation } } }));
  const to = { ...from, relation };
  const { status } = await visitor.call({ procedure, input: { from, to } });
  expect(status).toBe(linkKey(to) === linkKey(from) ? 409 : 200);
  if (status !== 200) return;
  me.links.delete(linkKey(from));
  if (!me.links.has(linkKey(to))) me.links.set(linkKey(to), to);
};

export const removeLink: Action = async ({ random, visitor, me }) => {
  const link = random.pick(visibleLinks(me));
  if (!link) return;
  expect((await visitor.call({ procedure: "links.delete", input: { ...link } })).ok).toBe(true);
  me.links.delete(linkKey(link));
};

export const listLinks: Action = async (turn) => {
  const { visitor, me } = turn;
  const { data } = await visitor.call({ procedure: "links.list", input: { limit: 1_000 } });
  expect(data.links.map(linkKey).toSorted()).toEqual(visibleLinks(me).map(linkKey).toSorted());
  await readTending(turn);
};

/** Reads the graph, sometimes since another user's event, which is unknown here: then all of the graph is returned. */
export const seeGraph: Action = async ({ random, visitor, me, others }) => {
  const since = random.chance(0.5) ? random.pick(random.pick(others)!.eventIds) : undefined;
  const { answer } = await visitor.call({ procedure: "graph.snapshot", input: since === undefined ? {} : { since } });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('"changed":null');
  expect([...new Set(idsIn(answer.text))].toSorted()).toEqual(liveIds(me).toSorted());
};

/** Exports the graph, its history, or what tells its states. */
export const exportGraph: Action = async ({ random, visitor, me, coveredDoors }) => {
  const path = `/api/workspace/export${random.pick(["", "?history=true", "?heads=true"])!}`;
  const answer = await visitor.sendWire({ method: "GET", path, headers: {} });
  coveredDoors.add("GET /api/workspace/export");
  expect(answer.status).toBe(200);
  const lines = answer.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const ids = lines.flatMap(({ note, head }) => note?.key ?? head?.id ?? []);
  expect(ids.toSorted()).toEqual(liveIds(me).toSorted());
  expect(lines.at(-1)).toEqual({ end: { notes: ids.length, links: visibleLinks(me).length } });
};

/** Reads page after page of notes, matches or links; sometimes from another user's cursor. */
export const walkPages: Action = async ({ random, visitor, me, others }) => {
  const path = random.pick(["/api/graph/notes", "/api/graph/notes", "/api/graph/links"])!;
  const q = path.endsWith("notes") && random.chance(0.5) ? someSearch(random, visitor.canary) : null;
  const search = `limit=${1 + random.below(9)}${q === null ? "" : `&q=${encodeURIComponent(q)}`}`;
  const foreign = random.chance(0.2) ? random.pick(random.pick(others)!.cursors) : undefined;
  let cursor: string | null = foreign ?? null;
  const seenIds: string[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const place = cursor === null ? "" : `&cursor=${cursor}`;
    const answer = await visitor.sendWire({ method: "GET", path: `${path}?${search}${place}`, headers: {} });
    // A cursor of another list is invalid in this one.
    if (answer.status === 422 && foreign !== undefined) return;
    expect(answer.status).toBe(200);
    const body = JSON.parse(answer.text) as { notes?: { id: string }[]; links?: { source_id: string }[] };
    seenIds.push(...(body.notes ?? []).map(({ id }) => id), ...(body.links ?? []).map((link) => link.source_id));
    cursor = nextCursor(answer);
    if (cursor === null) break;
    me.cursors.push(cursor);
  }
  for (const id of seenIds) expect(isLive(me, id)).toBe(true);
  if (path.endsWith("notes")) expect(new Set(seenIds).size).toBe(seenIds.length);
};

/** Searches for common words, then for a word that only another user wrote. */
export const searchNotes: Action = async ({ random, visitor, me, others, canaries }) => {
  const { data } = await visitor.call({
    procedure: "notes.list",
    input: { q: someSearch(random, visitor.canary) },
  });
  for (const { id } of data.notes) expect(isLive(me, id)).toBe(true);
  const word = canaries.get(random.pick(others)!.userId)!;
  const answer = await visitor.call({
    procedure: "notes.list",
    input: { q: random.pick([word, `"${word}"`, `${word}*`])! },
  });
  expect(answer.data.notes).toEqual([]);
};
