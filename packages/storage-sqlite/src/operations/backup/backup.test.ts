import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parseKeywordQuery } from "@knote/api";
import { aGrant, aNoteWrite, aToken } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { restoreBackup } from "./restore-backup.ts";

async function aBackup(folder: TemporaryFolder, file: string): Promise<string> {
  await using storage = await openIn(folder);
  const write = aNoteWrite({ title: "Owls hunt at night" });
  await storage.notes.insert("ada", write, []);
  await storage.backup(file);
  return write.note.id;
}

describe("backup", () => {
  it("copies a sound state while writes go on", async () => {
    using folder = temporaryFolder();
    using elsewhere = temporaryFolder();
    await using storage = await openIn(folder);
    for (let index = 0; index < 300; index++)
      void storage.notes.insert("ada", aNoteWrite({ content: "x".repeat(20_000) }), []);
    await storage.notes.insert("ada", aNoteWrite({ title: "Zebras" }), []);
    const shares: number[] = [];
    let isDone = false;
    const copying = storage
      .backup(elsewhere.file("copy.db"), { onProgress: (share) => shares.push(share) })
      .finally(() => (isDone = true));
    let writeCount = 0;
    for (; !isDone; writeCount++) await storage.notes.insert("ada", aNoteWrite({ title: "after" }), []);
    await copying;
    expect(writeCount).toBeGreaterThan(1);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    await restoreBackup(elsewhere.file("copy.db"), { dataDir: elsewhere.file("restored") });
    await using restoredStorage = await openIn({ ...elsewhere, path: elsewhere.file("restored") });
    const { totalNotes } = await restoredStorage.notes.counts("ada");
    expect(totalNotes).toBeGreaterThanOrEqual(301);
    expect((await restoredStorage.keywords.search("ada", parseKeywordQuery("zebras")!, {})).length).toBe(1);
  });

  it("never overwrites an existing file", async () => {
    using folder = temporaryFolder();
    writeFileSync(folder.file("precious"), "mine");
    await using storage = await openIn(folder);
    await expect(storage.backup(folder.file("precious"))).rejects.toMatchObject({ code: "CONFLICT" });
    expect(readFileSync(folder.file("precious"), "utf8")).toBe("mine");
  });

  it("leaves nothing behind when it cannot write", async () => {
    using folder = temporaryFolder();
    await using storage = await openIn(folder);
    await expect(storage.backup(folder.file("nowhere/copy.db"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(existsSync(folder.file("nowhere"))).toBe(false);
  });

  it.skipIf(process.platform === "win32")("is readable by its owner only", async () => {
    using folder = temporaryFolder();
    await aBackup(folder, folder.file("copy.db"));
    expect(statSync(folder.file("copy.db")).mode & 0o777).toBe(0o600);
  });
});

it("a backup stays one file, even after it was read", async () => {
  using folder = temporaryFolder();
  using elsewhere = temporaryFolder();
  await aBackup(folder, elsewhere.file("copy.db"));
  expect(readdirSync(elsewhere.path)).toEqual(["copy.db"]);
  await restoreBackup(elsewhere.file("copy.db"), { dataDir: folder.path });
  expect(readdirSync(elsewhere.path)).toEqual(["copy.db"]);
});

describe("restoreBackup", () => {
  it("restores the backup and keeps the previous data with its last write", async () => {
    using folder = temporaryFolder();
    const id = await aBackup(folder, folder.file("copy.db"));
    const later = aNoteWrite({ title: "Bats hunt at dusk" });
    {
      await using storage = await openIn(folder);
      await storage.notes.purge("ada", id, []);
      await storage.notes.insert("ada", later, []);
    }
    const { previous } = await restoreBackup(
      folder.file("copy.db"),
      { dataDir: folder.path },
      new Date("2026-03-01T12:00:00.000Z"),
    );
    {
      await using storage = await openIn(folder);
      expect((await storage.notes.get("ada", id))?.title).toBe("Owls hunt at night");
      expect(await storage.notes.get("ada", later.note.id)).toBeNull();
      expect(await storage.keywords.search("ada", parseKeywordQuery("owls")!, {})).toHaveLength(1);
    }
    expect(previous).toBe(folder.file("knote.db.before-restore-2026-03-01T12-00-00.000Z"));
    await restoreBackup(previous!, { dataDir: folder.path });
    await using storage = await openIn(folder);
    expect(await storage.notes.get("ada", later.note.id)).toEqual(later.note);
  });

  it("restores no session, no stored token and no sign-in code, and says how many tokens", async () => {
    using folder = temporaryFolder();
    const now = Date.now();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: now + 60_000 };
    const session = { id: "one", userId: "ada", name: "Ada", login: null, userAgent: "", ...times };
    {
      await using storage = await openIn(folder);
      await storage.sessions.create("digest", session, null);
      await storage.sessions.addCode("code", now + 60_000);
      await storage.tokens.create("token", aToken("ada"), 2);
      await storage.tokens.create("grant", aGrant("ada"), 2);
      await storage.backup(folder.file("copy.db"));
      expect(await storage.sessions.find("digest", now)).toEqual(session);
    }
    const { endedTokens } = await restoreBackup(folder.file("copy.db"), { dataDir: folder.path });
    expect(endedTokens).toBe(2);
    await using storage = await openIn(folder);
    expect(await storage.tokens.find("token", now)).toBeNull();
    expect(await storage.tokens.list("ada", now)).toEqual([]);
    expect(await storage.sessions.find("digest", now)).toBeNull();
    expect(await storage.sessions.useCode("code", now)).toBe(false);
  });

  it("restores into a folder that does not exist yet", async () => {
    using folder = temporaryFolder();
    const id = await aBackup(folder, folder.file("copy.db"));
    const dataDir = folder.file("elsewhere");
    expect(await restoreBackup(folder.file("copy.db"), { dataDir })).toEqual({ previous: null, endedTokens: 0 });
    await using storage = await openIn({ ...folder, path: dataDir });
    expect(await storage.notes.get("ada", id)).not.toBeNull();
  });

  it("replaces damaged data, and keeps it", async () => {
    using folder = temporaryFolder();
    const id = await aBackup(folder, folder.file("copy.db"));
    writeFileSync(folder.file("knote.db"), "Damaged. ".repeat(1_000));
    const { previous } = await restoreBackup(folder.file("copy.db"), { dataDir: folder.path });
    expect(readFileSync(previous!, "utf8")).toBe("Damaged. ".repeat(1_000));
    await using storage = await openIn(folder);
    expect(await storage.notes.get("ada", id)).not.toBeNull();
  });

  it("refuses while a server uses the folder", async () => {
    using folder = temporaryFolder();
    await aBackup(folder, folder.file("copy.db"));
    await using storage = await openIn(folder);
    await storage.notes.insert("ada", aNoteWrite({ title: "Written since" }), []);
    await expect(restoreBackup(folder.file("copy.db"), { dataDir: folder.path })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await storage.notes.list("ada", {}, { limit: 10 })).toHaveLength(2);
  });

  it.each<readonly [what: string, write: (file: string) => void, message: string]>([
    ["is missing", () => {}, "There is no file"],
    ["is empty", (file) => writeFileSync(file, ""), "is empty"],
    ["is no database", (file) => writeFileSync(file, "No database. ".repeat(100)), "is not a Knote database"],
    [
      "is another program's",
      (file) => new DatabaseSync(file).exec("CREATE TABLE theirs (value)"),
      "is not a Knote database",
    ],
  ])("refuses a file that %s and changes nothing", async (_, write, message) => {
    using folder = temporaryFolder();
    await aBackup(folder, folder.file("copy.db"));
    const before = readdirSync(folder.path).toSorted();
    using other = temporaryFolder();
    write(other.file("backup"));
    await expect(restoreBackup(other.file("backup"), { dataDir: folder.path })).rejects.toThrow(message);
    expect(readdirSync(folder.path).toSorted()).toEqual(before);
  });

  it("refuses a backup with a damaged page", async () => {
    using folder = temporaryFolder();
    await aBackup(folder, folder.file("copy.db"));
    const bytes = readFileSync(folder.file("copy.db"));
    for (let page = 4; page * 4_096 < bytes.length; page++) bytes.fill(0xff, page * 4_096, page * 4_096 + 64);
    writeFileSync(folder.file("damaged.db"), bytes);
    await expect(restoreBackup(folder.file("damaged.db"), { dataDir: folder.path })).rejects.toThrow(
      /damaged|malformed/,
    );
    await using storage = await openIn(folder);
    expect(await storage.notes.list("ada", {}, { limit: 10 })).toHaveLength(1);
  });
});
