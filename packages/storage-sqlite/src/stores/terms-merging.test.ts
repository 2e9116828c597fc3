import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, it, vi } from "vitest";
import { createTermsMerging } from "./terms-merging.ts";

afterEach(() => void vi.useRealTimers());

it("merges when idle what an earlier process left", async () => {
  vi.useFakeTimers();
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE terms USING fts5(a, content = '', contentless_delete = 1)");
  db.exec("INSERT INTO terms (terms, rank) VALUES ('automerge', 0), ('crisismerge', 1000)");
  const insert = db.prepare("INSERT INTO terms (rowid, a) VALUES (?, ?)");
  for (let note = 1; note <= 100; note++) insert.run(note, `word${note} owl`);
  const segments = () => db.prepare("SELECT count(DISTINCT segid) AS count FROM terms_idx").get()!["count"] as number;
  expect(segments()).toBe(100);
  const write = async <T>(work: () => T | Promise<T>) => await work();
  const merging = createTermsMerging({ db, writer: { write } as never, warn: () => undefined });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(segments()).toBeLessThan(10);
  merging.stop();
  db.close();
});
