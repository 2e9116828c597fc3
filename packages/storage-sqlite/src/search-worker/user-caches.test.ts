import { aNoteWrite } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryStorage } from "../testing/temporary-folder.ts";
import { openSnapshots, type SnapshotReader } from "./snapshot.ts";
import { createUserCaches, type UserCache, type UserCaches } from "./user-caches.ts";
import { createVectorMemory, type VectorMemory } from "./vector-memory.ts";

const PAGE = 65_536;

interface Fixture extends AsyncDisposable {
  readonly storage: TemporaryStorage;
  readonly reader: SnapshotReader;
  readonly memory: VectorMemory;
  readonly caches: UserCaches;
  /** Loads the vectors of a user and resolves with the number of heads. */
  load(sub: string): Promise<number>;
}

async function openFixture(budgetBytes: number): Promise<Fixture> {
  const folder = temporaryFolder();
  const storage = await openIn(folder);
  await storage.vectors.serve("test");
  for (const sub of ["ada", "bob", "cy"]) {
    const write = aNoteWrite();
    await storage.notes.insert(sub, write, []);
    const windows = [{ vector: Float32Array.of(0.6, 0.8), start: 0, end: 1 }];
    await storage.vectors.put(sub, write.note.id, { model: "test", revision: 1, windows, complete: true });
  }
  const reader = openSnapshots(storage.path);
  const memory = createVectorMemory();
  const caches = createUserCaches({ reader, memory, budgetBytes });
  return {
    storage,
    reader,
    memory,
    caches,
    load: (sub) => caches.use(userOf(reader, sub), loadHeads),
    async [Symbol.asyncDispose]() {
      reader.close();
      await storage.close();
      folder[Symbol.dispose]();
    },
  };
}

describe("user caches", () => {
  it("holds as many users as the budget allows, and drops the least recently used", async () => {
    await using fixture = await openFixture(2.5 * PAGE);
    for (const sub of ["ada", "bob", "ada", "cy"]) expect(await fixture.load(sub)).toBe(1);
    expect(fixture.caches.size()).toBe(2);
    expect(fixture.memory.bytes()).toBe(2 * PAGE);
    const tableSize = await fixture.caches.use(userOf(fixture.reader, "ada"), ({ table }) => table.size);
    expect(tableSize).toBe(1);
    const sizeAfterDrop = await fixture.caches.use(userOf(fixture.reader, "bob"), ({ table }) => table.size);
    expect(sizeAfterDrop).toBe(0);
  });

  it("drops a forgotten user, after the work under way", async () => {
    await using fixture = await openFixture(10 * PAGE);
    for (const sub of ["ada", "bob"]) await fixture.load(sub);
    const [ada, bob] = [userOf(fixture.reader, "ada"), userOf(fixture.reader, "bob")];
    fixture.caches.forget(ada);
    expect([fixture.caches.size(), fixture.memory.bytes()]).toEqual([1, PAGE]);
    const headCount = await fixture.caches.use(bob, async (cache) => {
      fixture.caches.forget(bob);
      return await loadHeads(cache);
    });
    expect(headCount).toBe(1);
    expect([fixture.caches.size(), fixture.memory.bytes()]).toEqual([0, 0]);
    fixture.caches.forget(bob);
    expect(await fixture.load("bob")).toBe(1);
  });

  it("reuses memory that was freed", async () => {
    await using fixture = await openFixture(1);
    for (let round = 0; round < 100; round++) await fixture.load(["ada", "bob", "cy"][round % 3]!);
    expect(fixture.memory.bytes()).toBeLessThanOrEqual(PAGE);
  });

  it("holds the vectors of only one model, the last that was used", async () => {
    await using fixture = await openFixture(10 * PAGE);
    const { storage, reader, caches, memory } = fixture;
    await storage.vectors.prepare("other");
    const [due] = await storage.vectors.due("other", 1);
    const windows = [{ vector: Float32Array.of(1, 0, 0), start: 0, end: 1 }];
    await storage.vectors.put(due!.userId, due!.noteId, { model: "other", revision: 1, windows, complete: true });
    const user = userOf(reader, due!.userId);
    for (const model of [1, 2, 1, 2]) {
      const heads = await caches.use(user, async ({ vectors }) => {
        await vectors(model).load();
        return vectors(model).heads().length;
      });
      expect(heads).toBe(1);
      expect(memory.bytes()).toBe(PAGE);
    }
  });

  it("never drops a user while work is under way", async () => {
    await using fixture = await openFixture(1);
    const heads = await fixture.caches.use(userOf(fixture.reader, "ada"), async (cache) => {
      await loadHeads(cache);
      await fixture.load("bob");
      return cache.vectors(1).heads().length;
    });
    expect(heads).toBe(1);
    expect(fixture.memory.bytes()).toBeLessThanOrEqual(PAGE);
  });
});

describe("note table", () => {
  it("drops notes that were purged since its last look, however long ago", async () => {
    await using fixture = await openFixture(10 * PAGE);
    const { storage, reader, caches } = fixture;
    const liveNotes = () =>
      caches.use(userOf(reader, "ada"), ({ table }) =>
        reader.read((snapshot) => {
          table.sync(snapshot);
          return table.ids.filter((_, slot) => table.isLive(slot)).length;
        }),
      );
    expect(await liveNotes()).toBe(1);
    const purgedWrite = aNoteWrite();
    await storage.notes.insert("ada", purgedWrite, []);
    expect(await liveNotes()).toBe(2);
    await storage.notes.purge("ada", purgedWrite.note.id, []);
    const busy = aNoteWrite();
    await storage.notes.insert("ada", busy, []);
    // Each round is two changes; afterwards the first purge is no longer on record.
    for (let round = 0; round < 51; round++) {
      await Promise.all(Array.from({ length: 100 }, () => toggle(storage, busy.note.id)));
    }
    const other = aNoteWrite();
    await storage.notes.insert("ada", other, []);
    await storage.notes.purge("ada", other.note.id, []);
    expect(await liveNotes()).toBe(2);
  });
});

async function toggle(storage: TemporaryStorage, id: string): Promise<void> {
  await Promise.all([
    storage.notes.delete("ada", id, new Date().toISOString(), []),
    storage.notes.restore("ada", id, () => []),
  ]);
}

async function loadHeads({ vectors }: UserCache): Promise<number> {
  const set = vectors(1);
  await set.load();
  return set.heads().length;
}

function userOf(reader: SnapshotReader, sub: string): number {
  return reader.read((snapshot) => snapshot.user(sub))!;
}
