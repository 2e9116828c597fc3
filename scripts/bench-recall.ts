/**
 * Measures recall for growing numbers of notes, with everything on: words, meaning, phrasing, time and links.
 *   node bootstrap.mjs node scripts/bench-recall.ts [--notes 10000,100000] [--data corpus.jsonl] [--questions 200]
 * Runs in one process with the built-in embedder, which embeds the questions. Notes have
 * made-up vectors: the time of a scan does not depend on their values.
 */
import { parseArgs } from "node:util";
import {
  createLinkThresholds,
  createReviewCache,
  createSystemClock,
  type ServiceContext,
} from "../packages/api/src/index.ts";
import { retrieve } from "../packages/api/src/recall/retrieve.ts";
import { createBuiltInEmbedder } from "../packages/models/src/index.ts";
import { makeCorpus, readCorpus } from "./bench/corpus.ts";
import { createRandom } from "./bench/random.ts";
import { openStorage, seedFolder } from "./bench/seed.ts";

const USER = "bench";

const { values } = parseArgs({
  options: {
    notes: { type: "string", default: "10000,100000" },
    data: { type: "string" },
    questions: { type: "string", default: "200" },
  },
});
const random = createRandom(7);
const embedder = createBuiltInEmbedder({});
process.stdout.write("| notes | windows | mode | p50 ms | p99 ms |\n|--:|--:|---|--:|--:|\n");
for (const count of values.notes.split(",").map(Number)) await measure(count);
await embedder.close();

async function measure(count: number): Promise<void> {
  const notes = values.data ? readCorpus(values.data, count) : makeCorpus(count);
  using seed = await seedFolder(notes, [USER]);
  const storage = await openStorage(seed.dataDir);
  const { windows } = seed;
  try {
    const ctx = {
      storage,
      embedder,
      clock: createSystemClock(),
      linkThresholds: createLinkThresholds(),
      reviews: createReviewCache(),
      actor: { userId: USER },
    } as unknown as ServiceContext;
    for (const mode of ["keyword", "vector", "hybrid", "graph"] as const) {
      const times: number[] = [];
      for (let index = -20; index < Number(values.questions); index++) {
        const { title } = notes[Math.floor(random() * notes.length)]!;
        const query = `What do we know about ${title.split(" ").slice(0, 8).join(" ")}, question ${index}?`;
        const startTime = performance.now();
        await retrieve(ctx, { query, limit: 10, mode });
        if (index >= 0) times.push(performance.now() - startTime);
      }
      times.sort((one, other) => one - other);
      const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
      process.stdout.write(
        `| ${count.toLocaleString("en")} | ${windows.toLocaleString("en")} | ${mode} | ${at(0.5)} | ${at(0.99)} |\n`,
      );
    }
  } finally {
    await storage.close();
  }
}
