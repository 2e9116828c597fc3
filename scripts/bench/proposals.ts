/**
 * Measures proposals and the check before writing, for one user of the embedded engine with the built-in embedder.
 *   node bootstrap.mjs node scripts/bench/proposals.ts --data <folder> [--notes 100000] [--calls 40] [--costs]
 * First how right `relates_to` is: the notes of vault_nikiv without their links, all open proposals, compared with the
 * pairs that its author linked. Then what a check and a page of proposals take with `notes` notes of SciFact's words
 * (without `--data`: made-up ones, which are in no language, so that each search reads several terms for a word) and
 * made-up vectors, once the full-text index is merged. A call is a procedure with its checks, without HTTP; CPU is that
 * of all threads of the process.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type StoredNote, noteWindows, noteWrite, windowText } from "../../packages/api/src/index.ts";
import { createBuiltInEmbedder } from "../../packages/models/src/index.ts";
import { aNote } from "../../packages/testkit/src/builders/a-note.ts";
import { testClock } from "../../packages/testkit/src/builders/test-clock.ts";
import { testUser } from "../../packages/testkit/src/callers/test-user.ts";
import { testServices } from "../../packages/testkit/src/fakes/test-services.ts";
import { claimOf, dealCorpus, makeCorpus, ofTwoHundredWords } from "./corpus.ts";
import { quantile } from "./load.ts";
import { openStorage, seedFolder, type Storage, untilMerged } from "./seed.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    notes: { type: "string", default: "100000" },
    calls: { type: "string", default: "40" },
    /** Leaves out how right `relates_to` is. */
    costs: { type: "boolean", default: false },
  },
});
const [count, callCount] = [Number(values.notes), Number(values.calls)];
const USER = "bench";
const START = "2026-06-01T00:00:00.000Z";
const embedder = createBuiltInEmbedder({});

if (values.data !== undefined && !values.costs) await measureQuality(join(values.data, "vault_nikiv"));
await measureCosts();
await embedder.close();

function userOf(storage: Storage) {
  const clock = testClock(START);
  const services = { storage, clock, embedder, configuredEmbedder: embedder, suggestionDeadlineMs: 60_000 };
  return testUser(testServices(services), { userId: USER });
}

async function measureQuality(vault: string): Promise<void> {
  using seed = await seedFolder([], [USER]);
  const storage = await openStorage(seed.dataDir);
  const notes = readFileSync(join(vault, "corpus.jsonl"), "utf8").split("\n").filter(Boolean);
  const idsByName = new Map<string, string>();
  for (const line of notes) {
    const { id: name, title, text } = JSON.parse(line) as { id: string; title: string; text: string };
    const created_at = new Date(Date.parse("2026-01-01T00:00:00.000Z") + idsByName.size).toISOString();
    const note = aNote({ title: title.slice(0, 300), content: text.slice(0, 50_000) || title, created_at });
    idsByName.set(name, note.id);
    await storage.notes.insert(USER, noteWrite(note), []);
    await storeHead(storage, note);
  }
  const [, ...links] = readFileSync(join(vault, "links.tsv"), "utf8").split("\n").filter(Boolean);
  const linkedPairs = new Set(
    links.flatMap((line) => {
      const [source, target] = line.split("\t").map((name) => idsByName.get(name));
      return source && target ? pairOf(source, target) : [];
    }),
  );
  const { api } = userOf(storage);
  const [proposedPairs, others] = [new Set<string>(), new Set<string>()];
  for (let cursor: string | undefined, isMore = true; isMore;) {
    const { proposals, next } = await api.proposals.list({ limit: 100, cursor });
    for (const { source, target, relation } of proposals)
      (relation === "relates_to" ? proposedPairs : others).add(pairOf(source.id, target.id));
    [cursor, isMore] = [next ?? undefined, next !== null];
  }
  const right = [...proposedPairs].filter((pair) => linkedPairs.has(pair)).length;
  process.stdout.write(
    `${idsByName.size} notes, ${linkedPairs.size} linked pairs: ${proposedPairs.size} pairs proposed as relates_to, ${right} of them linked: ` +
      `precision ${(right / proposedPairs.size).toFixed(3)}, recall ${(right / linkedPairs.size).toFixed(3)}; ` +
      `${others.size} pairs proposed by other relations, ${[...others].filter((pair) => linkedPairs.has(pair)).length} of them linked.\n\n`,
  );
  await measureByNote(api, linkedPairs);
  await storage.close();
}

/** Counts as `calibrate-links` does: what is proposed for each note that has a link, so that a pair can count twice. */
async function measureByNote(api: ReturnType<typeof userOf>["api"], linkedPairs: ReadonlySet<string>): Promise<void> {
  const linkedIds = new Set([...linkedPairs].flatMap((pair) => pair.split(" ")));
  let [all, right] = [0, 0];
  for (const note_id of linkedIds) {
    const { proposals } = await api.proposals.list({ note_id, relation: "relates_to", limit: 100 });
    all += proposals.length;
    right += proposals.filter(({ source, target }) => linkedPairs.has(pairOf(source.id, target.id))).length;
  }
  process.stdout.write(
    `For each of the ${linkedIds.size} notes with a link: ${all} proposed as relates_to, ${right} of them linked, ` +
      `precision ${(right / all).toFixed(3)}, ${(all / linkedIds.size).toFixed(2)} a note.\n\n`,
  );
}

async function storeHead(storage: Storage, note: StoredNote): Promise<void> {
  const [head] = noteWindows(note.content);
  const [vector] = await embedder.embed([windowText(note, head!)], { priority: "background", userId: USER });
  const windows = [{ ...head!, vector: vector! }];
  await storage.vectors.put(USER, note.id, { model: embedder.model, revision: 1, windows, complete: true });
}

function pairOf(one: string, other: string): string {
  return [one, other].sort().join(" ");
}

async function measureCosts(): Promise<void> {
  const corpus = values.data && join(values.data, "scifact", "corpus.jsonl");
  const make = (length: number, seed: number) => (corpus ? dealCorpus(corpus, length, seed) : makeCorpus(length, seed));
  const drafts = make(callCount + 1, 2);
  using seed = await seedFolder(make(count, 1), [USER]);
  const storage = await openStorage(seed.dataDir);
  await untilMerged(seed.dataDir);
  const { api } = userOf(storage);
  process.stdout.write("| call | p50 ms | p90 ms | p50 CPU ms | first call ms |\n|---|--:|--:|--:|--:|\n");
  const check = (draft: (typeof drafts)[number]) =>
    api.notes.check({ title: draft.title, content: draft.content, note_type: "fact" });
  await measure("check, a claim", (call) => check(claimOf(drafts[call]!)));
  await measure("check, 200 words", (call) => check(ofTwoHundredWords(drafts[call]!)));
  let cursor: string | undefined;
  await measure("proposals, a page of 50 at most", async () => {
    ({ next: cursor = undefined } = await nextPage(cursor));
  });
  await storage.close();

  async function nextPage(at: string | undefined): Promise<{ next?: string }> {
    const { next } = await api.proposals.list({ limit: 50, cursor: at });
    return next === null ? {} : { next };
  }
}

async function measure(name: string, work: (call: number) => Promise<unknown>): Promise<void> {
  const [times, cpuTimes]: [number[], number[]] = [[], []];
  for (let call = 0; call <= callCount; call++) {
    const [start, cpuStart] = [performance.now(), process.cpuUsage()];
    await work(call);
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpuStart);
    cpuTimes.push((user + system) / 1_000);
  }
  const at = (numbers: readonly number[], share: number) =>
    quantile(
      numbers.slice(1).toSorted((one, other) => one - other),
      share,
    ).toFixed(1);
  process.stdout.write(
    `| ${name} | ${at(times, 0.5)} | ${at(times, 0.9)} | ${at(cpuTimes, 0.5)} | ${times[0]!.toFixed(0)} |\n`,
  );
}
