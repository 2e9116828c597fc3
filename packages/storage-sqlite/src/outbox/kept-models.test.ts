import { DatabaseSync } from "node:sqlite";
import { aNoteWrite } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryStorage } from "../testing/temporary-folder.ts";

const VECTOR = Float32Array.of(0.6, 0.8);
const USERS = ["ada", "bob", "cy"];

describe("a model that is no longer served", () => {
  it("leaves no row behind for any user, and keeps the other models' rows", async () => {
    await using storage = await withVectors(["old", "new"], 250);
    await storage.vectors.serve("new");
    expect(rowsByModel(storage.path)).toEqual({ vectors: { new: 750 }, due: { new: 3 } });
    for (const user of USERS)
      expect(await storage.vectors.nearest(user, "new", VECTOR, { limit: 1_000 })).toHaveLength(250);
    expect(await storage.checkIntegrity()).toEqual([]);
  });

  it("is removed in steps, and the next call continues an interrupted removal", async () => {
    await using storage = await withVectors(["old", "new"], 250);
    await expect(storage.vectors.serve("new", abortedAtLook(4))).rejects.toThrow("The end is near.");
    const remainingVectors = rowsByModel(storage.path).vectors["old"];
    expect(remainingVectors).toBeLessThan(750);
    expect(remainingVectors).toBeGreaterThan(0);
    expect(await storage.vectors.models()).toEqual({ serving: "new", next: null });
    await storage.vectors.serve("new");
    expect(rowsByModel(storage.path)).toEqual({ vectors: { new: 750 }, due: { new: 3 } });
  });

  it("leaves no note with only some of its vectors when it is interrupted", async () => {
    await using storage = await withVectors(["old", "new"], 50, 3);
    await expect(storage.vectors.serve("new", abortedAtLook(4))).rejects.toThrow("The end is near.");
    expect(vectorsOfNotes(storage.path, "old")).toEqual([3]);
  });

  it("delays no other write for long", async () => {
    await using storage = await withVectors(["old", "new"], 250);
    let isDone = false;
    const serving = storage.vectors.serve("new").then(() => (isDone = true));
    let writes = 0;
    for (; !isDone; writes++) await storage.notes.insert("dee", aNoteWrite(), []);
    await serving;
    expect(writes).toBeGreaterThan(2);
  });

  it("has every note due and no old vectors when it comes back", async () => {
    await using storage = await withVectors(["old", "new"], 10);
    await storage.vectors.serve("new");
    await storage.vectors.prepare("old");
    expect(await storage.vectors.pending("old")).toBe(33);
    expect(await storage.vectors.nearest("ada", "old", VECTOR, { limit: 10 })).toEqual([]);
  });
});

type ServedStorage = TemporaryStorage & { readonly path: string };

/** Opens a storage of three users, each with `notes` notes that have vectors of both models and one that is due. */
async function withVectors(
  [serving, next]: readonly [string, string],
  notes: number,
  windowsEach = 1,
): Promise<ServedStorage> {
  const folder = temporaryFolder();
  const storage = await openIn(folder);
  await storage.vectors.serve(serving);
  await storage.vectors.prepare(next);
  const storing = USERS.map(async (user) => {
    await storage.notes.insert(user, aNoteWrite(), []);
    await Promise.all(Array.from({ length: notes }, () => storeNote(storage, user, [serving, next], windowsEach)));
  });
  await Promise.all(storing);
  return {
    ...storage,
    async [Symbol.asyncDispose]() {
      await storage.close();
      folder[Symbol.dispose]();
    },
  };
}

async function storeNote(
  storage: TemporaryStorage,
  user: string,
  models: readonly string[],
  windowsEach: number,
): Promise<void> {
  const write = aNoteWrite({ title: "Owls", content: "-" });
  await storage.notes.insert(user, write, []);
  const windows = Array.from({ length: windowsEach }, () => ({ start: 0, end: 1, vector: VECTOR }));
  await Promise.all(
    models.map((model) => storage.vectors.put(user, write.note.id, { model, revision: 1, windows, complete: true })),
  );
}

/** Returns a signal that throws when it is checked for the `last`-th time. */
function abortedAtLook(last: number): AbortSignal {
  let looks = 0;
  const throwIfAborted = () => {
    if (++looks === last) throw new Error("The end is near.");
  };
  return Object.assign(new AbortController().signal, { throwIfAborted });
}

function rowsByModel(path: string): Record<"vectors" | "due", Record<string, number>> {
  using db = new DatabaseSync(path, { readOnly: true });
  const count = (table: string) => {
    const rows = db
      .prepare(`SELECT name, count(*) AS rows FROM ${table} JOIN models USING (model) GROUP BY name`)
      .all();
    return Object.fromEntries(rows.map(({ name, rows: number }) => [name, number])) as Record<string, number>;
  };
  return { vectors: count("vectors"), due: count("due") };
}

/** Returns the distinct counts of vectors that notes have for the model. */
function vectorsOfNotes(path: string, model: string): unknown[] {
  using db = new DatabaseSync(path, { readOnly: true });
  const counts = db.prepare(
    "SELECT DISTINCT count(*) AS count FROM vectors JOIN models USING (model) WHERE name = ? GROUP BY seq",
  );
  return counts.all(model).map(({ count }) => count);
}
