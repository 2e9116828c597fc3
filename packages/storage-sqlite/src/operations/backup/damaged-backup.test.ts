import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DomainError } from "@knote/api";
import { aNoteWrite } from "@knote/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { restoreBackup } from "./restore-backup.ts";

const NOTES = 60;
const SEAL_BYTES = 64;
const PAGE_BYTES = 4_096;

/** Holds a backup and the data that it would replace. */
let folder: TemporaryFolder;
let backup: Buffer;
let before: string[];

beforeAll(async () => {
  folder = temporaryFolder();
  {
    await using storage = await openIn(folder);
    const content = "Owls hunt at night. ".repeat(100);
    await Promise.all(Array.from({ length: NOTES }, () => storage.notes.insert("ada", aNoteWrite({ content }), [])));
    await storage.backup(folder.file("backup.db"));
  }
  backup = readFileSync(folder.file("backup.db"));
  rmSync(folder.file("backup.db"));
  before = contentOf(folder);
});

afterAll(() => folder[Symbol.dispose]());

function contentOf({ path, file }: TemporaryFolder): string[] {
  return readdirSync(path).map((name) => `${name} ${readFileSync(file(name)).toString("base64")}`);
}

/** Returns the message that refuses these bytes; null when they are restored. */
async function refusalOf(bytes: Buffer, dataDir = folder.path): Promise<string | null> {
  using elsewhere = temporaryFolder();
  writeFileSync(elsewhere.file("backup.db"), bytes);
  const failure = await restoreBackup(elsewhere.file("backup.db"), { dataDir }).then(
    () => null,
    (error: unknown) => error,
  );
  if (failure === null) return null;
  if (!DomainError.is(failure)) throw failure;
  return failure.message.replaceAll(elsewhere.file("backup.db"), "FILE");
}

function flipBit(bytes: Buffer, at: number): Buffer {
  const flippedBytes = Buffer.from(bytes);
  flippedBytes[at]! ^= 0x10;
  return flippedBytes;
}

describe("a backup", () => {
  it.each<[where: string, at: () => number]>([
    ["in its magic string", () => 3],
    ["in its header", () => 17],
    ["in its version", () => 60],
    ["in the schema", () => 150],
    ["at the beginning of a page", () => 5 * PAGE_BYTES],
    ["in a text", () => backup.indexOf("Owls hunt at night.") + 5],
    ["in the middle", () => backup.length >> 1],
    ["in its last page", () => backup.length - SEAL_BYTES - 1],
    ["in its seal", () => backup.length - SEAL_BYTES],
    ["in its digest", () => backup.length - 1],
  ])("with one bit flipped %s is refused with a clear message, and nothing changes", async (_, at) => {
    const refusal = await refusalOf(flipBit(backup, at()));
    expect(refusal).toMatch(/^The backup FILE is damaged: .+\.$/);
    expect(contentOf(folder)).toEqual(before);
  });

  it("with one bit flipped anywhere is refused", async () => {
    const step = Math.ceil(backup.length / 40);
    for (let at = step - 1; at < backup.length; at += step)
      expect(await refusalOf(flipBit(backup, at)), `byte ${at}`).toMatch(/^The backup FILE is damaged: .+\.$/);
    expect(contentOf(folder)).toEqual(before);
  });

  it.each([1, 100, PAGE_BYTES, 10 * PAGE_BYTES - 7, 10 * PAGE_BYTES])("cut to %i bytes is refused", async (bytes) => {
    expect(await refusalOf(backup.subarray(0, bytes))).toMatch(/^The (backup|file) FILE is .+\.$/);
    expect(contentOf(folder)).toEqual(before);
  });

  it("is refused when its end is cut off or extended", async () => {
    expect(await refusalOf(backup.subarray(0, -1))).toBe("The backup FILE is damaged: its end is missing or changed.");
    expect(await refusalOf(Buffer.concat([backup, Buffer.from("\n")]))).toBe(
      "The backup FILE is damaged: its end is missing or changed.",
    );
    expect(await refusalOf(backup.subarray(0, -SEAL_BYTES - PAGE_BYTES))).toMatch(/^The (backup|file) FILE .*\.$/);
    expect(contentOf(folder)).toEqual(before);
  });

  it("of an earlier version, without a seal, is restored or refused with a clear message", async () => {
    const unsealedBackup = backup.subarray(0, -SEAL_BYTES);
    using data = temporaryFolder();
    expect(await refusalOf(unsealedBackup, data.path)).toBeNull();
    for (const at of [3, 17, 20, 21, 45, 60, 100, 105, 150, 5 * PAGE_BYTES, 9 * PAGE_BYTES + 3])
      expect((await refusalOf(flipBit(unsealedBackup, at), data.path)) ?? "is restored.").toMatch(/\.$/);
  });

  it("is refused when it is a folder or a device", async () => {
    mkdirSync(folder.file("a-folder"));
    await expect(restoreBackup(folder.file("a-folder"), { dataDir: folder.path })).rejects.toThrow("is not a file.");
    await expect(restoreBackup("/dev/null", { dataDir: folder.path })).rejects.toThrow("is not a file.");
    rmSync(folder.file("a-folder"), { recursive: true });
    expect(contentOf(folder)).toEqual(before);
  });

  it("opens as a database, even with its seal", async () => {
    using data = temporaryFolder();
    writeFileSync(data.file("knote.db"), backup);
    await using storage = await openIn(data);
    await storage.notes.insert("ada", aNoteWrite(), []);
    expect(await storage.notes.list("ada", {}, { limit: 100 })).toHaveLength(NOTES + 1);
    expect(await storage.checkIntegrity()).toEqual([]);
  });
});

it("a copy of a data folder is restored with the writes in its log", async () => {
  using source = temporaryFolder();
  using copy = temporaryFolder();
  using data = temporaryFolder();
  {
    await using storage = await openIn(source);
    await storage.notes.insert("ada", aNoteWrite(), []);
    cpSync(source.path, copy.path, { recursive: true });
  }
  await restoreBackup(copy.file("knote.db"), { dataDir: data.path });
  expect(readdirSync(data.path).toSorted()).toEqual(["knote.db", "knote.lock"]);
  await using restoredStorage = await openIn(data);
  expect(await restoredStorage.notes.list("ada", {}, { limit: 10 })).toHaveLength(1);
});

describe("a place for a backup", () => {
  it.each<[what: string, place: (data: TemporaryFolder) => string]>([
    ["that is the database", ({ file }) => file("knote.db")],
    ["that is a folder", ({ path }) => path],
    ["in a folder that is not there", ({ file }) => file("none/backup.db")],
    ["in a file", ({ file }) => file("knote.lock/backup.db")],
    ["whose draft is a folder", ({ file }) => (mkdirSync(file("b.unfinished")), file("b"))],
    ["with a name that is too long", ({ file }) => file("b".repeat(250))],
  ])("%s is refused with a clear message, and nothing changes", async (_, place) => {
    using data = temporaryFolder();
    await using storage = await openIn(data);
    await storage.notes.insert("ada", aNoteWrite(), []);
    const target = place(data);
    const names = readdirSync(data.path);
    const failure: unknown = await storage.backup(target).catch((error: unknown) => error);
    if (!DomainError.is(failure)) throw failure;
    expect(failure.message).toMatch(/^The .+\.$/);
    expect(readdirSync(data.path)).toEqual(names);
    expect(await storage.notes.list("ada", {}, { limit: 10 })).toHaveLength(1);
  });
});
