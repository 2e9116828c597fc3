import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { BenchNote } from "./corpus.ts";

const AT_ONCE = 128;

/** Measures how long bare SQLite takes to store the notes and their full text durably, 128 per transaction. */
export function insertBare(notes: readonly BenchNote[]) {
  const folder = mkdtempSync(join(tmpdir(), "knote-bench-"));
  const db = new DatabaseSync(join(folder, "bare.db"));
  try {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE notes (id TEXT PRIMARY KEY, sender_key TEXT UNIQUE, title TEXT, content TEXT, note_type TEXT, tags TEXT, created_at TEXT);
      CREATE INDEX notes_by_time ON notes (created_at DESC, id DESC);
      CREATE VIRTUAL TABLE words USING fts5(title, content, content = '', tokenize = 'porter');`);
    const insert = db.prepare("INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?)");
    const index = db.prepare("INSERT INTO words (rowid, title, content) VALUES (?, ?, ?)");
    const startTime = performance.now();
    const before = process.cpuUsage();
    for (let start = 0; start < notes.length; start += AT_ONCE) {
      db.exec("BEGIN IMMEDIATE");
      for (const [offset, { title, content, note_type, tags }] of notes.slice(start, start + AT_ONCE).entries()) {
        const row = [`n${start + offset}`, title, content, note_type, JSON.stringify(tags), new Date().toISOString()];
        const { lastInsertRowid } = insert.run(randomUUID(), ...row);
        index.run(lastInsertRowid, title, content);
      }
      db.exec("COMMIT");
    }
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - startTime) / 1_000, cpuSeconds: (user + system) / 1e6 };
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
