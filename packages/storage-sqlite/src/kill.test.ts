import { DatabaseSync } from "node:sqlite";
import { parseKeywordQuery } from "@knote/api";
import { describe, expect, it } from "vitest";
import { startChild } from "./testing/child-process.ts";
import { openIn, temporaryFolder, type TemporaryFolder } from "./testing/temporary-folder.ts";

const KILLS = 20;
const CLIENTS = 8;

describe("a process that is killed while it writes", () => {
  it(`loses nothing that it acknowledged, and leaves nothing half done, ${KILLS} times over`, async () => {
    using folder = temporaryFolder();
    const acknowledgedNotes = new Map<string, AcknowledgedNote>();
    for (let kill = 0; kill < KILLS; kill++) await writeAndKill(folder, kill, acknowledgedNotes);
    expect(acknowledgedNotes.size).toBeGreaterThan(KILLS);

    await using storage = await openIn({ ...folder, path: folder.file("data") });
    expect(await storage.checkIntegrity()).toEqual([]);
    const { totalNotes } = await storage.notes.counts("ada");
    // There can be more: notes that a killed process wrote but had no time to report.
    expect(totalNotes).toBeGreaterThanOrEqual(acknowledgedNotes.size);
    for (const [id, { word, revision, stances, operation }] of acknowledgedNotes) {
      const note = await storage.notes.get("ada", id);
      expect(note?.revision, id).toBeGreaterThanOrEqual(revision);
      expect(await storage.notes.history("ada", id, { limit: 100_000 })).toHaveLength(note!.revision);
      expect((await storage.stances.ofNote("ada", id)).length, id).toBeGreaterThanOrEqual(stances);
      expect((await storage.keywords.search("ada", parseKeywordQuery(word)!, {})).map((hit) => hit.id)).toEqual([id]);
      const entry = await storage.operations.get("ada", id);
      if (operation !== null) expect(entry?.noteIds, id).toEqual([id]);
      if (operation === "done") expect(entry?.state, id).toBe("done");
    }
    expectWholeWrites(storage.path);
  });
});

interface AcknowledgedNote {
  readonly word: string;
  readonly revision: number;
  readonly stances: number;
  /** The last acknowledged state of the operation on the note; null before one. */
  readonly operation: string | null;
}

async function writeAndKill(
  folder: TemporaryFolder,
  kill: number,
  acknowledgedNotes: Map<string, AcknowledgedNote>,
): Promise<void> {
  await using child = startChild("./write-forever.ts", [folder.file("data"), String(CLIENTS)], {
    cache: folder.file("cache"),
  });
  // Each process lives a little longer, so that the kills hit every kind of work.
  let linesUntilKill = 1 + kill * 7 + Math.floor(Math.random() * 20);
  for await (const line of child.lines) {
    const [what, id, word] = line.split(" ");
    if (what === "open") continue;
    const operation = what === "running" || what === "done" ? what : null;
    const stances = what === "thought" || operation !== null ? 1 : 0;
    acknowledgedNotes.set(id!, { word: word!, revision: what === "inserted" ? 1 : 2, stances, operation });
    if (--linesUntilKill === 0) await child.kill();
  }
}

/** Asserts that every write is complete: counters, events, terms and notes agree. */
function expectWholeWrites(path: string): void {
  using db = new DatabaseSync(path, { readOnly: true });
  const one = (sql: string) => db.prepare(sql).get()!["value"];
  expect(one("SELECT notes AS value FROM users")).toBe(one("SELECT count(*) AS value FROM notes"));
  expect(one("SELECT words AS value FROM users")).toBe(one("SELECT sum(length) AS value FROM notes"));
  expect(one("SELECT event_seq AS value FROM users")).toBe(one("SELECT sum(revision) AS value FROM notes"));
  expect(one("SELECT stances AS value FROM users")).toBe(one("SELECT count(*) AS value FROM stances"));
  expect(one("SELECT count(*) AS value FROM revisions")).toBe(one("SELECT sum(revision - 1) AS value FROM notes"));
  expect(one("SELECT sum(notes) AS value FROM operations")).toBe(one("SELECT count(*) AS value FROM operation_notes"));
  expect(one("SELECT count(DISTINCT doc) AS value FROM postings")).toBe(one("SELECT count(*) AS value FROM notes"));
}
