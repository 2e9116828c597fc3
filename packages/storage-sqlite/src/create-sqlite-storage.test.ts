import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { aNoteWrite, anEvent, aNotice, eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { createSqliteStorage } from "./create-sqlite-storage.ts";
import { isServed } from "./files/data-lock.ts";
import { nextLine, startChild } from "./testing/child-process.ts";
import { openIn, temporaryFolder } from "./testing/temporary-folder.ts";

const NOBODY = 65_534;

describe("createSqliteStorage", () => {
  it("keeps data across a restart", async () => {
    using folder = temporaryFolder();
    const write = aNoteWrite();
    {
      await using storage = await openIn(folder);
      await storage.notes.insert("ada", write, []);
    }
    await using storage = await openIn(folder);
    expect(await storage.notes.get("ada", write.note.id)).toEqual(write.note);
  });

  it("leaves one database file and its lock behind when it closes", async () => {
    using folder = temporaryFolder();
    {
      await using storage = await openIn(folder);
      await storage.notes.insert("ada", aNoteWrite(), []);
      await storage.checkSearch();
    }
    expect(readdirSync(folder.path).toSorted()).toEqual(["knote.db", "knote.lock"]);
  });

  it.skipIf(process.platform === "win32")("makes the folder and its files readable by their owner alone", async () => {
    using folder = temporaryFolder();
    const dataDir = folder.file("new/data");
    const storage = await createSqliteStorage({ dataDir });
    await storage.notes.insert("ada", aNoteWrite(), []);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const modes = readdirSync(dataDir).map((file) => statSync(`${dataDir}/${file}`).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(modes.length).toBeGreaterThanOrEqual(4);
    await storage.close();
  });

  it("takes the path of the file instead of the folder", async () => {
    using folder = temporaryFolder();
    const storage = await createSqliteStorage({ path: folder.file("other.db") });
    expect(storage.path).toBe(folder.file("other.db"));
    await storage.close();
    expect(readdirSync(folder.path).toSorted()).toEqual(["other.db", "other.lock"]);
  });

  it("refuses a folder that cannot be created", async () => {
    using folder = temporaryFolder();
    writeFileSync(folder.file("file"), "");
    const dataDir = folder.file("file/data");
    await expect(createSqliteStorage({ dataDir })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: `The data folder ${dataDir} cannot be written to.`,
    });
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() !== 0)(
    "refuses a folder that is read-only, and leaves it as it is",
    async () => {
      using folder = temporaryFolder();
      chmodSync(folder.path, 0o555);
      await using child = startChild("./lock-holder.ts", [folder.path], { uid: NOBODY });
      expect(await nextLine(child)).toBe(`The data folder ${folder.path} cannot be written to.`);
      expect(readdirSync(folder.path)).toEqual([]);
    },
  );

  it("refuses a file that is no database, and leaves it as it is", async () => {
    using folder = temporaryFolder();
    writeFileSync(folder.file("knote.db"), "Not a database. ".repeat(100));
    await expect(openIn(folder)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining("is not a Knote database"),
    });
    expect(readFileSync(folder.file("knote.db"), "utf8")).toBe("Not a database. ".repeat(100));
    await expect(openIn(folder)).rejects.toThrow("is not a Knote database");
  });

  it("refuses a folder that is in use", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    const refusal = { code: "CONFLICT", message: `The data folder ${folder.path} is in use by another Knote server.` };
    await expect(openIn(folder)).rejects.toMatchObject(refusal);
    await using child = startChild("./lock-holder.ts", [folder.path]);
    expect(await nextLine(child)).toBe(refusal.message);
    await storage.notes.insert("ada", aNoteWrite(), []);
  });

  it("reports whether a server uses the folder, and does not lock it", async () => {
    using folder = temporaryFolder();
    expect(isServed({ dataDir: folder.path })).toBe(false);
    {
      await using child = startChild("./lock-holder.ts", [folder.path]);
      expect(await nextLine(child)).toBe("open");
      expect(isServed({ dataDir: folder.path })).toBe(true);
      await using tool = await openIn(folder, { exclusive: false });
      await tool.checkDocuments();
      await child.kill();
    }
    expect(isServed({ dataDir: folder.path })).toBe(false);
    await using storage = await openIn(folder);
    await storage.checkDocuments();
  });

  it("reads the texts of all users' live notes", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    const writes = Array.from({ length: 1_100 }, (_, index) => aNoteWrite({ title: `Claim ${index}`, content: "-" }));
    await Promise.all(writes.map((write, index) => storage.notes.insert(index % 2 ? "ada" : "bob", write, [])));
    await storage.notes.delete("bob", writes[0]!.note.id, new Date().toISOString(), []);
    const titles = (await Array.fromAsync(storage.noteTexts())).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(
      writes
        .slice(1)
        .map(({ note }) => note.title)
        .toSorted(),
    );
  });

  it("takes the folder of a process that was killed", async () => {
    using folder = temporaryFolder();
    await using child = startChild("./lock-holder.ts", [folder.path]);
    expect(await nextLine(child)).toBe("open");
    await expect(openIn(folder)).rejects.toMatchObject({ code: "CONFLICT" });
    await child.kill();
    await using storage = await openIn(folder);
    await storage.checkDocuments();
  });

  it("lets a tool work beside the server, each seeing what the other writes", async () => {
    using folder = temporaryFolder();
    await using server = await openIn(folder);
    await using tool = await openIn(folder, { exclusive: false });
    const [older, newer] = [aNoteWrite({ title: "Owls" }), aNoteWrite({ title: "Bats" })];
    await server.notes.insert("ada", older, []);
    await tool.notes.insert("ada", newer, []);
    expect((await server.links.states("ada")).superseded).toEqual(new Set());
    await tool.links.insert(
      "ada",
      { source_id: newer.note.id, target_id: older.note.id, relation: "supersedes", created_at: newer.note.created_at },
      [],
    );
    expect((await server.links.states("ada")).superseded).toEqual(new Set([older.note.id]));
    expect(await tool.notes.get("ada", older.note.id)).toEqual(older.note);
  });

  it("loses no write when two processes write at once", async () => {
    using folder = temporaryFolder();
    await using server = await openIn(folder);
    await using tool = await openIn(folder, { exclusive: false });
    const writes = Array.from({ length: 60 }, () => aNoteWrite());
    await Promise.all(
      writes.map((write, index) => (index % 2 ? server : tool).notes.insert("ada", write, [aNotice(String(index))])),
    );
    expect(await server.notes.list("ada", {}, { limit: 100 })).toHaveLength(60);
    expect(await tool.activity.replay("ada", null)).toHaveLength(60);
  });

  it("delivers the events of another process to its subscribers, once and in order", async () => {
    using folder = temporaryFolder();
    await using server = await openIn(folder);
    await using tool = await openIn(folder, { exclusive: false });
    const deliveries: string[] = [];
    server.activity.subscribe("ada", ({ event }) =>
      deliveries.push(event.type === "recall_query" ? event.data.query : event.type),
    );
    await tool.activity.append("ada", [anEvent("one"), anEvent("two")]);
    await server.activity.append("ada", [anEvent("three")]);
    await tool.activity.append("ada", [anEvent("four")]);
    await eventually(() => expect(deliveries).toEqual(["one", "two", "three", "four"]));
  });

  it("goes on when a subscriber throws, and warns", async () => {
    using folder = temporaryFolder();
    const warnings: string[] = [];
    await using storage = await openIn(folder, { warn: (message) => warnings.push(message) });
    const deliveredIds: string[] = [];
    storage.activity.subscribe("ada", () => {
      throw new Error("Mine alone.");
    });
    storage.activity.subscribe("ada", ({ id }) => deliveredIds.push(id));
    await storage.notes.insert("ada", aNoteWrite(), [aNotice(), aNotice()]);
    expect(deliveredIds).toHaveLength(2);
    expect(warnings).toEqual(["A listener of activity failed.", "A listener of activity failed."]);
  });

  it("resolves or rejects every call that is under way when it closes", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    const writes = Array.from({ length: 100 }, () => aNoteWrite());
    const inserting = writes.map((write) => storage.notes.insert("ada", write, []));
    const searching = storage.checkSearch();
    const closing = storage.close();
    const outcomes = await Promise.allSettled([...inserting, searching]);
    await closing;
    expect(outcomes.slice(0, 100).every(({ status }) => status === "fulfilled")).toBe(true);
    await expect(storage.notes.get("ada", writes[0]!.note.id)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "Storage is closed.",
    });
  });

  it("finds nothing wrong with a sound database", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    await Promise.all(Array.from({ length: 50 }, () => storage.notes.insert("ada", aNoteWrite(), [])));
    expect(await storage.checkIntegrity()).toEqual([]);
  });

  it("keeps the write-ahead log short while much is written", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    const content = "Reviews at growing intervals keep recall high. ".repeat(400);
    for (let round = 0; round < 40; round++) {
      await Promise.all(Array.from({ length: 32 }, () => storage.notes.insert("ada", aNoteWrite({ content }), [])));
    }
    expect(statSync(folder.file("knote.db")).size).toBeGreaterThan(5_000_000);
    expect(statSync(folder.file("knote.db-wal")).size).toBeLessThan(40_000_000);
  });
});
