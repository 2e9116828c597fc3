import { createHashEmbedder, eventually, testServices, testUser, type HashEmbedder } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { health } from "../health.ts";
import { noteWindows, windowText } from "../text/windows.ts";
import { openEmbedders, type Embedders, type EmbeddingReport } from "./embedders.ts";

const OLD = "old-embedder";
const NEW = "new-embedder";

describe("openEmbedders", () => {
  it("serves the configured embedder at once when there was none before", async () => {
    const { open, storage } = await setUp({ notes: 0 });
    const { embedders, configuredEmbedder, note, runRecall } = await open(NEW);
    await embedders.drain();
    await note("Owls hunt");
    expect(await storage.vectors.models()).toEqual({ serving: NEW, next: null });
    expect(embedders.current()).toBe(configuredEmbedder);
    expect(await runRecall("owls hunt")).toMatchObject([{ similarity: expect.closeTo(1, 5) }]);
  });

  it("answers from the old vectors until all new ones exist, then closes the old embedder", async () => {
    const { open, storage, reports } = await setUp({ notes: 3 });
    const { embedders, configuredEmbedder, earlier, runRecall, health: state } = await open(NEW);
    configuredEmbedder.hold();
    const draining = embedders.drain();
    await eventually(() => expect(configuredEmbedder.calls).not.toEqual([]));
    expect(embedders.current().model).toBe(OLD);
    expect(await storage.vectors.models()).toEqual({ serving: OLD, next: NEW });
    expect((await runRecall("claim 1"))[0]).toMatchObject({ title: "Claim 1", similarity: expect.closeTo(1, 5) });
    expect(await state()).toMatchObject({ status: "ok", pending: 3 });
    configuredEmbedder.release();
    await draining;
    expect(embedders.current()).toBe(configuredEmbedder);
    expect(await storage.vectors.models()).toEqual({ serving: NEW, next: null });
    expect(earlier[0]!.status()).toBe("down");
    expect((await runRecall("claim 1"))[0]).toMatchObject({ title: "Claim 1", similarity: expect.closeTo(1, 5) });
    expect(await state()).toMatchObject({ status: "ok", pending: 0 });
    expect(reports.map(({ kind }) => kind)).toEqual(["changing", "changed"]);
  });

  it("finds notes written during the change by the old vectors, and embeds them for the new model too", async () => {
    const { open } = await setUp({ notes: 2 });
    const { embedders, configuredEmbedder, note, runRecall } = await open(NEW);
    configuredEmbedder.hold();
    const draining = embedders.drain();
    await eventually(() => expect(configuredEmbedder.calls).not.toEqual([]));
    await note("Bats listen");
    expect((await runRecall("bats listen"))[0]).toMatchObject({ similarity: expect.closeTo(1, 5) });
    configuredEmbedder.release();
    await draining;
    expect(embedders.current()).toBe(configuredEmbedder);
    expect((await runRecall("bats listen"))[0]).toMatchObject({ similarity: expect.closeTo(1, 5) });
  });

  it("reports an estimate of the change before it embeds anything", async () => {
    const { open, reports } = await setUp({ notes: 2, content: "x".repeat(3_000) });
    const { embedders, configuredEmbedder } = await open(NEW);
    configuredEmbedder.hold();
    void embedders.drain();
    await eventually(() => expect(reports).toHaveLength(1));
    const note = { title: "Claim 0", content: "x".repeat(3_000) };
    const windows = noteWindows(note.content);
    const units = windows.reduce((sum, window) => sum + windowText(note, window).length, 0);
    const estimate = { notes: 2, windows: 2 * windows.length, tokens: Math.ceil((2 * units) / 4) };
    expect(reports).toEqual([{ kind: "changing", from: OLD, to: NEW, isAsked: true, estimate }]);
    configuredEmbedder.release();
    await embedders.drain();
    await embedders.close();
  });

  it("finds by words alone while the old embedder is unreachable, and is not down for that", async () => {
    const { open, reports } = await setUp({ notes: 2 });
    const { embedders, configuredEmbedder, note, runRecall, health: state } = await open(NEW, { isAsked: false });
    configuredEmbedder.hold();
    const draining = embedders.drain();
    await eventually(() => expect(reports).toMatchObject([{ kind: "changing", isAsked: false }]));
    await note("Bats listen");
    expect(await runRecall("bats listen")).toMatchObject([{ title: "Bats listen", similarity: 0 }]);
    expect(await state()).toMatchObject({ status: "ok", pending: 3 });
    configuredEmbedder.release();
    await draining;
    expect((await runRecall("bats listen"))[0]).toMatchObject({ similarity: expect.closeTo(1, 5) });
  });

  it("resumes an interrupted change, and embeds nothing twice", async () => {
    const { open, reports } = await setUp({ notes: 250 });
    const first = await open(NEW, { holdsAfter: 1 });
    first.embedders.wake();
    await eventually(() => expect(first.configuredEmbedder.calls).toHaveLength(2));
    await first.embedders.close();
    const second = await open(NEW);
    expect(second.embedders.current().model).toBe(OLD);
    await second.embedders.drain();
    expect(second.embedders.current()).toBe(second.configuredEmbedder);
    const firstTexts = first.configuredEmbedder.calls[0]!.texts;
    expect(firstTexts.length).toBeGreaterThan(0);
    const allTexts = [...firstTexts, ...second.configuredEmbedder.calls.flatMap(({ texts }) => texts)];
    expect(new Set(allTexts).size).toBe(250);
    expect(allTexts).toHaveLength(250);
    expect(reports.findLast(({ kind }) => kind === "changing")).toMatchObject({
      estimate: { notes: 250 - firstTexts.length },
    });
  });

  it("keeps the old embedder while the new one is down, and changes when it is up again", async () => {
    const { open, reports } = await setUp({ notes: 2 });
    const { embedders, configuredEmbedder, runRecall, health: state } = await open(NEW);
    configuredEmbedder.setStatus("down");
    await expect(embedders.drain()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    embedders.wake();
    await eventually(() => expect(reports).toContainEqual(expect.objectContaining({ kind: "waiting", model: NEW })));
    expect((await runRecall("claim 1"))[0]).toMatchObject({ similarity: expect.closeTo(1, 5) });
    expect(await state()).toMatchObject({ status: "degraded", checks: { models: "down" }, pending: 2 });
    configuredEmbedder.setStatus("ready");
    await embedders.drain();
    expect(embedders.current()).toBe(configuredEmbedder);
    await embedders.close();
  });

  it("goes on with the new vectors when the old embedder breaks down", async () => {
    const { open } = await setUp({ notes: 2 });
    const { embedders, configuredEmbedder, earlier, note } = await open(NEW);
    configuredEmbedder.setStatus("loading");
    earlier[0]!.setStatus("down");
    await note("Bats listen");
    embedders.wake();
    configuredEmbedder.setStatus("ready");
    await eventually(() => expect(embedders.current()).toBe(configuredEmbedder));
    await embedders.close();
  });

  it("can return to the old embedder after an abandoned change", async () => {
    const { open, storage } = await setUp({ notes: 2 });
    const firstAttempt = await open(NEW);
    firstAttempt.configuredEmbedder.setStatus("down");
    await expect(firstAttempt.embedders.drain()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await firstAttempt.embedders.close();
    const { embedders, configuredEmbedder, runRecall } = await open(OLD);
    await embedders.drain();
    expect(configuredEmbedder.calls).toEqual([]);
    expect(await storage.vectors.models()).toEqual({ serving: OLD, next: null });
    expect((await runRecall("claim 1"))[0]).toMatchObject({ similarity: expect.closeTo(1, 5) });
  });

  it("does not change while another process is indexing", async () => {
    const { open, storage } = await setUp({ notes: 2 });
    const { due } = storage.vectors;
    Object.assign(storage.vectors, { due: async () => [] });
    const { embedders } = await open(NEW);
    await embedders.drain();
    expect(await storage.vectors.models()).toEqual({ serving: OLD, next: NEW });
    Object.assign(storage.vectors, { due });
    await embedders.drain();
    expect(await storage.vectors.models()).toEqual({ serving: NEW, next: null });
    await embedders.close();
  });

  it("lets a request that began before the change keep its embedder", async () => {
    const { open } = await setUp({ notes: 2 });
    const { embedders, runRecall } = await open(NEW);
    const before = embedders.current();
    await embedders.drain();
    expect(await runRecall("claim 1", before)).toMatchObject([{ title: "Claim 1", similarity: 0 }, {}]);
  });
});

interface OpenedEmbedders {
  readonly embedders: Embedders;
  readonly configuredEmbedder: HashEmbedder;
  readonly earlier: readonly HashEmbedder[];
  note(title: string): Promise<unknown>;
  runRecall(
    query: string,
    embedder?: ReturnType<Embedders["current"]>,
  ): Promise<{ title: string; similarity: number }[]>;
  health(): ReturnType<typeof health>;
}

/** Notes with vectors of the old embedder, which has 64 dimensions; the new one has 96. */
async function setUp({ notes, content = "-" }: { notes: number; content?: string }) {
  const services = testServices({ embedder: createHashEmbedder(OLD) });
  const { storage, clock } = services;
  const { actor } = testUser(services);
  const reports: EmbeddingReport[] = [];

  async function open(model: string, { isAsked = true, holdsAfter = Infinity } = {}): Promise<OpenedEmbedders> {
    const configuredEmbedder = createHashEmbedder(model, model === OLD ? 64 : 96);
    const earlier: HashEmbedder[] = [];
    const embedderFor = (name: string) => {
      if (!isAsked) return null;
      earlier.push(createHashEmbedder(name));
      return earlier.at(-1)!;
    };
    const report = (one: EmbeddingReport) => void reports.push(one);
    const { embed } = configuredEmbedder;
    configuredEmbedder.embed = (...input) => {
      if (configuredEmbedder.calls.length === holdsAfter) configuredEmbedder.hold();
      return embed(...input);
    };
    const embedders = await openEmbedders({ storage, clock, configuredEmbedder, embedderFor, report });
    const user = (embedder = embedders.current()) => testUser({ ...services, embedder, configuredEmbedder }, actor);
    return {
      embedders,
      configuredEmbedder,
      earlier,
      note: (title) => user().note(title),
      runRecall: async (query, embedder) => (await user(embedder).api.recall.recall({ query })).results,
      health: () => health({ ...services, embedder: embedders.current(), configuredEmbedder }),
    };
  }

  if (notes > 0) await storage.vectors.serve(OLD);
  for (let index = 0; index < notes; index++) {
    await testUser({ ...services, configuredEmbedder: services.embedder }, actor).note(`Claim ${index}`, { content });
  }
  if (notes > 0) await (await open(OLD)).embedders.drain();
  reports.length = 0;
  return { storage, reports, open };
}
