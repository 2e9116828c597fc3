import { createSystemClock, openEmbedders, type StoredNote } from "@knote/api";
import {
  aNoteWrite,
  aRevision,
  createHashEmbedder,
  createMemoryStorage,
  eventually,
  startCutProxy,
  withService,
} from "@knote/testkit";
import { expect, it } from "vitest";
import { followDocuments } from "../testing/follow-documents.ts";
import { MODEL, openLibrary } from "../testing/open-library.ts";
import { openQdrant } from "../testing/open-qdrant.ts";

const NOTES = 60;

withService("TEST_QDRANT_URL", (url) => {
  it("fails fast while the server does not answer, and answers again by itself", { timeout: 60_000 }, async () => {
    await using proxy = await startCutProxy(url);
    const timing = { searchMs: 2_000, writeMs: 20_000, coolDownMs: 4_000 };
    await using library = await openLibrary(url, { url: proxy.url, timing });
    const note = await library.note();
    await library.put(note, [0]);
    proxy.deafen();
    await expect(library.nearest(0)).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfterSeconds: 4 });
    expect(library.qdrant.status()).toBe("down");
    const [connectionCount, began] = [proxy.connections(), performance.now()];
    for (let index = 0; index < 20; index++)
      await expect(library.nearest(0)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(library.put(note, [0])).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(library.qdrant.check()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(proxy.connections()).toBe(connectionCount);
    await proxy.disconnect();
    await proxy.mend();
    await eventually(() => library.qdrant.check(), { deadlineMs: 30_000 });
    expect(library.qdrant.status()).toBe("up");
    expect(await library.nearest(0)).toEqual([note.id]);
    expect(library.qdrant.warnings).toEqual(["Qdrant cannot be used; searches go by words until it is back."]);
  });

  it("makes every note searchable after the server was away during writes", { timeout: 60_000 }, async () => {
    await using proxy = await startCutProxy(url);
    const storage = createMemoryStorage();
    const { notes, documents } = followDocuments(storage.notes);
    await using qdrant = openQdrant(url, documents, { url: proxy.url });
    const embedder = createHashEmbedder(MODEL);
    const parts = {
      clock: createSystemClock(),
      configuredEmbedder: embedder,
      embedderFor: () => null,
      report: () => {},
    };
    const embedders = await openEmbedders({ ...parts, storage: { ...storage, notes, vectors: qdrant.index } });
    embedders.wake();
    const writes = Array.from({ length: NOTES }, (_, index) => aNoteWrite({ title: `word${index} one`, content: "-" }));
    for (const [index, write] of writes.entries()) {
      if (index === NOTES / 3) await proxy.disconnect();
      await notes.insert("ada", write, []);
      if (index % 10 === 0) embedders.wake();
    }
    const revisedWrite = aRevision(writes[0]!.note, { title: "changed meanwhile" });
    expect(await notes.update("ada", revisedWrite, [])).toBe(true);
    await notes.purge("ada", writes[1]!.note.id, []);
    await expect(qdrant.clean()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await proxy.mend();
    await eventually(async () => expect(await documents.pending(MODEL)).toBe(0), { deadlineMs: 40_000 });
    await embedders.close();
    expect(await qdrant.clean()).toBe(1);
    const live = [revisedWrite, ...writes.slice(2)].map(({ note }) => note);
    for (const note of live) expect(await similarity(note), note.title).toBeCloseTo(1, 3);

    /** Returns the similarity of the note to its own text, found among all. */
    async function similarity({ id, title }: StoredNote) {
      const fresh = createHashEmbedder(MODEL);
      const [vector] = await fresh.embed([`${title}\n-`], { priority: "background" });
      const hits = await qdrant.index.nearest("ada", MODEL, vector!, { limit: NOTES });
      expect(hits).toHaveLength(live.length);
      return hits.find((hit) => hit.id === id)?.similarity;
    }
  });
});
