import { eventually, withService } from "@knote/testkit";
import { expect, it } from "vitest";
import { MODEL, openLibrary } from "../testing/open-library.ts";
import { openQdrant } from "../testing/open-qdrant.ts";
import type { VectorDocuments } from "../ports/vector-documents.ts";

withService("TEST_QDRANT_URL", (url) => {
  it("keeps a model's vectors in one collection: separated by user, at 8 bits, ranked in full", async () => {
    await using library = await openLibrary(url);
    await library.put(await library.note(), [0]);
    const { collections } = await library.qdrant.client.getCollections();
    const [own, ...others] = collections.filter(({ name }) => name.startsWith(library.qdrant.prefix));
    expect(others).toEqual([]);
    const { config, payload_schema } = await library.qdrant.client.getCollection(own!.name);
    expect(config.quantization_config).toMatchObject({ scalar: { type: "int8", always_ram: true } });
    expect(config.hnsw_config).toMatchObject({ m: 0, payload_m: 16 });
    expect(config.params.vectors).toMatchObject({ size: 2, distance: "Cosine", on_disk: true });
    expect(payload_schema["user"]).toMatchObject({ data_type: "keyword", params: { is_tenant: true } });
    expect(Object.keys(payload_schema).toSorted()).toEqual(["head", "note", "revision", "user"]);
  });

  it("points the alias to the served model's collection once it is served", async () => {
    await using library = await openLibrary(url);
    const note = await library.note();
    await library.put(note, [0]);
    const before = await servedCollection();
    await library.qdrant.index.prepare("next");
    await library.put(note, [50], "next");
    expect(await servedCollection()).toBe(before);
    await library.qdrant.index.serve("next");
    const after = await servedCollection();
    expect(after).not.toBe(before);
    const { collections } = await library.qdrant.client.getCollections();
    const own = collections.map(({ name }) => name).filter((name) => name.startsWith(library.qdrant.prefix));
    expect(own).toEqual([after]);

    async function servedCollection() {
      const { aliases } = await library.qdrant.client.getAliases();
      return aliases.find(({ alias_name }) => alias_name === `${library.qdrant.prefix}-serving`)?.collection_name;
    }
  });

  it("removes no vectors but its own when it forgets a model", async () => {
    await using library = await openLibrary(url);
    await using other = await openLibrary(url);
    await other.put(await other.note(), [0]);
    await library.put(await library.note(), [0]);
    await library.qdrant.index.serve("another");
    expect(await other.points()).toBe(1);
  });

  it("lets a late indexer neither overwrite nor add to newer vectors", async () => {
    const { change, next } = stepIn("settle");
    await using library = await openLibrary(url, { change });
    const note = await library.note();
    const nextSettle = next();
    const late = library.put(note, [0, 1, 2]);
    const goOn = await nextSettle;
    const revisedNote = await library.revise(note, { title: "Moved on" });
    expect(await library.put(revisedNote, [80])).toBe(true);
    goOn();
    expect(await late).toBe(false);
    expect(await library.points()).toBe(1);
    const [hit] = await library.qdrant.index.nearest(library.userId, MODEL, Float32Array.of(1, 0), { limit: 1 });
    expect(hit!.similarity).toBeCloseTo(Math.cos((80 * Math.PI) / 180), 3);
  });

  it("leaves a note due whose indexer died between its vectors and its document", async () => {
    let dies = true;
    const change = (documents: VectorDocuments): VectorDocuments => ({
      ...documents,
      settle: (...input) => (dies ? Promise.reject(new Error("Killed.")) : documents.settle(...input)),
    });
    await using library = await openLibrary(url, { change });
    const note = await library.note();
    await expect(library.put(note, [0, 10, 20])).rejects.toThrow("Killed.");
    expect(await library.qdrant.index.pending(MODEL)).toBe(1);
    dies = false;
    expect(await library.put(note, [0, 10, 20])).toBe(true);
    expect(await library.qdrant.index.pending(MODEL)).toBe(0);
    expect(await library.points()).toBe(3);
  });

  it("makes every note due again when its collection was lost", async () => {
    await using library = await openLibrary(url);
    const notes = [await library.note(), await library.note()];
    for (const note of notes) await library.put(note, [0]);
    const { serving } = await library.documents.keptModels();
    await library.qdrant.client.deleteCollection(`${library.qdrant.prefix}-vectors-${serving!.key}`);
    expect(await library.nearest(0)).toEqual([]);
    await library.qdrant.index.serve(MODEL);
    expect(await library.qdrant.index.pending(MODEL)).toBe(2);
    for (const note of notes) expect(await library.put(note, [0])).toBe(true);
    expect(await library.nearest(0)).toHaveLength(2);
  });

  it("removes the vectors of purged notes, and no others", async () => {
    await using library = await openLibrary(url);
    const [purgedNote, deletedNote, keptNote] = [await library.note(), await library.note(), await library.note()];
    for (const note of [purgedNote, deletedNote, keptNote]) await library.put(note, [0, 10]);
    await library.notes.delete(library.userId, deletedNote.id, new Date().toISOString(), []);
    await library.notes.purge(library.userId, purgedNote.id, []);
    expect(await library.qdrant.clean()).toBe(1);
    expect(await library.points()).toBe(4);
    expect(await library.qdrant.clean()).toBe(0);
    expect(await library.nearest(0)).toEqual([keptNote.id]);
  });

  it("finds the few that count among many that do not", { timeout: 60_000 }, async () => {
    await using library = await openLibrary(url);
    const live = await Promise.all([70, 80].map(async (angle) => ({ note: await library.note(), angle })));
    const archivedNotes = await Promise.all(Array.from({ length: 300 }, () => library.note({ archived: true })));
    await Promise.all(archivedNotes.map((note, index) => library.put(note, [index / 10, index / 10 + 1])));
    await Promise.all(live.map(({ note, angle }) => library.put(note, [angle])));
    expect(await library.nearest(0, { limit: 2 })).toEqual(live.map(({ note }) => note.id));
    expect(await library.nearest(0, { limit: 5 })).toHaveLength(2);
  });

  it("answers in every process from the model that one of them chose", async () => {
    await using library = await openLibrary(url);
    const { prefix } = library.qdrant;
    await using other = openQdrant(url, library.documents, { prefix });
    const note = await library.note();
    await library.put(note, [0]);
    expect(await other.index.nearest(library.userId, MODEL, Float32Array.of(1, 0), { limit: 1 })).toHaveLength(1);
    await library.qdrant.index.prepare("next");
    await library.put(note, [50], "next");
    await library.qdrant.index.serve("next");
    expect(await other.index.models()).toEqual({ serving: "next", next: null });
    await eventually(async () => {
      const hits = await other.index.nearest(library.userId, "next", Float32Array.of(1, 0), { limit: 1 });
      expect(hits).toHaveLength(1);
    });
    expect(await other.index.nearest(library.userId, MODEL, Float32Array.of(1, 0), { limit: 1 })).toEqual([]);
  });
});

/** Holds the method's next call after `next()`, until the function that `next()` resolves to is called. */
function stepIn(method: "settle") {
  let onArrival: ((goOn: () => void) => void) | null = null;
  const change = (documents: VectorDocuments): VectorDocuments => ({
    ...documents,
    async [method](...input) {
      const tell = onArrival;
      onArrival = null;
      if (tell) await new Promise<void>((goOn) => tell(goOn));
      return await documents[method](...input);
    },
  });
  return { change, next: () => new Promise<() => void>((resolve) => (onArrival = resolve)) };
}
