import { aNoteWrite, eventually, freshUserId, withService } from "@knote/testkit";
import { expect, it } from "vitest";
import { MODEL, openLibrary } from "../testing/open-library.ts";
import { startSlowTenant, type Fate } from "../testing/slow-tenant.ts";

const TIMEOUT = { timeout: 60_000 };
const SEARCHES = 20;
const VECTOR = Float32Array.of(1, 0);

withService("TEST_QDRANT_URL", (url) => {
  it.each([408, 500, 503])("answers all others while one user's searches fail with %d", TIMEOUT, async (status) => {
    const slow = freshUserId();
    await using server = await startSlowTenant(url, (body) => (body.includes(slow) ? status : "answer"));
    await using library = await openLibrary(url, { url: server.url, timing: timing(60_000) });
    const note = await library.note();
    await library.put(note, [0]);
    for (let index = 0; index < SEARCHES; index++) {
      const slowSearch = library.qdrant.index.nearest(slow, MODEL, VECTOR, { limit: 5 });
      await expect(slowSearch).rejects.toMatchObject({ code: "UNAVAILABLE" });
      expect(await library.nearest(0)).toEqual([note.id]);
    }
    expect(library.qdrant.status()).toBe("up");
    expect(library.qdrant.warnings).toEqual([]);
  });

  it("stops searching for a user whose search was too slow, for a while", TIMEOUT, async () => {
    const slow = freshUserId();
    let requestCount = 0;
    let fate: Fate = 408;
    const fateOf = (body: string) => (body.includes(slow) ? (requestCount++, fate) : "answer");
    await using server = await startSlowTenant(url, fateOf);
    await using library = await openLibrary(url, { url: server.url, timing: timing(500) });
    await library.put(await library.note(), [0]);
    const search = () => library.qdrant.index.nearest(slow, MODEL, VECTOR, { limit: 5 });
    await expect(search()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(requestCount).toBe(1);
    fate = "answer";
    await eventually(async () => expect(await search()).toEqual([]));
    expect(requestCount).toBe(2);
  });

  it("lets one user's searches take only some of the connections", TIMEOUT, async () => {
    const slow = freshUserId();
    await using server = await startSlowTenant(url, (body) => (body.includes(slow) ? "hold" : "answer"));
    await using library = await openLibrary(url, { url: server.url, timing: timing(60_000) });
    const note = await library.note();
    await library.put(note, [0]);
    const endless = Array.from({ length: SEARCHES }, () =>
      library.qdrant.index.nearest(slow, MODEL, VECTOR, { limit: 5 }).catch(() => []),
    );
    await eventually(() => expect(server.heldCount()).toBe(8));
    for (let index = 0; index < SEARCHES; index++) expect(await library.nearest(0)).toEqual([note.id]);
    await library.notes.insert(library.userId, aNoteWrite(), []);
    await library.qdrant.check();
    expect(server.heldCount()).toBe(8);
    await server[Symbol.asyncDispose]();
    await Promise.all(endless);
  });
});

function timing(coolDownMs: number) {
  return { searchMs: 50_000, writeMs: 50_000, coolDownMs };
}
