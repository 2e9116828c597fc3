/**
 * Measures searches and recall as of a time beside those of the present, for one user of the embedded engine.
 *   node bootstrap.mjs node scripts/bench/past-recall.ts [--notes 100000] [--words 60] [--questions 40]
 * The text of 1 % of the notes changed since the later of two times, and of 5,000 since the earlier one: as many as are
 * searched by their words of then. The built-in embedder embeds questions and texts of then; notes have made-up
 * vectors. A call is a procedure with its checks, without HTTP; each question comes once. CPU is that of all threads of
 * the process.
 */
import { parseArgs } from "node:util";
import { noteWindows } from "../../packages/api/src/index.ts";
import { createBuiltInEmbedder } from "../../packages/models/src/index.ts";
import { aRevision } from "../../packages/testkit/src/builders/a-note.ts";
import { testClock } from "../../packages/testkit/src/builders/test-clock.ts";
import { testUser } from "../../packages/testkit/src/callers/test-user.ts";
import { testServices } from "../../packages/testkit/src/fakes/test-services.ts";
import { makeCorpus } from "./corpus.ts";
import { quantile } from "./load.ts";
import { createRandom } from "./random.ts";
import { normalise, openStorage, seedFolder } from "./seed.ts";

const { values } = parseArgs({
  options: {
    notes: { type: "string", default: "100000" },
    words: { type: "string", default: "60" },
    questions: { type: "string", default: "40" },
  },
});
const [count, wordCount, questionCount] = [Number(values.notes), Number(values.words), Number(values.questions)];
const USER = "bench";
const [FIRST_TIME, FIRST_CHANGES] = ["2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"];
const [SECOND_TIME, SECOND_CHANGES] = ["2026-04-01T00:00:00.000Z", "2026-04-02T00:00:00.000Z"];
const MOST_SEARCHED = 5_000;
const random = createRandom(7);
const words = (text: string, length: number) => text.split(" ").slice(0, length).join(" ");

const corpus = makeCorpus(count).map((note) => ({ ...note, content: words(note.content, wordCount) }));
using seed = await seedFolder(corpus, [USER]);
const storage = await openStorage(seed.dataDir);
const embedder = createBuiltInEmbedder({});
const lateCount = count / 100;
await change(0, lateCount, SECOND_CHANGES);
await change(lateCount, MOST_SEARCHED, FIRST_CHANGES);

const clock = testClock("2026-06-01T00:00:00.000Z");
const services = testServices({ storage, clock, embedder, configuredEmbedder: embedder });
let header = "";
const api = testUser(services, { userId: USER }).on({ setHeader: (_, value) => void (header = value) });
process.stdout.write(
  "| call | p50 ms | p90 ms | p50 CPU ms | first call ms | first call CPU ms | header |\n|---|--:|--:|--:|--:|--:|---|\n",
);
for (const [since, as_of] of [
  ["present", undefined],
  ["1 % changed since", SECOND_TIME],
  ["5,000 changed since", FIRST_TIME],
] as const) {
  const past = as_of === undefined ? {} : { as_of };
  await measure(`recall, ${since}`, (query) => api.recall.recall({ query, ...past }));
  await measure(`search, ${since}`, (query) => api.notes.list({ q: words(query, 5), limit: 20, ...past }));
}
await storage.close();
await embedder.close();

async function measure(call: string, work: (query: string) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  header = "";
  for (let index = 0; index <= questionCount; index++) {
    const { title } = corpus[Math.floor(random() * corpus.length)]!;
    const query = `${words(title, 8)}, question ${index}?`;
    const [start, cpuStart] = [performance.now(), process.cpuUsage()];
    await work(query);
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpuStart);
    cpuTimes.push((user + system) / 1_000);
  }
  const [p50, p90] = [0.5, 0.9].map((share) => at(times.slice(1), share));
  const cpu = `${at(cpuTimes.slice(1), 0.5)} | ${times[0]!.toFixed(0)} | ${cpuTimes[0]!.toFixed(0)}`;
  process.stdout.write(`| ${call} | ${p50} | ${p90} | ${cpu} | ${header} |\n`);
}

function at(times: readonly number[], share: number): string {
  return quantile(
    times.toSorted((one, other) => one - other),
    share,
  ).toFixed(1);
}

/** Changes notes, spread over all of them, and gives them vectors of their new texts. */
async function change(from: number, to: number, updated_at: string): Promise<void> {
  const ids = seed.ids[0]!;
  for (let index = from; index < to; index++) {
    const [note] = await storage.notes.getMany(USER, [ids[index * Math.floor(count / MOST_SEARCHED)]!]);
    const other = corpus[(index * 7_919) % count]!;
    const write = aRevision(note!, { title: other.title, content: other.content, updated_at });
    await storage.notes.update(USER, write, []);
    const vector = () => normalise(Float32Array.from({ length: embedder.dimensions }, () => random() - 0.5));
    const windows = noteWindows(other.content).map((window) => ({ ...window, vector: vector() }));
    await storage.vectors.put(USER, note!.id, { model: embedder.model, revision: 2, windows, complete: true });
  }
}
