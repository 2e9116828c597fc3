import { HOLDS, OUTCOMES } from "@knote/contract";
import { expect } from "vitest";
import { idsIn } from "./hidden-ids.ts";
import { isLive, type Person } from "./person.ts";
import { type Action, expectHidden, someForeignId, someOwnId } from "./turn.ts";
import type { Visitor } from "./visitor.ts";

/** Reads each list of tending, which must hold the user's own notes alone, on the next page too. */
export const readTending: Action = async ({ visitor, me }) => {
  await visitor.call({ procedure: "tend.embedder", input: {} });
  for (const kind of ["waiting", "indexing", "contested", "orphans"]) {
    const input = kind === "waiting" || kind === "indexing" ? {} : { limit: 3 };
    const { data } = await visitor.call({ procedure: `tend.${kind}`, input });
    for (const id of idsIn(JSON.stringify(data))) expect(isLive(me, id)).toBe(true);
    if (kind !== "orphans" || data.next === null) continue;
    const following = await visitor.call({ procedure: "tend.orphans", input: { ...input, cursor: data.next } });
    for (const { id } of following.data.notes) expect(isLive(me, id)).toBe(true);
  }
};

const REVIEW_PROCEDURES = ["ofNote", "look", "takeBack", "impact", "lookForAll", "takeBackForAll"];

/** Reads reviews and impacts, and looks at causes; those of another user's notes do not exist. */
export const reviewNotes: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const expectOwn = (answer: unknown) => {
    for (const id of idsIn(JSON.stringify(answer))) expect(isLive(me, id)).toBe(true);
  };
  expectOwn((await visitor.call({ procedure: "reviews.list", input: { limit: 5 } })).data);
  const ids = [someOwnId(turn), someForeignId(turn)].filter((id) => id !== undefined);
  const ofMany = { procedure: "reviews.impactOfMany", input: { ids, if: "deleted" } };
  if (ids.length > 0) expectOwn((await visitor.call(ofMany)).data);
  for (const name of REVIEW_PROCEDURES) {
    const procedure = `reviews.${name}`;
    const id = someOwnId(turn);
    if (id === undefined || random.chance(0.2)) await expectHidden(turn, (one) => ({ procedure, input: { id: one } }));
    else {
      const { status, data } = await visitor.call({ procedure, input: { id } });
      if (!isLive(me, id)) expect(status).toBe(404);
      // Nothing may rest on the note.
      else if (name !== "lookForAll" || status !== 409) expect(status).toBeLessThan(300);
      if (status < 300) expectOwn(data ?? null);
    }
  }
};

/** Marks matters as fine and takes that back; matters of another user's notes are neither stored nor listed. */
export const lookAtMatters: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const [one, other, foreign] = [someOwnId(turn), someOwnId(turn), someForeignId(turn)];
  const keys = [one, foreign].flatMap((id) => (id === undefined ? [] : [`orphan ${id}`]));
  if (one !== undefined && other !== undefined && one !== other) {
    const pair = [one, other].toSorted().toReversed().join(" ");
    keys.push(`near ${pair}`, `contested ${pair}`);
  }
  const isOwn = (key: string) => idsIn(key).every((id) => isLive(me, id));
  const looks = keys.map((key) => ({ key }));
  const { data } = await visitor.call({ procedure: "looks.add", input: { looks } });
  expect(data.stored).toBe(keys.filter(isOwn).length);
  const { data: page } = await visitor.call({ procedure: "looks.list", input: { limit: 500 } });
  expect(page.looks.filter(({ key }: { readonly key: string }) => !isOwn(key))).toEqual([]);
  for (const key of keys.filter(() => random.chance(0.5)))
    expect((await visitor.call({ procedure: "looks.remove", input: { key } })).status).toBeLessThan(300);
};

const STANCE_PROCEDURES = ["ofNote", "set", "recordOutcome", "withdrawOutcome"] as const;

/** Takes stances, records outcomes and reads what became of them; those of another user's notes do not exist. */
export const takeStances: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const fields = {
    ofNote: {},
    set: { confidence: random.below(11) / 10, expects: visitor.canary, review_on: "2026-04-01" },
    recordOutcome: { outcome: random.pick(OUTCOMES)!, text: visitor.canary },
    withdrawOutcome: {},
  };
  for (const name of STANCE_PROCEDURES) {
    const call = (id: string) => ({ procedure: `stances.${name}`, input: { id, ...fields[name] } });
    const id = someOwnId(turn);
    if (id === undefined || random.chance(0.2)) await expectHidden(turn, call);
    else {
      const { status } = await visitor.call(call(id));
      // A note of another type has no stance, and one whose outcome stands takes no other.
      expect(status).toBeOneOf(isLive(me, id) ? [200, 204, 409, 422] : [404]);
    }
  }
  const filters = [{}, { due: random.chance(0.5) }, { holds: random.pick(HOLDS)! }, { note_type: ["belief"] }];
  const { data } = await visitor.call({
    procedure: "stances.decisions",
    input: { limit: 5, ...random.pick(filters)! },
  });
  for (const id of idsIn(JSON.stringify(data))) expect(isLive(me, id)).toBe(true);
  await visitor.call({ procedure: "stances.calibration", input: random.chance(0.5) ? {} : { tag: [visitor.canary] } });
};

/** Lists, makes and decides proposals; those for another user's notes do not exist. */
export const decideProposals: Action = async (turn) => {
  const { random, visitor, me } = turn;
  const expectOwn = (answer: unknown) => {
    for (const id of idsIn(JSON.stringify(answer))) expect(isLive(me, id)).toBe(true);
  };
  const state = random.pick(["accepted", "retyped", "dismissed"] as const)!;
  expectOwn((await visitor.call({ procedure: "proposals.list", input: { state } })).data.proposals);
  expectOwn((await visitor.call({ procedure: "proposals.precision", input: {} })).data);
  const [one, other, foreign] = [someOwnId(turn), someOwnId(turn), someForeignId(turn)];
  if (one === undefined || other === undefined || one === other) return;
  const propose = (source_id: string, target_id: string) => ({
    procedure: "proposals.propose",
    input: { source_id, target_id, relation: "extends", by: "me" },
  });
  if (random.chance(0.3)) await expectHidden(turn, (id) => propose(one, id));
  const { status: outcome } = await visitor.call(propose(one, other));
  expect([201, 200, 404, 409]).toContain(outcome);
  if (!isLive(me, one) || !isLive(me, other)) expect(outcome).toBe(404);
  const key = (id: string) => [one, id].toSorted().toReversed().join("~");
  const decisions = [other, ...(foreign === undefined ? [] : [foreign])].flatMap((id) =>
    // A link would have to be known to the model of this user: it is made by another action.
    (["dismiss", "reopen", "dismiss"] as const).map((decision) => ({ key: key(id), decision })),
  );
  const { data } = await visitor.call({ procedure: "proposals.decide", input: { decisions } });
  for (const { key: decidedKey, status } of data.results as { readonly key: string; readonly status: string }[])
    if (!idsIn(decidedKey).every((id) => isLive(me, id))) expect(status).toBe("gone");
  // Without a judge nothing is made, but unknown notes are the same as another user's.
  expect((await visitor.call({ procedure: "proposals.run", input: { note_ids: [one] } })).status).toBe(503);
  if (random.chance(0.7)) return;
  await visitor.call({
    procedure: "proposals.decide",
    input: { decisions: [{ key: key(other), decision: "reopen" }] },
  });
};

/** Reads all pages of near pairs, and of open proposals. */
export async function walkNearPairs(visitor: Visitor, me: Person): Promise<void> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data } = await visitor.call({ procedure: "tend.near", input: cursor === undefined ? {} : { cursor } });
    for (const id of idsIn(JSON.stringify(data))) expect(isLive(me, id)).toBe(true);
    cursor = data.next;
  }
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data } = await visitor.call({ procedure: "proposals.list", input: cursor === undefined ? {} : { cursor } });
    for (const id of idsIn(JSON.stringify(data.proposals))) expect(isLive(me, id)).toBe(true);
    cursor = data.next;
  }
}
