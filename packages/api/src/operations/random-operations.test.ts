import type { Link, NoteType, Relation } from "@knote/contract";
import { aNote, freshId, testServices, testUser, type TestUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import { noteWrite } from "../notes/note-view.ts";
import { linkKey } from "../ports/link-store.ts";
import { lookKey } from "../ports/look-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { type Chance, createChance, shuffle } from "../testing/random-review-model.ts";

/** How many graphs each test draws. */
const GRAPHS = Number(process.env["KNOTE_OPERATION_GRAPHS"] ?? 500);

const RELATIONS: readonly Relation[] = [
  ...(["depends_on", "depends_on", "derived_from", "extends", "relates_to", "relates_to"] as const),
  ...(["supersedes", "contradicts"] as const),
];
const TYPES: readonly NoteType[] = ["fact", "insight", "belief"];

it(`restores notes, links, states and reviews of ${GRAPHS} random graphs when a merge is undone`, async () => {
  let [mergeCount, movedCount, reviewCount] = [0, 0, 0];
  for (let seed = 1; seed <= GRAPHS; seed++) {
    const chance = createChance(seed);
    const { user, notes, links } = await drawGraph(chance);
    const [survivor, ...others] = shuffle(chance, notes).slice(0, 2 + chance(3));
    const before = await readAll(user);
    const merging = user.api.operations.merge({
      id: survivor!.id,
      with: others.map(({ id }) => id),
      ...(chance(3) === 0 && { title: `Together ${chance(5)}` }),
      ...(chance(4) === 0 && { content: "All in one." }),
    });
    const merge = await unlessRefused(merging);
    if (merge === null) {
      expect(await readAll(user), `seed ${seed}`).toEqual(before);
      continue;
    }
    mergeCount++;
    movedCount += merge.moved;
    reviewCount += before.reviews.filter(({ causes }) => causes.length > 0).length;
    const olderIds = new Set(others.map(({ id }) => id));
    await expectMoved(user, links, { olderIds, heads: [survivor!.id], message: `seed ${seed}` });
    for (const { id } of others) expect((await user.api.notes.get({ id })).state, `seed ${seed}`).toBe("superseded");
    await user.api.operations.undo({ id: merge.operation });
    expect(await readAll(user), `seed ${seed}`).toEqual(before);
  }
  // The graphs are such that there is something to restore.
  expect(mergeCount).toBeGreaterThan(GRAPHS / 4);
  expect(movedCount).toBeGreaterThan(mergeCount);
  expect(reviewCount).toBeGreaterThan(mergeCount / 4);
});

it(`restores the same of ${GRAPHS} random graphs when a split is undone`, async () => {
  let [splitCount, movedCount] = [0, 0];
  for (let seed = 1; seed <= GRAPHS; seed++) {
    const chance = createChance(seed);
    const { user, notes, links } = await drawGraph(chance);
    const original = notes[chance(notes.length)]!;
    const own = links.filter(
      ({ source_id, target_id, relation }) =>
        relation !== "supersedes" && (source_id === original.id || target_id === original.id),
    );
    const parts = Array.from({ length: 2 + chance(3) }, (_, index) => ({
      title: `Part ${index}`,
      content: "-",
      note_type: "fact" as const,
      links: own
        .filter(() => chance(2) === 0)
        .map(({ source_id, target_id, relation }) =>
          source_id === original.id ? { target_id, relation } : { source_id, relation },
        ),
    }));
    const before = await readAll(user);
    const split = await unlessRefused(user.api.operations.split({ id: original.id, parts }));
    if (split === null) {
      expect(await readAll(user), `seed ${seed}`).toEqual(before);
      continue;
    }
    splitCount++;
    movedCount += (await user.api.operations.list({})).operations[0]!.moved;
    expect(split.original.state).toBe("superseded");
    const heads = split.notes.map(({ id }) => id);
    await expectMoved(user, links, { olderIds: new Set([original.id]), heads, message: `seed ${seed}` });
    await user.api.operations.undo({ id: split.operation });
    expect(await readAll(user), `seed ${seed}`).toEqual(before);
  }
  expect(splitCount).toBeGreaterThan(GRAPHS / 4);
  expect(movedCount).toBeGreaterThan(splitCount / 2);
});

/** Up to 8 notes with links of all relations, rewordings, archived notes, a deleted one, and looks. */
async function drawGraph(chance: Chance) {
  const user = testUser(testServices());
  const { storage, actor } = user.ctx;
  const notes: StoredNote[] = [];
  for (let count = 4 + chance(5); count > 0; count--) {
    const created_at = day(1 + chance(5));
    const note = aNote({
      ...{ id: freshId(Date.parse(created_at)), title: `Claim ${count}`, content: `Because of ${chance(4)}.` },
      ...{ note_type: TYPES[chance(3)]!, tags: ["a", "b", "c"].slice(chance(3)), importance: chance(11) / 10 },
      ...{ created_at, updated_at: day(20), claimed_at: chance(3) === 0 ? day(6 + chance(14)) : created_at },
      archived: chance(12) === 0,
    });
    await storage.notes.insert(actor.userId, noteWrite(note), []);
    notes.push(note);
  }
  const links = new Map<string, Link>();
  for (let count = chance(3 * notes.length); count > 0; count--) {
    const [source, target] = shuffle(chance, notes);
    const relation = RELATIONS[chance(RELATIONS.length)]!;
    const ends = { source_id: source!.id, target_id: target!.id };
    if (relation === "supersedes" && (await storage.links.supersedes(actor.userId, target!.id, source!.id))) continue;
    const link = { ...ends, relation, created_at: day(6 + chance(14)) };
    if (links.has(linkKey(link))) continue;
    links.set(linkKey(link), link);
    await storage.links.insert(actor.userId, link, []);
  }
  if (chance(4) === 0) await user.api.notes.delete({ id: notes.pop()!.id });
  await drawLooks(chance, user, notes);
  const ids = new Set(notes.map(({ id }) => id));
  const visible = [...links.values()].filter(({ source_id, target_id }) => ids.has(source_id) && ids.has(target_id));
  return { user, notes, links: visible };
}

async function drawLooks(chance: Chance, { api, ctx }: TestUser, notes: readonly StoredNote[]): Promise<void> {
  for (const { id } of notes) {
    if (chance(3) > 0) continue;
    const { causes } = await api.reviews.ofNote({ id });
    if (causes.length > 0) await api.reviews.look({ id });
  }
  const look = { basis: "-", verdict: "fine", reason: null, details: null, at: day(20) };
  await ctx.storage.looks.put(ctx.actor.userId, [{ ...look, key: lookKey("orphan", notes[0]!.id) }]);
}

/** Reads all that undoing restores: texts, states, links with their times, and why notes need review. */
async function readAll({ api, ctx }: TestUser) {
  const { notes } = await api.notes.list({});
  const storedNotes = await ctx.storage.notes.getMany(
    ctx.actor.userId,
    notes.map(({ id }) => id),
  );
  const { links } = await api.links.list({});
  return {
    notes,
    claimed: storedNotes.map(({ id, claimed_at }) => `${id} ${claimed_at}`).toSorted(),
    links: links.map((link) => `${linkKey(link)} ${link.created_at}`).toSorted(),
    reviews: await Promise.all(notes.map(({ id }) => api.reviews.ofNote({ id }))),
  };
}

interface Replacing {
  readonly olderIds: ReadonlySet<string>;
  readonly heads: readonly string[];
  readonly message: string;
}

/** Every link stands, or has gone over from a note that was olderIds to one that olderIds it. */
async function expectMoved(
  { api }: TestUser,
  before: readonly Link[],
  { olderIds, heads, message }: Replacing,
): Promise<void> {
  const { links } = await api.links.list({});
  const present = new Set(links.map(linkKey));
  const standIns = (id: string) => (olderIds.has(id) ? [id, ...heads] : [id]);
  for (const { source_id, target_id, relation } of before) {
    const images = standIns(source_id).flatMap((source) =>
      standIns(target_id).map((target) => linkKey({ source_id: source, target_id: target, relation })),
    );
    expect(
      images.some((key) => present.has(key)),
      `${message}: ${source_id} ${relation} ${target_id}`,
    ).toBe(true);
  }
}

async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  return await work.catch((error: Error) => {
    if (DomainError.is(error.cause) && error.cause.code === "CONFLICT") return null;
    throw error;
  });
}

function day(number: number): string {
  return `2026-02-${String(number).padStart(2, "0")}T12:00:00.000Z`;
}
