import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import {
  createSystemClock,
  noteWindows,
  noteWrite,
  type ServiceContext,
  type StoredNote,
} from "../../packages/api/src/index.ts";
import { createBuiltInEmbedder } from "../../packages/models/src/index.ts";
import { createSqliteStorage } from "../../packages/storage-sqlite/src/index.ts";
import type { BenchNote } from "./corpus.ts";
import { createRandom, type Random } from "./random.ts";

export type Storage = ServiceContext["storage"];

/** The model and dimensions of stored vectors. */
export interface VectorShape {
  readonly model: string;
  readonly dimensions: number;
  /** Makes up a vector; absent for random directions. */
  readonly vector?: (random: Random) => Float32Array;
}

export interface SeedResult {
  /** Ids of the notes, a list per user. */
  readonly ids: readonly (readonly string[])[];
  readonly windows: number;
}

export interface Seed extends SeedResult, Disposable {
  readonly dataDir: string;
}

const AT_ONCE = 256;

/** Creates a data folder in which each user has these notes, vectors in the built-in embedder's shape, and links. */
export async function seedFolder(notes: readonly BenchNote[], users: readonly string[]): Promise<Seed> {
  const dataDir = mkdtempSync(join(tmpdir(), "knote-bench-data-"));
  const embedder = createBuiltInEmbedder({});
  const storage = await openStorage(dataDir);
  try {
    const result = await seed(storage, embedder, notes, users);
    return { ...result, dataDir, [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }) };
  } finally {
    await storage.close();
    await embedder.close();
  }
}

const MOST_SEGMENTS = 16;
const LONGEST_MERGE_MS = 120_000;

/** Waits until the full-text index of an opened storage is merged, as it is some seconds after a service was busy. */
export async function untilMerged(dataDir: string): Promise<void> {
  const db = new DatabaseSync(join(dataDir, "knote.db"), { readOnly: true });
  const segments = () => db.prepare("SELECT count(DISTINCT segid) AS count FROM terms_idx").get()!["count"] as number;
  const until = performance.now() + LONGEST_MERGE_MS;
  let before: number;
  do {
    before = segments();
    await setTimeout(2_000);
  } while ((segments() > MOST_SEGMENTS || segments() < before) && performance.now() < until);
  process.stderr.write(`The full-text index has ${segments()} segments.\n`);
  db.close();
}

export function openStorage(dataDir: string): Promise<Storage> {
  const warn = (message: string) => void process.stderr.write(`${message}\n`);
  return createSqliteStorage({ dataDir, clock: createSystemClock(), warn });
}

/**
 * Stores the notes for each user. Vectors are made up, because embedding 100,000 notes would take an hour and the time
 * of a scan does not depend on their values. Each note is linked with the previous one or a distant one.
 */
export async function seed(
  storage: Storage,
  shape: VectorShape,
  notes: readonly BenchNote[],
  users: readonly string[],
): Promise<SeedResult> {
  const random = createRandom(7);
  await storage.vectors.serve(shape.model);
  let windows = 0;
  const ids: string[][] = [];
  for (const [place, user] of users.entries()) {
    const storedNotes = notes.map((note, index) => asStored(note, place * notes.length + index));
    for (let start = 0; start < storedNotes.length; start += AT_ONCE) {
      windows += await storeBatch(storage, { user, shape, random, storedNotes, start });
      process.stderr.write(`\rSeeding: ${place * notes.length + start} of ${users.length * notes.length} notes `);
    }
    ids.push(storedNotes.map(({ id }) => id));
  }
  process.stderr.write("\n");
  return { ids, windows };
}

interface Batch {
  readonly user: string;
  readonly shape: VectorShape;
  readonly random: Random;
  readonly storedNotes: readonly StoredNote[];
  readonly start: number;
}

/** Stores a batch of notes and returns the number of windows. */
async function storeBatch(storage: Storage, { user, shape, random, storedNotes, start }: Batch): Promise<number> {
  const batch = storedNotes.slice(start, start + AT_ONCE);
  const { vector = (next: Random) => anyVector(shape, next) } = shape;
  let windows = 0;
  await storage.notes.insertMany(
    user,
    batch.map((note) => ({ ...noteWrite(note), key: null })),
  );
  await Promise.all(
    batch.map((note) => {
      const own = noteWindows(note.content).map((window) => ({ ...window, vector: vector(random) }));
      windows += own.length;
      return storage.vectors.put(user, note.id, { model: shape.model, revision: 1, windows: own, complete: true });
    }),
  );
  await Promise.all(
    batch.flatMap((note, index) => {
      const place = start + index;
      const other = storedNotes[place % 2 === 0 ? place - 1 : Math.floor(random() * place)];
      if (!other || other.id === note.id) return [];
      const link = {
        source_id: note.id,
        target_id: other.id,
        relation: "relates_to",
        created_at: note.created_at,
      } as const;
      return [storage.links.insert(user, link, [])];
    }),
  );
  return windows;
}

function anyVector({ dimensions }: VectorShape, random: Random): Float32Array {
  return normalise(Float32Array.from({ length: dimensions }, () => random() - 0.5));
}

export function normalise(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function asStored(note: BenchNote, index: number): StoredNote {
  const time = new Date(Date.UTC(2026, 0, 1) + index).toISOString();
  return {
    id: `01900000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`,
    ...note,
    note_type: "fact",
    importance: 0.5,
    archived: false,
    created_at: time,
    updated_at: time,
    claimed_at: time,
    revision: 1,
  };
}
