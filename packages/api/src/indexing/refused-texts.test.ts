import { createHashEmbedder, eventually, testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import { createIndexer } from "./indexer.ts";
import { openEmbedders, type EmbeddingReport } from "./embedders.ts";

const POISON = "☠";

it("embeds all notes except those that the embedder refuses, and reports these", async () => {
  const { user, other, indexer, vectors, refuse, reasons } = setUp();
  await user.note(`Owls ${POISON} hunt`);
  for (let index = 0; index < 40; index++) await user.note(`Claim ${index}`);
  await other.note("Bats listen");
  refuse((text) => text.includes(POISON));
  await indexer.drain();
  expect(await vectors.pending()).toBe(0);
  expect(await vectors.postponed()).toBe(1);
  expect(await vectors.dueSince()).toBeNull();
  expect(reasons).toEqual(["Refused."]);
  const { results } = await other.api.recall.recall({ query: "bats listen" });
  expect(results[0]?.similarity).toBeCloseTo(1, 5);
});

it("still finds a refused note by its words, and embeds it when its text changes", async () => {
  const { user, indexer, vectors, refuse } = setUp();
  const { id } = await user.note(`Owls ${POISON} hunt`);
  refuse((text) => text.includes(POISON));
  await indexer.drain();
  expect((await user.api.recall.recall({ query: "owls hunt" })).results[0]?.id).toBe(id);
  await user.api.notes.update({ id, title: "Owls hunt" });
  await indexer.drain();
  expect([await vectors.pending(), await vectors.postponed()]).toEqual([0, 0]);
  expect((await user.api.recall.recall({ query: "owls hunt" })).results[0]?.similarity).toBeCloseTo(1, 5);
});

it("retries a refused note after as long as it has waited, one minute to six hours", async () => {
  const { services, user, indexer, refuse } = setUp();
  await user.note(POISON);
  refuse(
    () => true,
    (text) => text.includes(POISON),
  );
  const delays: number[] = [];
  const { postpone, renew } = services.storage.vectors;
  services.storage.vectors.postpone = async (userId, noteId, postponement) => {
    delays.push(postponement.forMs);
    await postpone(userId, noteId, postponement);
  };
  const hour = 3_600_000;
  for (const waitedMs of [0, 50_000, 2 * hour, 30 * hour]) {
    const [due] = await services.storage.vectors.due(services.embedder.model, 1);
    services.clock.advance((due?.since ?? 0) + waitedMs - services.clock.now());
    await indexer.drain();
    await renew(services.embedder.model);
  }
  expect(delays).toEqual([60_000, 60_000, 2 * hour, 6 * hour]);
});

it("postpones nothing when the embedder refuses everything, and calls it twice at most", async () => {
  const { services, user, indexer, vectors, refuse } = setUp();
  for (let index = 0; index < 30; index++) await user.note(`Claim ${index}`);
  refuse(() => true);
  const before = services.embedder.calls.length;
  await expect(indexer.drain()).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
  expect([await vectors.pending(), await vectors.postponed()]).toEqual([30, 0]);
  expect(services.embedder.calls.length - before).toBe(2);
});

it("calls an unreachable embedder once, and postpones nothing", async () => {
  const { services, user, indexer, vectors } = setUp();
  for (let index = 0; index < 30; index++) await user.note(`Claim ${index}`);
  services.embedder.failWith(new DomainError("UNAVAILABLE", "It cannot be reached."));
  const before = services.embedder.calls.length;
  await expect(indexer.drain()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect([await vectors.pending(), await vectors.postponed()]).toEqual([30, 0]);
  expect(services.embedder.calls.length - before).toBe(1);
});

it("postpones nothing when storing fails", async () => {
  const { services, user, indexer, vectors } = setUp();
  await user.note("Owls hunt");
  services.storage.vectors.put = async () => {
    throw new Error("The disk is full.");
  };
  await expect(indexer.drain()).rejects.toThrow("The disk is full.");
  expect([await vectors.pending(), await vectors.postponed()]).toEqual([1, 0]);
});

it("serves other users soon when one user has only refused texts", async () => {
  const { services, user, other, indexer, vectors, refuse } = setUp();
  for (let index = 0; index < 90; index++) await user.note(`${POISON} ${index}`);
  await other.note("Bats listen");
  refuse((text) => text.includes(POISON));
  const before = services.embedder.calls.length;
  await indexer.drain();
  expect([await vectors.pending(), await vectors.postponed()]).toEqual([0, 90]);
  const calls = services.embedder.calls.slice(before);
  const turn = calls.findIndex(({ texts }) => texts.some((text) => text.startsWith("Bats")) && !isPoisoned(texts));
  expect(turn).toBeLessThan(60);
  expect(turn).toBeGreaterThan(0);
});

it("completes a change of the embedder past a note that the new one refuses", async () => {
  const { services, user, refuse } = setUp();
  await user.note(`Owls ${POISON} hunt`);
  await user.note("Bats listen");
  await createIndexer(services, () => undefined).drain();
  const configuredEmbedder = createHashEmbedder("new-embedder");
  refuse((text) => text.includes(POISON), undefined, configuredEmbedder);
  const reports: EmbeddingReport[] = [];
  const embedders = await openEmbedders({
    storage: services.storage,
    clock: services.clock,
    configuredEmbedder,
    embedderFor: () => services.embedder,
    report: (report) => reports.push(report),
  });
  await embedders.drain();
  await eventually(() => expect(embedders.current()).toBe(configuredEmbedder));
  expect(reports.map(({ kind }) => kind)).toEqual(["changing", "postponed", "changed"]);
  expect(await services.storage.vectors.countPostponed(configuredEmbedder.model)).toBe(1);
  await embedders.close();
});

function isPoisoned(texts: readonly string[]): boolean {
  return texts.some((text) => text.includes(POISON));
}

function setUp() {
  const services = testServices();
  const { embedder } = services;
  const reasons: string[] = [];
  const onPostponed = (error: unknown) => reasons.push((error as Error).message);
  const { vectors } = services.storage;
  // Creates store no vectors, so that the indexer does all the work.
  embedder.setQueueDelayMs(Infinity);
  return {
    services,
    reasons,
    user: testUser(services),
    other: testUser(services),
    indexer: createIndexer(services, () => undefined, { onPostponed }),
    vectors: {
      pending: () => vectors.pending(embedder.model),
      postponed: () => vectors.countPostponed(embedder.model),
      dueSince: () => vectors.dueSince(embedder.model),
    },
    /** From now on the embedder refuses calls with such a text. */
    refuse(isRefused: (text: string) => boolean, also = isRefused, of = embedder) {
      const { embed } = of;
      of.embed = async (texts, options) => {
        const embeddings = await embed(texts, options);
        if (texts.some((text) => isRefused(text) && also(text))) throw new DomainError("PROVIDER_FAILED", "Refused.");
        return embeddings;
      };
    },
  };
}
