/**
 * Compares the embedded scan with Qdrant: their share of the true nearest vectors, their time and their memory.
 *   QDRANT_DATA=temp tooling/services/qdrant.sh start
 *   node bootstrap.mjs node scripts/bench-vectors.ts --url http://127.0.0.1:6433 --pid <of the server>
 *     [--notes 10000,100000] [--data corpus.jsonl] [--questions 60]
 * Runs in one process with the built-in embedder, which embeds the questions. Documents are in SQLite for both, so
 * that only the vectors differ. Vectors are made up around those of 500 claims of the corpus.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLinkThresholds, createSystemClock, type ServiceContext } from "../packages/api/src/index.ts";
import { retrieve } from "../packages/api/src/recall/retrieve.ts";
import { createBuiltInEmbedder } from "../packages/models/src/index.ts";
import { createQdrantVectors, type QdrantVectors } from "../packages/storage-mongo/src/qdrant/create-qdrant-vectors.ts";
import { makeCorpus, readCorpus, type BenchNote } from "./bench/corpus.ts";
import { quantile } from "./bench/load.ts";
import { residentMiB } from "./bench/process-figures.ts";
import { createRandom } from "./bench/random.ts";
import { openStorage, seed, type Storage } from "./bench/seed.ts";
import { createExactNearest, type ExactNearest } from "./bench/vectors/exact-nearest.ts";
import { nearRealTexts } from "./bench/vectors/near-vectors.ts";
import { createStaticDocuments } from "./bench/vectors/static-documents.ts";

const USER = "bench";
const NEAREST = 50;
/** One window for every other note, three for the rest. */
const LENGTHS = [450, 900] as const;
const PATIENT = { searchMs: 60_000, writeMs: 60_000, coolDownMs: 1_000 };

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:6433" },
    pid: { type: "string" },
    notes: { type: "string", default: "10000,100000" },
    data: { type: "string" },
    questions: { type: "string", default: "60" },
  },
});
const questions = Number(values.questions);
const embedder = createBuiltInEmbedder({});
process.stdout.write(
  "| notes | windows | engine | recall@50 | nearest p50 ms | p99 ms | recall p50 ms | p99 ms | memory, MiB |\n" +
    "|--:|--:|---|--:|--:|--:|--:|--:|--:|\n",
);
for (const count of values.notes.split(",").map(Number)) await measure(count);
await embedder.close();

async function measure(count: number): Promise<void> {
  const notes = (values.data ? readCorpus(values.data, count) : makeCorpus(count)).map(shorten);
  const shape = await nearRealTexts(notes);
  const exact = createExactNearest();
  const dataDir = mkdtempSync(join(tmpdir(), "knote-bench-data-"));
  const qdrant = openQdrant(shape.model);
  const qdrantBefore = serverMiB();
  const seeding = await openStorage(dataDir);
  const { windows } = await seed(inAll(seeding, qdrant, exact), shape, notes, [USER]);
  await seeding.close();
  const random = createRandom(11);
  const queryVectors = Array.from({ length: questions }, () => shape.vector(random));
  const nearest = queryVectors.map((vector) => new Set(exact.nearest(vector, NEAREST)));
  const before = residentMiB(process.pid);
  const storage = await openStorage(dataDir);
  const both = [
    { engine: "embedded", vectors: storage.vectors, memory: () => residentMiB(process.pid) - before },
    { engine: "Qdrant", vectors: qdrant.index, memory: () => serverMiB() - qdrantBefore },
  ];
  for (const { engine, vectors, memory } of both) {
    const nearestFigures = await askNearest(vectors, shape.model, queryVectors, nearest);
    const recallTimes = await askRecall({ ...storage, vectors }, notes);
    const figures = [
      nearestFigures.recall.toFixed(3),
      ...at(nearestFigures.times),
      ...at(recallTimes),
      memory().toFixed(0),
    ];
    process.stdout.write(`| ${[formatCount(count), formatCount(windows), engine, ...figures].join(" | ")} |\n`);
  }
  qdrant.close();
  await storage.close();
  rmSync(dataDir, { recursive: true });
}

function openQdrant(model: string): QdrantVectors {
  const warn = (message: string) => void process.stderr.write(`${message}\n`);
  // A new key makes a new collection, so collections of earlier runs do no harm.
  const documents = createStaticDocuments(model, crypto.randomUUID().slice(0, 8));
  return createQdrantVectors({ url: values.url, documents, prefix: "bench", timing: PATIENT, warn });
}

/** Returns a storage whose vectors go to SQLite, to Qdrant and to the exact comparison. */
function inAll(storage: Storage, { index }: QdrantVectors, exact: ExactNearest): Storage {
  const vectors: Storage["vectors"] = {
    ...storage.vectors,
    async serve(model) {
      await Promise.all([storage.vectors.serve(model), index.serve(model)]);
    },
    async put(user, note, noteVectors) {
      exact.add(note, noteVectors.windows);
      const writes = [storage.vectors, index].map((one) => one.put(user, note, noteVectors));
      return (await Promise.all(writes)).every(Boolean);
    },
  };
  return { ...storage, vectors };
}

async function askNearest(
  vectors: Storage["vectors"],
  model: string,
  queryVectors: readonly Float32Array[],
  exact: readonly ReadonlySet<string>[],
) {
  const times: number[] = [];
  let hitCount = 0;
  // The first call builds what is built only once.
  await vectors.nearest(USER, model, queryVectors[0]!, { limit: NEAREST });
  for (const [place, vector] of queryVectors.entries()) {
    const startTime = performance.now();
    const hits = await vectors.nearest(USER, model, vector, { limit: NEAREST });
    times.push(performance.now() - startTime);
    hitCount += hits.filter(({ id }) => exact[place]!.has(id)).length;
  }
  return { times, recall: hitCount / (queryVectors.length * NEAREST) };
}

/** Times what `POST /api/recall` does, including the embedding of the question. */
async function askRecall(storage: Storage, notes: readonly BenchNote[]): Promise<number[]> {
  const parts = { storage, embedder, clock: createSystemClock(), linkThresholds: createLinkThresholds() };
  const ctx = { ...parts, actor: { userId: USER } } as unknown as ServiceContext;
  const random = createRandom(7);
  const times: number[] = [];
  for (let index = -10; index < questions; index++) {
    const { title } = notes[Math.floor(random() * notes.length)]!;
    const query = `What do we know about ${title.split(" ").slice(0, 8).join(" ")}, question ${index}?`;
    const startTime = performance.now();
    await retrieve(ctx, { query, limit: 10, mode: "graph" });
    if (index >= 0) times.push(performance.now() - startTime);
  }
  return times;
}

function shorten(note: BenchNote, index: number): BenchNote {
  return { ...note, content: note.content.slice(0, LENGTHS[index % 2]) };
}

function serverMiB(): number {
  return values.pid ? residentMiB(Number(values.pid)) : Number.NaN;
}

function at(times: readonly number[]): string[] {
  const sortedTimes = times.toSorted((one, other) => one - other);
  return [0.5, 0.99].map((share) => quantile(sortedTimes, share).toFixed(1));
}

function formatCount(count: number): string {
  return count.toLocaleString("en");
}
