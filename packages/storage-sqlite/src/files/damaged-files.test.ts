import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { aNoteWrite } from "@knote/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restoreBackup } from "../operations/backup/restore-backup.ts";
import { examineData, mendData } from "../operations/doctor/examine-data.ts";
import { openIn, temporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { isServed } from "./data-lock.ts";

const NOTES = 20;

/** The files of a process that was killed: its last writes are in the log alone. */
let killedFolder: TemporaryFolder;

beforeAll(async () => {
  killedFolder = temporaryFolder();
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  await Promise.all(Array.from({ length: NOTES }, () => storage.notes.insert("ada", aNoteWrite(), [])));
  cpSync(folder.path, killedFolder.path, { recursive: true });
});

afterAll(() => killedFolder[Symbol.dispose]());

function afterKill(): TemporaryFolder {
  const folder = temporaryFolder();
  cpSync(killedFolder.path, folder.path, { recursive: true });
  return folder;
}

/** Returns the database and its log; the log's index holds no data of its own. */
function contentOf({ path, file }: TemporaryFolder): Record<string, string> {
  const names = readdirSync(path).filter((name) => name.startsWith("knote.db") && !name.endsWith("-shm"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(file(name)).toString("base64")]));
}

async function notesIn(folder: TemporaryFolder): Promise<number> {
  await using storage = await openIn(folder);
  return (await storage.notes.list("ada", {}, { limit: 100 })).length;
}

it("finds all notes after a kill", async () => {
  using folder = afterKill();
  expect(await notesIn(folder)).toBe(NOTES);
});

describe.each<[what: string, damage: (database: string) => void]>([
  ["missing", rmSync],
  ["empty", (database) => truncateSync(database)],
])("a database that is %s beside its log", (_, damage) => {
  it("is refused by everything that opens it, and the log stays as it is", async () => {
    using folder = afterKill();
    damage(folder.file("knote.db"));
    const before = contentOf(folder);
    const location = { dataDir: folder.path };
    const sentence = `The database ${folder.file("knote.db")} is missing or empty, and its log ${folder.file("knote.db-wal")} is not: put the database back, or restore a backup with knote restore, which keeps the log. Nothing was changed.`;
    await expect(openIn(folder)).rejects.toMatchObject({ code: "UNAVAILABLE", message: sentence });
    await expect(openIn(folder, { exclusive: false })).rejects.toThrow(sentence);
    expect(() => examineData(location)).toThrow(sentence);
    expect(() => mendData(location)).toThrow(sentence);
    expect(contentOf(folder)).toEqual(before);
    copyFileSync(killedFolder.file("knote.db"), folder.file("knote.db"));
    expect(await notesIn(folder)).toBe(NOTES);
  });

  it("is replaced by a backup, and its log is kept apart from the new database", async () => {
    using folder = afterKill();
    using elsewhere = temporaryFolder();
    {
      await using storage = await openIn(elsewhere);
      await storage.notes.insert("ada", aNoteWrite({ title: "From the backup" }), []);
      await storage.backup(elsewhere.file("backup.db"));
    }
    damage(folder.file("knote.db"));
    const log = readFileSync(folder.file("knote.db-wal"));
    const { previous } = await restoreBackup(elsewhere.file("backup.db"), { dataDir: folder.path });
    expect(readFileSync(`${previous}-wal`).equals(log)).toBe(true);
    expect(await notesIn(folder)).toBe(1);
  });
});

it("starts afresh when an empty database has no log or an empty one", async () => {
  using folder = temporaryFolder();
  writeFileSync(folder.file("knote.db"), "");
  writeFileSync(folder.file("knote.db-wal"), "");
  expect(await notesIn(folder)).toBe(0);
});

it("refuses another program's log without writing it into the database", async () => {
  using folder = afterKill();
  using other = temporaryFolder();
  using db = new DatabaseSync(other.file("other.db"));
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE theirs (value); INSERT INTO theirs VALUES (1)");
  copyFileSync(other.file("other.db-wal"), folder.file("knote.db-wal"));
  const before = contentOf(folder);
  await expect(openIn(folder)).rejects.toThrow("is not a Knote database, or it is damaged");
  expect(() => mendData({ dataDir: folder.path })).toThrow("is not a Knote database, or it is damaged");
  expect(contentOf(folder)).toEqual(before);
});

it("opens the database whatever the index of the log contains", async () => {
  using folder = afterKill();
  writeFileSync(folder.file("knote.db-shm"), Buffer.alloc(32_768, 0xa5));
  expect(await notesIn(folder)).toBe(NOTES);
});

describe("a lock file", () => {
  it.each<[what: string, damage: (lock: string) => void]>([
    ["is no database", (lock) => writeFileSync(lock, "Not a lock. ".repeat(100))],
    ["has a damaged head", (lock) => overwrite(lock, 10)],
    ["is a folder", (lock) => (rmSync(lock), mkdirSync(lock))],
  ])("that %s is named in the error, with what to do", async (_, damage) => {
    using folder = afterKill();
    {
      // A lock that was written to, as by an earlier version.
      using db = new DatabaseSync(folder.file("knote.lock"));
      db.exec("CREATE TABLE IF NOT EXISTS lock (held); DROP TABLE lock");
    }
    damage(folder.file("knote.lock"));
    const sentence = `The lock file ${folder.file("knote.lock")} cannot be used. It holds no notes: stop every Knote server of this folder, remove the file and start again.`;
    await expect(openIn(folder)).rejects.toMatchObject({ code: "UNAVAILABLE", message: sentence });
    expect(() => isServed({ dataDir: folder.path })).toThrow(sentence);
    expect(() => mendData({ dataDir: folder.path })).toThrow(sentence);
    rmSync(folder.file("knote.lock"), { recursive: true });
    expect(await notesIn(folder)).toBe(NOTES);
  });
});

it("refuses a file in place of the data folder", async () => {
  using folder = temporaryFolder();
  writeFileSync(folder.file("data"), "mine");
  const dataDir = folder.file("data");
  const sentence = `The data folder ${dataDir} cannot be written to.`;
  await expect(openIn(folder, { dataDir })).rejects.toMatchObject({ code: "UNAVAILABLE", message: sentence });
  expect(readFileSync(dataDir, "utf8")).toBe("mine");
});

it("refuses a folder in place of the database with a clear message", async () => {
  using folder = temporaryFolder();
  mkdirSync(folder.file("knote.db"));
  await expect(openIn(folder)).rejects.toThrow(`The database ${folder.file("knote.db")} cannot be opened`);
  expect(() => examineData({ dataDir: folder.path })).toThrow(
    `The database ${folder.file("knote.db")} cannot be opened`,
  );
});

function overwrite(file: string, bytes: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, 0);
  closeSync(handle);
}
