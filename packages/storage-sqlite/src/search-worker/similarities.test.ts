import { wholeSimilarity } from "@knote/api/kit/whole-similarity";
import { aNoteWrite } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryStorage } from "../testing/temporary-folder.ts";

const MODEL = "test";
const DIMENSIONS = 384;

describe("similarities of given notes", () => {
  it("are right to 0.003, for the best window and the whole of each note", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    const notes = await Promise.all(Array.from({ length: 60 }, (_, index) => noteWith(storage, index)));
    const query = vectorOf(1_000);
    const hits = await storage.vectors.similarities(
      "ada",
      MODEL,
      query,
      notes.map(({ id }) => id),
    );
    expect(hits).toHaveLength(60);
    for (const hit of hits) {
      const { windows } = notes.find(({ id }) => id === hit.id)!;
      const cosines = windows.map((vector) => dot(vector, query));
      expect(Math.abs(hit.similarity - Math.max(...cosines))).toBeLessThan(0.003);
      expect(Math.abs(hit.wholeSimilarity - wholeSimilarity(cosines))).toBeLessThan(0.003);
      expect(cosines[hit.window!.start]!).toBeGreaterThan(Math.max(...cosines) - 0.003);
    }
  });

  it("are exact for vectors that 8 bits represent badly", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    const spike = Float32Array.from({ length: 64 }, (_, index) => (index === 0 ? 0.999 : 0.0056));
    const write = aNoteWrite();
    await storage.notes.insert("ada", write, []);
    await put(storage, write.note.id, [spike]);
    const flat = new Float32Array(64).fill(1 / 8);
    const [hit] = await storage.vectors.similarities("ada", MODEL, flat, [write.note.id]);
    expect(hit!.similarity).toBeCloseTo(dot(spike, flat), 6);
  });

  it("never exceed 1", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    const notes = await Promise.all(Array.from({ length: 20 }, (_, index) => noteWith(storage, index)));
    for (const { id, windows } of notes) {
      const [hit] = await storage.vectors.similarities("ada", MODEL, windows[0]!, [id]);
      expect(hit!.similarity).toBeLessThanOrEqual(1);
    }
  });
});

async function openServing(folder: Parameters<typeof openIn>[0]): Promise<TemporaryStorage> {
  const storage = await openIn(folder);
  await storage.vectors.serve(MODEL);
  return storage;
}

async function noteWith(storage: TemporaryStorage, seed: number): Promise<{ id: string; windows: Float32Array[] }> {
  const write = aNoteWrite();
  await storage.notes.insert("ada", write, []);
  const windows = [0, 1, 2, 3, 4].map((window) => vectorOf(seed * 5 + window));
  await put(storage, write.note.id, windows);
  return { id: write.note.id, windows };
}

async function put(storage: TemporaryStorage, id: string, vectors: readonly Float32Array[]): Promise<void> {
  const windows = vectors.map((vector, index) => ({ vector, start: index, end: index + 1 }));
  await storage.vectors.put("ada", id, { model: MODEL, revision: 1, windows, complete: true });
}

/** Returns a vector of length 1, another one for each seed. */
function vectorOf(seed: number): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, index) =>
    Math.sin((index + 1) * (seed + 1.7) * 12.9898),
  );
  return vector.map((value) => value / Math.sqrt(dot(vector, vector)));
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0);
}
