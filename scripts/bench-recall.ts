/**
 * How long recall takes as notes grow, everything on: words, meaning, phrasing, time and links.
 *   node bootstrap.mjs node scripts/bench-recall.ts [--notes 10000,100000] [--data corpus.jsonl] [--questions 200]
 * In one process with the built-in embedder, which embeds the questions. Notes have made-up vectors, as embedding
 * 100,000 notes would take an hour: the time of a scan does not depend on what is in it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  createLinkThresholds,
  createSystemClock,
  noteWindows,
  noteWrite,
  type ServiceContext,
  type StoredNote,
} from "../packages/api/src/index.ts";
import { retrieve } from "../packages/api/src/recall/retrieve.ts";
import { createBuiltInEmbedder } from "../packages/models/src/index.ts";
import { createSqliteStorage } from "../packages/storage-sqlite/src/index.ts";
import { makeCorpus, readCorpus } from "./bench/corpus.ts";
import { createRandom } from "./bench/random.ts";

const USER = "bench";
const AT_ONCE = 256;

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
  const folder = mkdtempSync(join(tmpdir(), "knote-bench-recall-"));
  const clock = createSystemClock();
  const storage = await createSqliteStorage({
    dataDir: folder,
    clock,
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  try {
    const notes = (values.data ? readCorpus(values.data, count) : makeCorpus(count)).map(asStored);
    const windows = await store(storage, notes);
    const ctx = {
      storage,
      embedder,
      clock,
      linkThresholds: createLinkThresholds(),
      actor: { userId: USER },
    } as unknown as ServiceContext;
    for (const mode of ["keyword", "vector", "hybrid", "graph"] as const) {
      const times: number[] = [];
      for (let asked = -20; asked < Number(values.questions); asked++) {
        const { title } = notes[Math.floor(random() * notes.length)]!;
        const query = `What do we know about ${title.split(" ").slice(0, 8).join(" ")}, question ${asked}?`;
        const started = performance.now();
        await retrieve(ctx, { query, limit: 10, mode });
        if (asked >= 0) times.push(performance.now() - started);
      }
      times.sort((one, other) => one - other);
      const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
      process.stdout.write(
        `| ${count.toLocaleString("en")} | ${windows.toLocaleString("en")} | ${mode} | ${at(0.5)} | ${at(0.99)} |\n`,
      );
    }
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
}

type Storage = ServiceContext["storage"];

/** Each note is linked with the one before and one far off. */
async function store(storage: Storage, notes: readonly StoredNote[]): Promise<number> {
  await storage.vectors.serve(embedder.model);
  let windows = 0;
  for (let start = 0; start < notes.length; start += AT_ONCE) {
    const batch = notes.slice(start, start + AT_ONCE);
    await Promise.all(batch.map((note) => storage.notes.insert(USER, noteWrite(note), [])));
    await Promise.all(
      batch.map((note) => {
        const own = noteWindows(note.content).map((window) => ({ ...window, vector: madeUpVector() }));
        windows += own.length;
        return storage.vectors.put(USER, note.id, { model: embedder.model, revision: 1, windows: own, complete: true });
      }),
    );
    await Promise.all(
      batch.flatMap((note, index) => {
        const place = start + index;
        const other = notes[place % 2 === 0 ? place - 1 : Math.floor(random() * place)];
        if (!other || other.id === note.id) return [];
        const link = {
          source_id: note.id,
          target_id: other.id,
          relation: "relates_to",
          created_at: note.created_at,
        } as const;
        return [storage.links.insert(USER, link, [])];
      }),
    );
    if (start % (AT_ONCE * 40) === 0) process.stderr.write(`\r${start} of ${notes.length} notes `);
  }
  process.stderr.write("\n");
  return windows;
}

function madeUpVector(): Float32Array {
  const vector = Float32Array.from({ length: embedder.dimensions }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function asStored(note: { title: string; content: string; tags: readonly string[] }, index: number): StoredNote {
  const time = new Date(Date.UTC(2026, 0, 1) + index).toISOString();
  return {
    id: `01900000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`,
    ...note,
    note_type: "fact",
    importance: 0.5,
    archived: false,
    created_at: time,
    updated_at: time,
    revision: 1,
  };
}
