import type { StoredNote } from "@knote/api";
import { aNoteWrite, createMemoryStorage, eventually, openImport, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { rawSocket } from "../testing/raw-socket.ts";
import { startApp, type TestApp } from "../testing/start-app.ts";

const MANY = 30;
const LINE = { note: { title: "Whole", content: "-", note_type: "fact" } };

/** Expects that other users' requests go on. */
async function expectOthersServed(app: TestApp): Promise<void> {
  const grace = await app.user("grace", { lifetimeSeconds: 10 ** 9 });
  const id = await grace.note("Served");
  for (const request of [`GET /api/workspace/notes/${id}`, "GET /api/graph/notes?q=served", "GET /health"]) {
    expect([request, (await grace.send(request)).status]).toEqual([request, 200]);
  }
  expect((await grace.send("POST /api/recall", { json: { query: "What is served?" } })).status).toBe(200);
}

describe("many slow readers of the whole list", () => {
  /** An endless list of notes, each of 40 kB. */
  async function endlessNotes() {
    const storage = createMemoryStorage();
    await storage.notes.insert("ada", aNoteWrite(), []);
    let reads = 0;
    const big = "x".repeat(40_000);
    const list: typeof storage.notes.list = async (userId, selection, { limit }) => {
      if (userId !== "ada") return await storage.notes.list(userId, selection, { limit });
      reads++;
      const [note] = await storage.notes.list(userId, selection, { limit: 1 });
      return Array.from({ length: limit }, (): StoredNote => ({ ...note!, content: big }));
    };
    const services = testServices({ storage: { ...storage, notes: { ...storage.notes, list } } });
    return { services, reads: () => reads };
  }

  it("make the server read no further than they do, and take nobody's place", async () => {
    const { services, reads } = await endlessNotes();
    await using app = await startApp({ services, workLimits: { read: { most: 2 } } });
    const token = await app.token("ada", { lifetimeSeconds: 10 ** 9 });
    const readers = [];
    for (let count = 0; count < MANY; count++) {
      const reader = await rawSocket(app.url);
      reader.once("readable", () => {});
      reader.write(`GET /api/graph/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      const before = reads();
      await eventually(() => expect(reads()).toBeGreaterThan(before));
      readers.push(reader);
    }
    // The list is endless: reading stops only because the clients do not read.
    await eventually(async () => {
      const before = reads();
      await expectOthersServed(app);
      expect(reads()).toBe(before);
    });
    for (const reader of readers) reader.destroy();
    const countLeft = () => app.logLines.filter((line) => line.includes('"status":499')).length;
    await eventually(() => expect(countLeft()).toBe(MANY));
  });
});

describe("many slow senders of imports", () => {
  const workLimits = { import: { most: MANY + 5, mostOfOne: MANY } };

  it("affect nobody but themselves", async () => {
    await using app = await startApp({ workLimits });
    const token = await app.token("ada");
    const uploads = [];
    for (let count = 0; count < MANY; count++) {
      const upload = await openImport(app.url, token);
      upload.send('{"note": {"title": "Half a li');
      uploads.push(upload);
    }
    const ada = await app.user("ada");
    const refusal = await ada.send("POST /api/workspace/import", {
      bytes: "",
      headers: { "Content-Type": "application/x-ndjson" },
    });
    expect([refusal.status, refusal.headers["retry-after"]]).toEqual([503, "2"]);
    await expectOthersServed(app);
    using quick = await openImport(app.url, await app.token("grace"));
    quick.send([LINE]);
    quick.end();
    await eventually(() => expect(quick.readAnswers().at(-1)).toMatchObject({ done: true, created: 1 }));

    for (const upload of uploads) upload[Symbol.dispose]();
    await eventually(async () => {
      using again = await openImport(app.url, token);
      expect(again.response.statusCode).toBe(200);
      again.send([LINE]);
      again.end();
      await eventually(() => expect(again.readAnswers().at(-1)).toMatchObject({ done: true, created: 1 }));
    });
  });
});

describe("senders that never finish", () => {
  /** Begins to create a note, over REST or tRPC; `status` returns the status once there is a response. */
  async function begin(app: TestApp, path: string, token: string) {
    const socket = await rawSocket(app.url);
    const head = [`POST ${path} HTTP/1.1`, "Host: x", `Authorization: Bearer ${token}`];
    head.push("Content-Type: application/json", "Content-Length: 100000", "", '{"title": "Half');
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    socket.write(head.join("\r\n"));
    return { socket, status: () => answer.slice(9, 12) };
  }

  it.each(["/api/workspace/notes", "/trpc/notes.create"])(
    "of small bodies are limited per user and in total: %s",
    async (path) => {
      await using app = await startApp({ workLimits: { body: { most: 6, mostOfOne: 4 } }, metricsToken: "figures" });
      const underWay = () => metric(app, "knote_work_under_way");
      const senders: Awaited<ReturnType<typeof begin>>[] = [];
      for (const [name, count] of [
        ["ada", 5],
        ["grace", 2],
        ["alan", 1],
      ] as const) {
        const token = await app.token(name);
        for (let index = 0; index < count; index++) senders.push(await begin(app, path, token));
        await eventually(async () => expect(await underWay()).toBe(Math.min(6, senders.length - 1)));
      }
      const statuses = () => senders.map(({ status }) => status());
      await eventually(() => expect(statuses()).toEqual(["", "", "", "", "503", "", "", "503"]));
      expect(await metric(app, "knote_work_shed_total")).toBe(2);
      expect(await metric(app, "knote_work_shed_of_one_total")).toBe(1);
      for (const { socket } of senders) socket.destroy();
      await eventually(async () => expect(await underWay()).toBe(0));
      await (await app.user("ada")).note("Whole");
      expect(await underWay()).toBe(0);
    },
  );

  async function metric(app: TestApp, name: string): Promise<number> {
    const { text } = await app.send("GET /metrics", { token: "figures" });
    return Number(new RegExp(`^${name}\\{work="body"\\} (\\d+)$`, "m").exec(text)?.[1]);
  }
});

describe("many slow senders of bodies", () => {
  it("take no place of writes, and of large bodies only their own share", async () => {
    await using app = await startApp({ workLimits: { write: { most: 1 }, upload: { most: 9, mostOfOne: 5 } } });
    const token = await app.token("ada");
    const begin = async (length: number) => {
      const socket = await rawSocket(app.url);
      const head = ["POST /api/workspace/notes HTTP/1.1", "Host: x", `Authorization: Bearer ${token}`];
      head.push("Content-Type: application/json", `Content-Length: ${length}`, "", '{"title": "Half');
      socket.write(head.join("\r\n"));
      return socket;
    };
    const small = await Promise.all(Array.from({ length: MANY }, () => begin(100_000)));
    const large = await Promise.all(Array.from({ length: 5 }, () => begin(500_000)));
    const one = await begin(500_000);
    const [answer] = (await new Promise<Buffer[]>((resolve) => one.once("data", (chunk) => resolve([chunk])))) as [
      Buffer,
    ];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 503 /);
    await expectOthersServed(app);
    const grace = await app.user("grace");
    const content = "x".repeat(49_000);
    const json = { title: "Large", content, note_type: "fact", ignored: "y".repeat(200_000) };
    expect((await grace.send("POST /api/workspace/notes", { json })).status).toBe(201);
    for (const socket of [...small, ...large, one]) socket.destroy();
    const ada = await app.user("ada");
    await eventually(async () => expect((await ada.send("POST /api/workspace/notes", { json })).status).toBe(201));
  });
});
