import { aNoteWrite } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryStorage } from "../testing/temporary-folder.ts";

const MODEL = "test";

describe("nearest vectors", () => {
  it("finds what brute force finds, with the same similarities", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    const random = randomNumbers(7);
    const notes = await Promise.all(
      Array.from({ length: 3_000 }, () => noteWith(storage, "ada", unitVector(random, 384))),
    );
    for (let round = 0; round < 10; round++) {
      const query = unitVector(random, 384);
      const expectedOrder = notes
        .map(({ id, vector }) => ({ id, similarity: dot(query, vector) }))
        .toSorted((one, other) => other.similarity - one.similarity);
      const hits = await storage.vectors.nearest("ada", MODEL, query, { limit: 10 });
      expect(hits.map(({ id }) => id)).toEqual(expectedOrder.slice(0, 10).map(({ id }) => id));
      for (const [index, hit] of hits.entries())
        expect(hit.similarity).toBeCloseTo(expectedOrder[index]!.similarity, 5);
    }
  });

  it("takes vectors of any length up to 4,096", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    for (const dimensions of [1, 3, 16, 100, 1_536, 3_072, 4_096]) {
      const random = randomNumbers(dimensions);
      const userId = `user of ${dimensions}`;
      const making = Array.from({ length: 40 }, () => noteWith(storage, userId, unitVector(random, dimensions)));
      const [target] = await Promise.all(making);
      const hits = await storage.vectors.nearest(userId, MODEL, target!.vector, { limit: 40 });
      expect(hits).toHaveLength(40);
      expect(hits[0]!.similarity).toBeCloseTo(1, 5);
      expect(await storage.vectors.nearest(userId, MODEL, new Float32Array(dimensions + 1), { limit: 40 })).toEqual([]);
    }
  });

  it("does not overflow with the greatest possible sums", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    const even = new Float32Array(4_096).fill(1 / 64);
    const [same, opposite] = [
      await noteWith(storage, "ada", even),
      await noteWith(
        storage,
        "ada",
        even.map((value) => -value),
      ),
    ];
    const hits = await storage.vectors.nearest("ada", MODEL, even, { limit: 2 });
    expect(hits.map(({ id }) => id)).toEqual([same.id, opposite.id]);
    expect(hits.map(({ similarity }) => Math.round(similarity))).toEqual([1, -1]);
  });

  it("follows notes whose vectors are replaced many times", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    const random = randomNumbers(3);
    const notes = await Promise.all(Array.from({ length: 20 }, () => noteWith(storage, "ada", unitVector(random, 16))));
    for (let round = 0; round < 5; round++) {
      for (const note of notes.slice(round, round + 10)) {
        note.vector = unitVector(random, 16);
        await storage.vectors.put("ada", note.id, {
          model: MODEL,
          revision: 1,
          windows: [{ vector: note.vector, start: 0, end: 1 }],
          complete: true,
        });
      }
      const hits = await storage.vectors.nearest("ada", MODEL, notes[round]!.vector, { limit: 100 });
      expect(hits).toHaveLength(20);
      expect(hits[0]).toMatchObject({ id: notes[round]!.id, similarity: expect.closeTo(1, 5) });
    }
  });

  it("ranks equally near notes by age and windows by place, in whatever order they were put", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    const [near, far] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
    const putAll = async (userId: string, ids: readonly string[]) => {
      for (const id of ids)
        await storage.vectors.put(userId, id, {
          model: MODEL,
          revision: 1,
          windows: [far, near, near].map((vector, index) => ({ vector, start: index, end: index + 1 })),
          complete: true,
        });
    };
    const users = ["ada", "bea"];
    const notes = new Map<string, string[]>();
    for (const userId of users) {
      const writes = Array.from({ length: 60 }, () => aNoteWrite());
      for (const write of writes) await storage.notes.insert(userId, write, []);
      notes.set(
        userId,
        writes.map(({ note }) => note.id),
      );
    }
    await putAll("ada", notes.get("ada")!);
    await putAll("bea", notes.get("bea")!.toReversed());
    for (let round = 0; round < 3; round++) {
      for (const userId of users) {
        const hits = await storage.vectors.nearest(userId, MODEL, near, { limit: 10 });
        expect(hits.map(({ id }) => id)).toEqual(notes.get(userId)!.toSorted().toReversed().slice(0, 10));
        expect(new Set(hits.map(({ window }) => window?.start))).toEqual(new Set([1]));
        await putAll(userId, notes.get(userId)!.slice(round * 10, 60 - round * 10));
      }
    }
  });

  it("keeps users within the memory budget, and answers correctly for dropped users", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder, { memoryBudgetBytes: 300_000 });
    const random = randomNumbers(5);
    const users = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const userId = `user${index}`;
        return {
          userId,
          notes: await Promise.all(
            Array.from({ length: 30 }, () => noteWith(storage, userId, unitVector(random, 384))),
          ),
        };
      }),
    );
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        users.map(({ userId, notes }) => storage.vectors.nearest(userId, MODEL, notes[round]!.vector, { limit: 100 })),
      );
      for (const [index, hits] of answers.entries()) {
        expect(hits).toHaveLength(30);
        expect(hits[0]!.id).toBe(users[index]!.notes[round]!.id);
      }
    }
  });

  it.each<readonly [what: string, windows: readonly Float32Array[]]>([
    ["no vector", []],
    ["an empty vector", [new Float32Array(0)]],
    ["vectors of several lengths", [new Float32Array(4), new Float32Array(5)]],
    ["a vector that is too long", [new Float32Array(4_097)]],
  ])("refuses a note with %s", async (_, vectors) => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    const write = aNoteWrite();
    await storage.notes.insert("ada", write, []);
    const windows = vectors.map((vector) => ({ vector, start: 0, end: 1 }));
    await expect(
      storage.vectors.put("ada", write.note.id, { model: MODEL, revision: 1, windows, complete: true }),
    ).rejects.toMatchObject({ code: "INVALID" });
    expect(await storage.vectors.pending(MODEL)).toBe(1);
  });

  it("lists all notes as due for a new model, however many", async () => {
    using folder = temporaryFolder();
    await using storage = await openServing(folder);
    await Promise.all(
      Array.from({ length: 2_500 }, () => storage.notes.insert("ada", aNoteWrite({ title: "Owls", content: "-" }), [])),
    );
    await Promise.all([storage.vectors.prepare("new"), storage.notes.insert("ada", aNoteWrite(), [])]);
    expect(await storage.vectors.due("new", 3_000)).toHaveLength(2_501);
    expect(await storage.vectors.pending("new")).toBe(2_501);
  });
});

async function openServing(...input: Parameters<typeof openIn>): Promise<TemporaryStorage> {
  const storage = await openIn(...input);
  await storage.vectors.serve(MODEL);
  return storage;
}

async function noteWith(
  storage: TemporaryStorage,
  userId: string,
  vector: Float32Array,
): Promise<{ id: string; vector: Float32Array }> {
  const write = aNoteWrite({ title: "Owls", content: "-" });
  await storage.notes.insert(userId, write, []);
  await storage.vectors.put(userId, write.note.id, {
    model: MODEL,
    revision: 1,
    windows: [{ vector, start: 0, end: 1 }],
    complete: true,
  });
  return { id: write.note.id, vector };
}

function unitVector(random: () => number, dimensions: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0);
}

/** Mulberry32: returns the same numbers for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
}
