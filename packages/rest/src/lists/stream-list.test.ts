import { gunzipSync } from "node:zlib";
import { aNoteWrite, createMemoryStorage, eventually, testServices } from "@knote/testkit";
import type { StoredNote } from "@knote/api";
import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";
import { rawSocket } from "../testing/raw-socket.ts";

/** A user with the given number of notes, each of a kilobyte. */
async function withNotes(count: number) {
  const storage = createMemoryStorage();
  const content = "All of it matters. ".repeat(50);
  for (let index = 0; index < count; index++)
    await storage.notes.insert("ada", aNoteWrite({ title: `Note ${index}`, content }), []);
  return storage;
}

describe("a list without a limit", () => {
  it.each(["?", "?q=note&sort=newest&"])("comes complete, in the order and shape of its pages: %s", async (search) => {
    await using app = await startApp({ services: testServices({ storage: await withNotes(1_200) }) });
    const ada = await app.user("ada", { lifetimeSeconds: 10 ** 9 });
    const whole = await ada.send(`GET /api/graph/notes${search.slice(0, -1)}`);
    expect(whole.headers).toMatchObject({
      "transfer-encoding": "chunked",
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
    });
    expect(whole.headers).not.toHaveProperty("link");
    const pagedNotes: unknown[] = [];
    for (let next: string | undefined = `/api/graph/notes${search}limit=1000`; next;) {
      const { body, headers } = await ada.send(`GET ${next}`);
      pagedNotes.push(...body.notes);
      next = headers["link"]?.slice(1).split(">")[0];
    }
    expect(whole.body).toEqual({ notes: pagedNotes });
    expect(pagedNotes).toHaveLength(1_200);
  });

  it("has a Content-Length when it is short, and can be empty", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (const [path, text] of [
      ["/api/graph/notes", '{"notes":[]}'],
      ["/api/graph/links", '{"links":[]}'],
      ["/api/graph/notes?q=memory", '{"notes":[]}'],
    ]) {
      const answer = await ada.send(`GET ${path}`);
      expect(answer).toMatchObject({ status: 200, text });
      expect(answer.headers["content-length"]).toBe(String(text!.length));
    }
  });

  it("is compressed piece by piece for clients that accept it", async () => {
    await using app = await startApp({ services: testServices({ storage: await withNotes(1_200) }) });
    const ada = await app.user("ada", { lifetimeSeconds: 10 ** 9 });
    const plain = await ada.send("GET /api/graph/notes");
    const zippedAnswer = await ada.send("GET /api/graph/notes", { headers: { "Accept-Encoding": "gzip, br" } });
    expect(zippedAnswer.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: "Accept-Encoding",
      "transfer-encoding": "chunked",
    });
    expect(zippedAnswer.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(gunzipSync(zippedAnswer.bytes).equals(plain.bytes)).toBe(true);
  });

  it("does not read on while the client does not read", async () => {
    const storage = await withNotes(1_000);
    let reads = 0;
    const big = "x".repeat(40_000);
    const list: typeof storage.notes.list = async (...input) => {
      reads++;
      const notes = await storage.notes.list(input[0], input[1], { limit: input[2].limit });
      return notes.map((note): StoredNote => ({ ...note, content: big }));
    };
    await using app = await startApp({
      services: testServices({ storage: { ...storage, notes: { ...storage.notes, list } } }),
    });
    const ada = await app.user("ada", { lifetimeSeconds: 10 ** 9 });
    const socket = await rawSocket(app.url);
    socket.pause();
    socket.write(`GET /api/graph/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n\r\n`);
    await eventually(() => expect(reads).toBeGreaterThan(0));
    // This storage never ends: only back-pressure keeps the reads few while other requests are served.
    for (let other = 0; other < 20; other++) expect((await app.send("GET /health")).status).toBe(200);
    const readsWhilePaused = reads;
    for (let other = 0; other < 20; other++) expect((await app.send("GET /health")).status).toBe(200);
    expect(reads).toBe(readsWhilePaused);
    socket.destroy();
    await eventually(() => expect(app.logLines.join()).toContain('"status":499'));
  });
});

describe("a list that fails", () => {
  async function failingAt(batch: number) {
    const storage = await withNotes(1_200);
    let reads = 0;
    const list: typeof storage.notes.list = async (...input) => {
      if (++reads === batch) throw new Error("secret: the disk is gone");
      return await storage.notes.list(...input);
    };
    return testServices({ storage: { ...storage, notes: { ...storage.notes, list } } });
  }

  it("before its first byte is an ordinary error", async () => {
    await using app = await startApp({ services: await failingAt(1) });
    const ada = await app.user("ada", { lifetimeSeconds: 10 ** 9 });
    expect(await ada.send("GET /api/graph/notes")).toMatchObject({
      status: 500,
      text: '{"detail":"Internal server error."}',
    });
  });

  it.each([{}, { "Accept-Encoding": "gzip" }])(
    "halfway is cut off, so that it never looks complete (%o)",
    async (headers) => {
      await using app = await startApp({ services: await failingAt(3) });
      const ada = await app.user("ada", { lifetimeSeconds: 10 ** 9 });
      await expect(ada.send("GET /api/graph/notes", { headers })).rejects.toThrow(/aborted|hang up/);
      expect(app.logLines.join()).toContain("request failed");
      expect((await app.send("GET /health")).status).toBe(200);
    },
  );

  it("refuses a cursor of another list before anything is sent", async () => {
    await using app = await startApp({ services: testServices({ storage: await withNotes(3) }) });
    const ada = await app.user("ada", { lifetimeSeconds: 10 ** 9 });
    const { status, body } = await ada.send("GET /api/graph/notes?cursor=abc");
    expect({ status, path: body.issues[0].path }).toEqual({ status: 422, path: "cursor" });
  });
});
