import { expect } from "vitest";
import { idsIn } from "./hidden-ids.ts";
import { countQuestion, isLive, linkKey, liveIds, visibleLinks } from "./person.ts";
import { someNote, someQuestion } from "./texts.ts";
import { type Action, someForeignId, someOwnId, type Turn } from "./turn.ts";

const MOST_NOTES = 40;
const KINDS = ["contested", "needs_review", "near", "orphans", "proposals", "due", "changed"];
const OF_ONE_NOTE = ["fetch", "suggest_links", "update_note", "delete_note", "restore_note"];

/** Uses the tools of agents: those that read name the caller's live notes alone, those that write find no others. */
export const useTools: Action = async (turn) => {
  const { random } = turn;
  if (random.chance(0.2)) return await reachForForeign(turn);
  await random.pick([readTools, readTools, askTool, writeTools, linkTools])!(turn);
};

/** Tries a note of somebody else, which is as unknown as any other. */
async function reachForForeign(turn: Turn): Promise<void> {
  const id = someForeignId(turn);
  if (id === undefined) return;
  const name = turn.random.pick(OF_ONE_NOTE)!;
  const result = await callTool(turn, name, { id });
  expect(result).toEqual({
    content: [
      { type: "text", text: `There is no note with the id ${id}. Call search or list_notes for the right one.` },
    ],
    isError: true,
  });
}

async function readTools(turn: Turn): Promise<void> {
  const { random, visitor, me, others, canaries } = turn;
  const foreign = canaries.get(random.pick(others)!.userId)!;
  const query = random.chance(0.3) ? foreign : someQuestion(random);
  const answers = [
    await callTool(turn, "search", { query, limit: 20 }),
    await callTool(turn, "list_notes", { q: query }),
    await callTool(turn, "review", { kind: random.pick(KINDS)!, limit: 10 }),
  ];
  const id = someOwnId(turn);
  if (id !== undefined && isLive(me, id)) {
    const note = await callTool(turn, "fetch", { id });
    expect(note.structuredContent).toMatchObject({ id, title: me.notes.get(id)!.title });
    answers.push(note, await callTool(turn, "suggest_links", { id }));
  }
  for (const answer of answers) {
    expect(answer.isError, answer.content[0].text).toBeUndefined();
    for (const one of idsIn(JSON.stringify(answer.structuredContent))) expect(isLive(me, one)).toBe(true);
  }
  const { structuredContent } = await callTool(turn, "list_notes", { tag: [visitor.canary], limit: 50 });
  for (const one of structuredContent.notes) expect(isLive(me, one.id)).toBe(true);
}

async function askTool(turn: Turn): Promise<void> {
  const { world, random, visitor, me } = turn;
  const query = `${someQuestion(random)} ${visitor.canary}`;
  const hasQuota = countQuestion(me, world.clock.now(), /compare|summarize all/i.test(query));
  const { isError, structuredContent } = await callTool(turn, "ask", { query });
  expect(isError).toBe(hasQuota ? undefined : true);
  for (const { id } of structuredContent?.sources ?? []) expect(isLive(me, id)).toBe(true);
}

async function writeTools(turn: Turn): Promise<void> {
  const { random, visitor, me } = turn;
  const text = someNote(random, visitor.canary);
  if (liveIds(me).length < MOST_NOTES) {
    const { structuredContent: note } = await callTool(turn, "create_note", text);
    me.notes.set(note.id, { title: text.title, type: text.note_type, isDeleted: false });
    me.ids.push(note.id);
  }
  const id = random.pick(liveIds(me));
  if (id === undefined) return;
  expect((await callTool(turn, "update_note", { id, importance: text.importance })).isError).toBeUndefined();
  expect((await callTool(turn, "delete_note", { id })).isError).toBeUndefined();
  expect((await callTool(turn, "fetch", { id })).isError).toBe(true);
  expect((await callTool(turn, "restore_note", { id })).structuredContent.title).toBe(me.notes.get(id)!.title);
}

async function linkTools(turn: Turn): Promise<void> {
  const { random, me } = turn;
  const present = random.pick(visibleLinks(me));
  if (present) {
    expect((await callTool(turn, "unlink_notes", { ...present })).isError).toBeUndefined();
    me.links.delete(linkKey(present));
    expect((await callTool(turn, "link_notes", { ...present })).isError).toBeUndefined();
    me.links.set(linkKey(present), present);
  }
  const [own, foreign] = [random.pick(liveIds(me)), someForeignId(turn)];
  if (own === undefined || foreign === undefined) return;
  for (const name of ["link_notes", "unlink_notes"]) {
    const link = { source_id: own, target_id: foreign, relation: "extends" };
    expect((await callTool(turn, name, link)).isError).toBe(true);
  }
}

async function callTool({ visitor, coveredDoors }: Turn, name: string, parameters: object): Promise<any> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: parameters } };
  const { status, text } = await visitor.sendWire({
    method: "POST",
    path: "/mcp",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify(message),
  });
  coveredDoors.add("POST /mcp");
  expect(status).toBe(200);
  return JSON.parse(text).result;
}
