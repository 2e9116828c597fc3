/**
 * Measures reads of the past beside those of the present, for one user of the embedded engine.
 *   node bootstrap.mjs node scripts/bench/past.ts [--notes 100000] [--changed 1000]
 * Of `changed` notes the text was changed within the last month, of as many again the month before; every fiftieth note
 * was superseded, and some links were removed. A call is a procedure with its checks, without HTTP.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { StoredNote } from "../../packages/api/src/index.ts";
import { DAY_MS, type Link, type Relation } from "../../packages/contract/src/index.ts";
import { createSqliteStorage } from "../../packages/storage-sqlite/src/index.ts";
import { aNoteWrite, aRevision } from "../../packages/testkit/src/builders/a-note.ts";
import { testClock } from "../../packages/testkit/src/builders/test-clock.ts";
import { testUser } from "../../packages/testkit/src/callers/test-user.ts";
import { testServices } from "../../packages/testkit/src/fakes/test-services.ts";
import { createRandom } from "./random.ts";

const { values } = parseArgs({
  options: { notes: { type: "string", default: "100000" }, changed: { type: "string", default: "1000" } },
});
const [count, changeCount] = [Number(values.notes), Number(values.changed)];
const random = createRandom(7);
const below = (limit: number) => Math.floor(random() * limit);
const NOW = Date.parse("2026-06-01T00:00:00.000Z");
const [MONTH_AGO, TWO_MONTHS_AGO] = [daysAgo(30), daysAgo(60)];
/** Notes and links per call of the store. */
const AT_ONCE = 1_000;
const ROUNDS = 30;

const folder = mkdtempSync(join(tmpdir(), "knote-past-"));
let storage = await createSqliteStorage({ dataDir: folder });
const clock = testClock(NOW);
const { actor } = testUser(testServices({ storage, clock }));
const notes = await writeNotes();
await writeLinks("supersedes", count / 50);
await writeLinks("contradicts", count / 200);
await writeLinks("relates_to", count);
await removeLinks(changeCount / 5);
await changeNotes(0, MONTH_AGO);
await changeNotes(changeCount, TWO_MONTHS_AGO);

// Opened again, so that no work that followed the writes is measured.
await storage.close();
storage = await createSqliteStorage({ dataDir: folder });
const { api } = testUser(testServices({ storage, clock }), { userId: actor.userId });
process.stdout.write("| call | ms, best of 30 | median | first call |\n|---|--:|--:|--:|\n");
await measure("notes, a page of 100", () => api.notes.list({ limit: 100 }));
await measure("the same, 1 % changed since", () => api.notes.list({ limit: 100, as_of: MONTH_AGO }));
await measure("notes of a state, a page of 100", () => api.notes.list({ limit: 100, state: ["superseded"] }));
await measure("the same, 1 % changed since", () =>
  api.notes.list({ limit: 100, state: ["superseded"], as_of: MONTH_AGO }),
);
await measure("links, a page of 100", () => api.links.list({ limit: 100 }));
await measure("the same, 1 % changed since", () => api.links.list({ limit: 100, as_of: MONTH_AGO }));
await measure("a note", () => api.notes.get({ id: notes[5]!.id }));
await measure("the same, 1 % changed since", () => api.notes.get({ id: notes[5]!.id, as_of: MONTH_AGO }));
const { counts } = await measure("changes of two months, a page of 100", () =>
  api.changes.list({ since: TWO_MONTHS_AGO, limit: 100 }),
);
process.stdout.write(`\nChanges: ${JSON.stringify(counts)}\n`);
await storage.close();
rmSync(folder, { recursive: true, force: true });

async function measure<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
  const runs: number[] = [];
  let result: Result;
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now();
    result = await work();
    runs.push(performance.now() - start);
  }
  const [first, ...others] = runs;
  const [best, median] = [0, ROUNDS / 2].map((place) => others.toSorted((one, other) => one - other)[place]!);
  process.stdout.write(`| ${call} | ${best!.toFixed(2)} | ${median!.toFixed(2)} | ${first!.toFixed(1)} |\n`);
  return result!;
}

/** Writes the notes, one a minute, the last one 90 days ago. */
async function writeNotes(): Promise<StoredNote[]> {
  const stored: StoredNote[] = [];
  while (stored.length < count) {
    const writes = Array.from({ length: Math.min(AT_ONCE, count - stored.length) }, (_, index) => {
      const place = stored.length + index;
      const created_at = new Date(Date.parse(daysAgo(90)) - (count - place) * 60_000).toISOString();
      return { ...aNoteWrite({ title: `Claim ${place} of ${below(1_000)}`, created_at }), key: null };
    });
    await storage.notes.insertMany(actor.userId, writes);
    stored.push(...writes.map(({ note }) => note));
  }
  return stored.toReversed();
}

async function writeLinks(relation: Relation, length: number): Promise<void> {
  const links = Array.from({ length }, (): Link => {
    const place = below(count - 1);
    const target = notes[place + 1 + below(count - place - 1)]!;
    const created_at = new Date(Date.parse(daysAgo(90)) + below(25 * DAY_MS)).toISOString();
    return { source_id: notes[place]!.id, target_id: target.id, relation, created_at };
  });
  for (let start = 0; start < links.length; start += AT_ONCE)
    await storage.links.insertMany(actor.userId, links.slice(start, start + AT_ONCE));
}

async function removeLinks(length: number): Promise<void> {
  const { links } = await storage.links.list(actor.userId, { limit: length });
  for (const link of links) await storage.links.delete(actor.userId, link, daysAgo(20), []);
}

/** Changes notes, spread over all of them, each a day after `from`. */
async function changeNotes(start: number, from: string): Promise<void> {
  const updated_at = new Date(Date.parse(from) + DAY_MS).toISOString();
  for (let index = start; index < start + changeCount; index++) {
    const note = notes[index * Math.floor(count / (2 * changeCount))]!;
    const title = index % 2 === 0 ? `Another claim ${index}` : note.title;
    await storage.notes.update(actor.userId, aRevision(note, { title, content: `Changed ${index}`, updated_at }), []);
  }
}

function daysAgo(days: number): string {
  return new Date(NOW - days * DAY_MS).toISOString();
}
