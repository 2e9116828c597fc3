import { DomainError, type Storage } from "@knote/api";
import { createMemoryStorage, eventually, openImport, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../testing/start-app.ts";

const note = (key: string) => ({ note: { key, title: `Note ${key}`, content: "-", note_type: "fact" } });
const notes = (from: number, count: number) => Array.from({ length: count }, (_, index) => note(`n${from + index}`));

/** More lines than network buffers hold: the kernel can buffer tens of megabytes in each direction. */
const MANY = 2_000_000;

async function totalNotes(app: TestApp): Promise<number> {
  return (await (await app.user("ada")).send("GET /api/graph/stats")).body.total_notes;
}

describe("an import under way", () => {
  it("answers each line before the next one is sent", async () => {
    await using app = await startApp();
    using upload = await openImport(app.url, await app.token("ada"));
    for (let line = 1; line <= 3; line++) {
      upload.send([note(`n${line}`)]);
      await eventually(() => expect(upload.readAnswers()).toHaveLength(line));
      expect(await totalNotes(app)).toBe(line);
    }
    upload.end();
    await eventually(() => expect(upload.readAnswers().at(-1)).toMatchObject({ done: true, created: 3 }));
  });

  it("waits for the end of a line that arrives in pieces", async () => {
    await using app = await startApp();
    using upload = await openImport(app.url, await app.token("ada"));
    const line = `${JSON.stringify(note("Ä\u{1f989}"))}\n${JSON.stringify(note("b"))}`;
    for (const piece of [line.slice(0, 20), line.slice(20, 25), line.slice(25)]) {
      expect(upload.readAnswers()).toEqual([]);
      upload.send(piece);
      await new Promise(setImmediate);
    }
    await eventually(() => expect(upload.readAnswers()).toMatchObject([{ line: 1, status: "created" }]));
    expect(await totalNotes(app)).toBe(1);
    upload.end();
    await eventually(() => expect(upload.readAnswers().at(-1)).toMatchObject({ done: true, created: 2 }));
  });

  it("keeps what was answered when its sender disconnects, and nothing of half a line", async () => {
    await using app = await startApp();
    const token = await app.token("ada");
    {
      using upload = await openImport(app.url, token);
      upload.send(notes(0, 5));
      await eventually(() => expect(upload.readAnswers()).toHaveLength(5));
    }
    await eventually(() => expect(app.logLines.join()).toContain('"status":499'));
    expect(await totalNotes(app)).toBe(5);
    expect(await (await app.user("ada")).events()).toEqual(["import_progress"]);
    expect(app.logLines.join()).not.toContain("failed");
  });

  it("stops taking lines while nobody reads the results, and goes on when they are read", async () => {
    await using app = await startApp();
    using upload = await openImport(app.url, await app.token("ada"));
    upload.response.pause();
    let sentLines = 0;
    const bad = `"${"a bad line ".repeat(18)}"\n`.repeat(1_000);
    const sendAll = () => {
      do sentLines += 1_000;
      while (upload.send(bad) && sentLines < MANY);
    };
    sendAll();
    while (sentLines < MANY && (await Promise.race([upload.whenDrained().then(() => true), quiet()]))) sendAll();
    expect(sentLines).toBeLessThan(MANY);
    upload.response.resume();
    upload.end();
    await eventually(() => expect(upload.isClosed).toBe(true));
    expect(upload.readAnswers().at(-1)).toEqual({ done: true, created: 0, exists: 0, linked: 0, failed: sentLines });
  });

  it("ends with its token", async () => {
    await using app = await startApp();
    using upload = await openImport(app.url, await app.token("ada", { lifetimeSeconds: 60 }));
    upload.send([note("a")]);
    await eventually(() => expect(upload.readAnswers()).toHaveLength(1));
    app.services.clock.advance(61_000);
    upload.send([note("b")]);
    await eventually(() => {
      const detail = "The access token has expired.";
      expect(upload.readAnswers().at(-1)).toEqual({ done: false, created: 1, exists: 0, linked: 0, failed: 0, detail });
    });
    expect(await totalNotes(app)).toBe(1);
  });

  it("says where it stopped when the storage fails, and wakes the indexer for the stored notes", async () => {
    const storage = createMemoryStorage();
    let wakeCount = 0;
    const services = testServices({ storage: failingAfter(storage, 1), wakeIndexer: () => void wakeCount++ });
    await using app = await startApp({ services });
    using upload = await openImport(app.url, await app.token("ada"));
    upload.send([note("a")]);
    await eventually(() => expect(upload.readAnswers()).toHaveLength(1));
    upload.send([note("b")]);
    await eventually(() => {
      expect(upload.readAnswers().slice(1)).toEqual([
        { done: false, created: 1, exists: 0, linked: 0, failed: 0, detail: "Storage is not writable." },
      ]);
    });
    expect(wakeCount).toBe(1);
  });

  it("reports its progress about once a second at first, then less and less often", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    using upload = await openImport(app.url, ada.token);
    for (let second = 1; second <= 60; second++) {
      app.services.clock.advance(1_000);
      upload.send([note(`n${second}`)]);
      await eventually(() => expect(upload.readAnswers()).toHaveLength(second));
    }
    const eventCount = (await ada.events()).length;
    expect(eventCount).toBeGreaterThanOrEqual(15);
    expect(eventCount).toBeLessThan(40);
  });
});

/** Waits until nothing moves any more, which only time can show. */
function quiet(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, 500, false));
}

/** A storage that refuses to store notes after the given number of calls. */
function failingAfter(storage: Storage, calls: number): Storage {
  let callsLeft = calls;
  const insertMany: Storage["notes"]["insertMany"] = (userId, writes) => {
    if (callsLeft-- > 0) return storage.notes.insertMany(userId, writes);
    return Promise.reject(new DomainError("UNAVAILABLE", "Storage is not writable."));
  };
  return { ...storage, notes: { ...storage.notes, insertMany } };
}
