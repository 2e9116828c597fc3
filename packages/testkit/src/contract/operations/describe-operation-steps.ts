import { appRouter, createCallerFactory, resumeOperations, type Services, type Storage } from "@knote/api";
import { DAY_MS } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { testUser } from "../../callers/test-user.ts";
import { testServices } from "../../fakes/test-services.ts";
import { freshUserId } from "../../builders/fresh-id.ts";
import { givenOwner, minute } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { mortalStorage } from "./mortal-storage.ts";

const WORKS = ["merge", "split", "undo of a merge", "undo of a split"] as const;
type Work = (typeof WORKS)[number];

const createCaller = createCallerFactory(appRouter);

/** Contract suite of merges and splits: whatever the engine, each goes on to the same end after the death of a process. */
export function describeOperationSteps(name: string, open: OpenStorage): void {
  describe(`merges and splits: ${name}`, () => {
    it.each(WORKS)("a %s that stops at any step leaves a sound graph and reaches the same end", async (work) => {
      await using storage = await open();
      const whole = await givenGraph(storage);
      const { operation: first, reading: initial } = await prepare(whole, work);
      await begin(whole, work, first);
      const end = await read(whole);
      expect(end).not.toEqual(initial);
      let stops = 0;
      for (; ; stops++) {
        const graph = await givenGraph(storage);
        const { operation } = await prepare(graph, work);
        const mortal = mortalStorage(storage, stops);
        await begin({ ...graph, services: { ...graph.services, storage: mortal.storage } }, work, operation).catch(
          (error: unknown) => {
            if (!mortal.isDead()) throw error;
          },
        );
        await expectNothingLost(graph);
        expect(await resume(graph)).toBe(mortal.isDead() && stops > 0 ? 1 : 0);
        expect(await read(graph), `stopped after ${stops} writes`).toEqual(stops > 0 ? end : initial);
        expect(await resume(graph)).toBe(0);
        if (!mortal.isDead()) break;
      }
      expect(stops).toBeGreaterThan(8);
    });

    it("lets one of two merges that meet win, and leaves no trace of the other", async () => {
      await using storage = await open();
      const graph = await givenGraph(storage);
      const [a, b, c] = [graph.ids["A"]!, graph.ids["B"]!, graph.ids["C"]!];
      const { operations } = callerOf(graph);
      const outcomes = await Promise.allSettled([
        operations.merge({ id: a, with: [b, c] }),
        operations.merge({ id: b, with: [a] }),
        operations.merge({ id: c, with: [a, b] }),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "CONFLICT" });
      const { operations: entries } = await operations.list({});
      expect(entries.map(({ state }) => state)).toEqual(["done"]);
      await operations.undo({ id: entries[0]!.id });
      expect(await read(graph)).toEqual({ ...(await read(await givenGraph(storage))), operations: ["merge undone"] });
    });
  });
}

interface Graph {
  readonly services: Services;
  readonly userId: string;
  readonly ids: Readonly<Record<string, string>>;
}

/** A note A that can take B and C in, linked with each other, with third notes and in every direction. */
async function givenGraph(storage: Storage): Promise<Graph> {
  const owner = givenOwner(storage, freshUserId());
  const names = ["A", "B", "C", "X", "Y", "Z", "W"];
  const notes = await owner.notes(names.map((letter) => `${letter} is a claim`));
  const [a, b, c, x, y, z, w] = notes;
  await owner.link(b!, "depends_on", x!, minute(10));
  await owner.link(y!, "derived_from", b!, minute(11));
  await owner.link(b!, "relates_to", z!, minute(12));
  await owner.link(z!, "relates_to", c!, minute(13));
  await owner.link(c!, "extends", y!, minute(14));
  await owner.link(a!, "extends", y!, minute(15));
  await owner.link(c!, "relates_to", b!, minute(16));
  await owner.link(c!, "supersedes", w!, minute(17));
  await owner.link(z!, "contradicts", x!, minute(18));
  await owner.link(z!, "depends_on", a!, minute(19));
  const ids = Object.fromEntries(names.map((letter, index) => [letter, notes[index]!.id]));
  return { services: testServices({ storage }), userId: owner.userId, ids };
}

function callerOf({ services, userId }: Graph) {
  return createCaller(testUser(services, { userId }).ctx);
}

async function prepare(graph: Graph, work: Work) {
  const { operation } = work.startsWith("undo")
    ? await begin(graph, work === "undo of a merge" ? "merge" : "split", "")
    : { operation: "" };
  return { operation, reading: await read(graph) };
}

async function begin(graph: Graph, work: Work, operation: string): Promise<{ readonly operation: string }> {
  const { operations } = callerOf(graph);
  const { ids } = graph;
  if (work === "merge") return await operations.merge({ id: ids["A"]!, with: [ids["B"]!, ids["C"]!] });
  if (work !== "split") return { operation: (await operations.undo({ id: operation })).id };
  const part = (title: string) => ({ title, content: "-", note_type: "fact" as const });
  return await operations.split({
    id: ids["B"]!,
    parts: [
      { ...part("First part"), links: [{ target_id: ids["X"]!, relation: "depends_on" }] },
      { ...part("Second part"), links: [{ target_id: ids["X"]!, relation: "depends_on" }] },
      { ...part("Third part"), links: [{ source_id: ids["Z"]!, relation: "relates_to" }] },
    ],
  });
}

/** Finishes what this user's dead processes left, and nothing of other tests. */
async function resume({ services, userId }: Graph): Promise<number> {
  const { storage, clock } = services;
  const operations: Storage["operations"] = {
    ...storage.operations,
    findStalled: async (now, limit) =>
      (await storage.operations.findStalled(now, limit)).filter((one) => one.userId === userId),
  };
  const later = { now: () => clock.now() + DAY_MS };
  return await resumeOperations({ ...services, clock: later, storage: { ...storage, operations } });
}

/** Reads all that a person sees of the graph, with titles in place of ids. */
async function read(graph: Graph) {
  const api = callerOf(graph);
  const { notes } = await api.notes.list({});
  const titles = new Map(notes.map(({ id, title }) => [id, title]));
  const { links } = await api.links.list({});
  const { reviews } = await api.reviews.list({ limit: 100 });
  const { operations } = await api.operations.list({});
  return {
    notes: notes.map(({ id: _, created_at: __, ...note }) => note).toSorted(byText),
    links: links
      .map((link) => [titles.get(link.source_id), link.relation, titles.get(link.target_id)])
      .toSorted(byText),
    reviews: reviews.map(({ note, cause }) => [note.title, cause.kind, cause.title]).toSorted(byText),
    operations: operations.map(({ kind, state }) => `${kind} ${state}`),
  };
}

/** Every link that the graph began with stands, or has gone over to the note that took the others in, or to a part. */
async function expectNothingLost(graph: Graph): Promise<void> {
  const fresh = graph.ids;
  const api = callerOf(graph);
  const { links } = await api.links.list({});
  const { notes } = await api.notes.list({});
  const parts = notes.filter(({ title }) => title.endsWith("part")).map(({ id }) => id);
  const stand = (letter: string) => [fresh[letter]!, ...("BC".includes(letter) ? [fresh["A"]!, ...parts] : [])];
  for (const [one, other] of ["BX", "YB", "BZ", "ZC", "CY", "AY", "CB", "CW", "ZX", "ZA"]) {
    const isLinked = links.some(
      ({ source_id, target_id }) =>
        (stand(one!).includes(source_id) && stand(other!).includes(target_id)) ||
        (stand(one!).includes(target_id) && stand(other!).includes(source_id)),
    );
    expect(isLinked, `${one}–${other}`).toBe(true);
  }
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
