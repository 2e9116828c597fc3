/**
 * Compares what creates, reads and recall cost in two checkouts, in turns: the machine's speed changes within seconds.
 *   node bootstrap.mjs node scripts/bench/creates.ts --against <checkout of another commit> [--data <folder>/scifact/corpus.jsonl]
 * Each side is one process with a user of 10,000 notes of 88 words on the embedded engine, and the tests' embedder. With
 * `--data` the notes are parts of that corpus, else made-up words, which cost more, as they are in no language. A round
 * is 100 creates, 64 at a time, then 1,000 reads by id, then 10 recalls. A call is a procedure with its checks,
 * without HTTP; CPU is that of all threads of the process, user and system.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type * as Api from "../../packages/api/src/index.ts";
import type * as Sqlite from "../../packages/storage-sqlite/src/index.ts";
import type * as Testkit from "../../packages/testkit/src/index.ts";
import { type BenchNote, makeCorpus, readCorpus } from "./corpus.ts";
import { quantile } from "./load.ts";

const VERBS = ["create", "read by id", "recall"] as const;
const COUNTS = [100, 1_000, 10];
const AT_ONCE = [64, 1, 1];
const WORDS = 88;
const TITLE_WORDS = 10;
const WARM_UP = 8;

const { values } = parseArgs({
  options: {
    against: { type: "string" },
    rounds: { type: "string", default: "30" },
    notes: { type: "string", default: "10000" },
    data: { type: "string" },
    /** Set in the process of one side. */
    side: { type: "string" },
    /** Measures this checkout alone, in this process, so that it can be profiled. */
    alone: { type: "boolean", default: false },
  },
});
const here = fileURLToPath(new URL("../..", import.meta.url));
if (values.alone) await runAlone();
else if (values.side === undefined) await compare(values.against);
else await serve(values.side);

async function compare(against: string | undefined): Promise<void> {
  if (against === undefined) throw new Error("Say with which checkout to compare: --against <folder>.");
  const data = values.data === undefined ? [] : ["--data", values.data];
  const options = ["--notes", values.notes, "--rounds", values.rounds, ...data];
  const sides = [resolve(against), here].map((root) =>
    fork(fileURLToPath(import.meta.url), ["--side", root, ...options]),
  );
  const [before, now] = sides.map(() => VERBS.map((): number[] => [])) as [number[][], number[][]];
  await Promise.all(sides.map((side) => once(side, "message")));
  for (let round = -WARM_UP; round < Number(values.rounds); round++)
    for (const [verb] of VERBS.entries())
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const cpu = await ask(sides[index]!, verb);
        if (round >= 0) [before, now][index]![verb]!.push(cpu);
      }
  for (const side of sides) side.disconnect();
  process.stdout.write(
    "| ms of CPU each, median (best) | before | now | now ÷ before, median of the rounds |\n|---|--:|--:|--:|\n",
  );
  for (const [verb, name] of VERBS.entries()) {
    const ratios = now[verb]!.map((cpu, round) => cpu / before[verb]![round]!);
    process.stdout.write(
      `| ${name} | ${figures(before[verb]!)} | ${figures(now[verb]!)} | ${median(ratios).toFixed(3)} |\n`,
    );
  }
}

async function ask(side: ChildProcess, verb: number): Promise<number> {
  side.send(verb);
  const [cpu] = (await once(side, "message")) as [number];
  return cpu;
}

/** Waits for the numbers of verbs, and answers each with the milliseconds of CPU of one call. */
async function serve(root: string): Promise<void> {
  const { measure, close } = await setUp(root);
  process.on("message", (verb: number) => void measure(verb).then((cpu) => process.send!(cpu)));
  process.once("disconnect", () => void close());
  process.send!("ready");
}

async function runAlone(): Promise<void> {
  const { measure, close } = await setUp(values.against ?? here);
  for (let round = 0; round < Number(values.rounds); round++)
    process.stdout.write(`${(await measure(0)).toFixed(3)} ms of CPU a create\n`);
  await close();
}

async function setUp(root: string) {
  const load = async <Module>(path: string) =>
    (await import(pathToFileURL(join(root, "packages", path)).href)) as Module;
  const [{ noteWindows, noteWrite }, { createSqliteStorage }, { aNote, testClock, testServices, testUser }] =
    await Promise.all([
      load<typeof Api>("api/src/index.ts"),
      load<typeof Sqlite>("storage-sqlite/src/index.ts"),
      load<typeof Testkit>("testkit/src/index.ts"),
    ]);
  const folder = mkdtempSync(join(tmpdir(), "knote-creates-"));
  const clock = testClock();
  const storage = await createSqliteStorage({ dataDir: folder, clock });
  const services = testServices({ storage, clock });
  const { actor, api } = testUser(services);
  const { embedder } = services;
  const count = Number(values.notes);
  const rounds = WARM_UP + Number(values.rounds);
  const corpus = readNotes(count + COUNTS[0]! * rounds);
  await storage.vectors.serve(embedder.model);
  const ids: string[] = [];
  for (let start = 0; start < count; start += AT_ONCE[0]!) {
    const notes = corpus.slice(start, Math.min(count, start + AT_ONCE[0]!)).map(toNote);
    await storage.notes.insertMany(
      actor.userId,
      notes.map((note) => ({ ...noteWrite(note), key: null })),
    );
    await Promise.all(notes.map(storeVectors));
    ids.push(...notes.map(({ id }) => id));
  }
  let [nextNew, nextRead, nextQuestion] = [count, 0, 0];
  const calls = [
    () => api.notes.create(toInput(corpus[nextNew++]!)),
    () => api.notes.get({ id: ids[(nextRead++ * 7_919) % count]! }),
    () => api.recall.recall({ query: `${corpus[(nextQuestion++ * 7_919) % count]!.title}?` }),
  ];

  function toNote(note: BenchNote) {
    clock.advance(1);
    return aNote({ id: services.newId(), ...toInput(note), created_at: new Date(clock.now()).toISOString() });
  }

  async function storeVectors(note: Api.StoredNote): Promise<void> {
    const windows = noteWindows(note.content);
    const vectors = await embedder.embed(
      windows.map(({ start, end }) => note.content.slice(start, end)),
      { priority: "background", userId: actor.userId },
    );
    const windowsWithVectors = windows.map((window, index) => ({ ...window, vector: vectors[index]! }));
    const write = { model: embedder.model, revision: 1, windows: windowsWithVectors, complete: true };
    await storage.vectors.put(actor.userId, note.id, write);
  }

  return {
    async measure(verb: number): Promise<number> {
      globalThis.gc?.();
      clock.advance(1);
      const before = process.cpuUsage();
      let openCount = COUNTS[verb]!;
      const work = async () => {
        while (openCount-- > 0) await calls[verb]!();
      };
      await Promise.all(Array.from({ length: AT_ONCE[verb]! }, work));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / COUNTS[verb]!;
    },
    async close() {
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns notes of 88 words: parts of the texts, each but the first of a text titled by its first words. */
function readNotes(count: number): BenchNote[] {
  const texts = values.data === undefined ? makeCorpus(count) : readCorpus(values.data, count);
  const notes = texts.flatMap((note) => {
    const words = note.content.split(/\s+/);
    const parts = Array.from({ length: Math.max(1, Math.floor(words.length / WORDS)) }, (_, part) =>
      words.slice(part * WORDS, (part + 1) * WORDS),
    );
    return parts.map((part, index) => ({
      ...note,
      title: index === 0 ? note.title : part.slice(0, TITLE_WORDS).join(" "),
      content: part.join(" "),
    }));
  });
  return notes.slice(0, count);
}

function toInput({ title, content, tags }: BenchNote) {
  return { title, content, note_type: "fact" as const, tags: [...tags], importance: 0.5 };
}

function figures(numbers: readonly number[]): string {
  return `${median(numbers).toFixed(3)} (${Math.min(...numbers).toFixed(3)})`;
}

function median(numbers: readonly number[]): number {
  return quantile(
    numbers.toSorted((one, other) => one - other),
    0.5,
  );
}
