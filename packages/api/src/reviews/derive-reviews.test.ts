import { describe, expect, it } from "vitest";
import { addLooks, deriveModel } from "../testing/derive-model.ts";
import { type DefinedPath, defineReviews } from "../testing/defined-reviews.ts";
import { changeModel, type Chance, createChance, drawModel, shuffle } from "../testing/random-review-model.ts";
import { looksOf, type ReviewModel } from "../testing/review-model.ts";
import type { Reviews } from "./derive-reviews.ts";
import type { Cause } from "./find-causes.ts";

const GRAPHS = 2_000;

describe("deriveReviews", () => {
  it("agrees with the definition over all simple paths, for any graph and looks", async () => {
    for (let seed = 1; seed <= GRAPHS; seed++) {
      const chance = createChance(seed);
      const drawnModel = await addLooks(chance, drawModel(chance));
      const model = chance(2) === 0 ? drawnModel : changeModel(chance, changeModel(chance, drawnModel));
      await expectDefinition(model, seed);
    }
  });

  it("is the same in whatever order the links and looks come", async () => {
    for (let seed = 1; seed <= GRAPHS / 4; seed++) {
      const chance = createChance(seed);
      const { notes, links, looks } = await addLooks(chance, drawModel(chance));
      const looksByKey = [...looksOf({ notes, links, looks })];
      const reviews = await derive({ notes, links, looks });
      const shuffledReviews = await derive(
        { notes, links: shuffle(chance, links), looks: [] },
        new Map(shuffle(chance, looksByKey)),
      );
      expect(await tell(shuffledReviews, notes), `seed ${seed}`).toEqual(await tell(reviews, notes));
    }
  });

  it("is as before after any one write is made and undone", async () => {
    for (let seed = 1; seed <= GRAPHS / 4; seed++) {
      const chance = createChance(seed);
      const model = await addLooks(chance, drawModel(chance));
      const before = await tell(await derive(model), model.notes);
      for (const write of ["archive", "delete", "link", "unlink", "look"] as const) {
        const { change, undo } = drawWrite(chance, model, write);
        await derive(change);
        expect(await tell(await derive(undo(change)), model.notes), `seed ${seed}, ${write}`).toEqual(before);
      }
    }
  });

  it("opens nothing by a look, and everything again once each basis is another", async () => {
    for (let seed = 1; seed <= GRAPHS / 4; seed++) {
      const chance = createChance(seed);
      const model = await addLooks(chance, drawModel(chance));
      const without = await derive({ ...model, looks: [] });
      const ids = new Set(without.ids());
      for (const id of (await derive(model)).ids()) expect(ids, `seed ${seed}`).toContain(id);
      const otherBases = model.looks.map((look) => ({ ...look, basis: `${look.basis} and more` }));
      expect(await tell(await derive({ ...model, looks: otherBases }), model.notes), `seed ${seed}`).toEqual(
        await tell(without, model.notes),
      );
    }
  });
});

/** Derives and compares every answer with the definition. */
async function expectDefinition(model: ReviewModel, seed: number): Promise<void> {
  const definition = defineReviews(model);
  const reviews = await derive(model);
  const pathsById = new Map(model.notes.map(({ id }) => [id, definition.pathsOf(id)]));
  const openRoots = (id: string) => rootsOf(pathsById.get(id)!.filter(({ isQuiet }) => !isQuiet));
  const expectedIds = model.notes.map(({ id }) => id).filter((id) => openRoots(id).size > 0);
  expect(reviews.ids(), `seed ${seed}`).toEqual(expectedIds);
  for (const { id } of model.notes) {
    expect(reviews.needsReview(id)).toBe(expectedIds.includes(id));
    const causes = await reviews.causesOf(id);
    expect(new Set(causes.map(rootName)), `seed ${seed}, ${id}`).toEqual(rootsOf(pathsById.get(id)!));
    const openCauses = causes.filter(({ look }) => look === null);
    expect(new Set(openCauses.map(rootName)), `seed ${seed}, ${id}`).toEqual(openRoots(id));
    for (const cause of causes) expectPath(model, id, cause, pathsById.get(id)!, `seed ${seed}, ${id}`);
  }
  await expectLists(model, reviews, openRoots, `seed ${seed}`);
}

/** A path has to be one of the shortest that the definition has, and its links have to be there. */
function expectPath(
  { links }: ReviewModel,
  id: string,
  cause: Cause,
  paths: readonly DefinedPath[],
  hint: string,
): void {
  const isOpen = cause.look === null;
  const own = paths.filter(({ root, isQuiet }) => rootName(root) === rootName(cause) && isQuiet !== isOpen);
  const shortest = Math.min(...own.map(({ notes }) => notes.length));
  expect(cause.path.length, hint).toBe(cause.kind === "deleted" ? shortest - 1 : shortest);
  const ids = [id, ...cause.path.map(({ target_id }) => target_id)];
  expect(ids.at(-1), hint).toBe(cause.id);
  const notes = cause.kind === "deleted" ? ids : ids.slice(0, -1);
  expect(
    own.map((one) => one.notes.join()),
    hint,
  ).toContain(notes.join());
  for (const step of cause.path) {
    const matches = links.filter(
      ({ source, target, relation }) =>
        source === step.source_id && target === step.target_id && relation === step.relation,
    );
    expect(matches, hint).toHaveLength(1);
  }
}

async function expectLists(
  { notes }: ReviewModel,
  reviews: Reviews,
  openRoots: (id: string) => ReadonlySet<string>,
  hint: string,
): Promise<void> {
  const listedIds: string[] = [];
  for (let before: string | undefined = "z"; before !== undefined;) {
    const { reviews: page, total, next } = await reviews.list({}, { limit: 3, before });
    for (const { id, cause, more } of page) {
      const causes = (await reviews.causesOf(id)).filter(({ look }) => look === null);
      expect(cause, hint).toEqual(causes[0]);
      expect(more, hint).toBe(causes.length - 1);
      listedIds.push(id);
    }
    expect(total, hint).toBe(reviews.total);
    before = next ?? undefined;
  }
  expect(listedIds, hint).toEqual(reviews.ids().toReversed());
  const allRoots = new Set(notes.flatMap(({ id }) => [...openRoots(id)]));
  const ranking = await reviews.rankCauses();
  expect(new Set(ranking.map(rootName)), hint).toEqual(allRoots);
  for (const { id, kind, shakes } of ranking) {
    const shakenIds = notes.map((note) => note.id).filter((one) => openRoots(one).has(rootName({ id, kind })));
    expect(shakes, hint).toBe(shakenIds.length);
    const { reviews: page } = await reviews.list({ cause: id, kind }, { limit: 20 });
    expect(
      page.map((one) => one.id),
      hint,
    ).toEqual(shakenIds.toReversed());
    for (const { cause } of page) expect(rootName(cause), hint).toBe(rootName({ id, kind }));
  }
  for (const kind of ["superseded", "deleted", "archived", "reworded", "contested"] as const) {
    const withKind = notes.filter(({ id }) => [...openRoots(id)].some((name) => name.startsWith(kind)));
    expect(reviews.totals[kind], hint).toBe(withKind.length);
    expect((await reviews.list({ kind }, { limit: 20 })).total, hint).toBe(withKind.length);
  }
  const besides = notes.filter(({ id }) => [...openRoots(id)].some((name) => !name.startsWith("contested")));
  expect(reviews.totalBesidesContested, hint).toBe(besides.length);
}

function rootsOf(paths: readonly DefinedPath[]): Set<string> {
  return new Set(paths.map(({ root }) => rootName(root)));
}

function rootName({ id, kind }: Pick<Cause, "id" | "kind">): string {
  return `${kind} ${id}`;
}

async function derive(...args: Parameters<typeof deriveModel>): Promise<Reviews> {
  return (await deriveModel(...args)).reviews;
}

/** Returns everything that can be asked of reviews. */
async function tell(reviews: Reviews, notes: ReviewModel["notes"]) {
  const { total, totals } = reviews;
  const causes = await Promise.all(notes.map(({ id }) => reviews.causesOf(id)));
  return { total, totals, causes, list: await reviews.list({}, { limit: 20 }), ranking: await reviews.rankCauses() };
}

/** Draws a write, and how its author takes it back. A link that is made again keeps its time, as in an import. */
function drawWrite(chance: Chance, model: ReviewModel, write: "archive" | "delete" | "link" | "unlink" | "look") {
  const chosenId = model.notes[chance(model.notes.length)]!.id;
  const toggle = (flag: "archived" | "deleted") => (one: ReviewModel) => ({
    ...one,
    notes: one.notes.map((note) => (note.id === chosenId ? { ...note, [flag]: !note[flag] } : note)),
  });
  if (write === "archive") return { change: toggle("archived")(model), undo: toggle("archived") };
  if (write === "delete") return { change: toggle("deleted")(model), undo: toggle("deleted") };
  if (write === "look") {
    const root = { id: chosenId, kind: "archived" as const };
    const look = { note: model.notes[0]!.id, root, basis: "archived", definedBasis: "archived" };
    return { change: { ...model, looks: [...model.looks, look] }, undo: () => model };
  }
  const moreLinks = changeModel(chance, model).links;
  if (write === "link") return { change: { ...model, links: moreLinks }, undo: () => model };
  const place = chance(model.links.length);
  const fewerLinks = model.links.filter((_, index) => index !== place);
  return { change: { ...model, links: fewerLinks }, undo: (one: ReviewModel) => ({ ...one, links: model.links }) };
}
