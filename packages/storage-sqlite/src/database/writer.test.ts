import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { conflict, DomainError } from "@knote/api";
import { describe, expect, it } from "vitest";
import { eventually } from "@knote/testkit";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createWriter, type Writer, type WriterOptions } from "./writer.ts";

interface Fixture extends Disposable {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  insert(value: string): Promise<unknown>;
  values(): string[];
}

function openFixture(path: string, { sync = async () => {}, ...options }: Partial<WriterOptions> = {}): Fixture {
  const db = new DatabaseSync(path, { timeout: 0 });
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (value TEXT UNIQUE) STRICT");
  // The clock stands still: the size of a transaction must not depend on how busy the machine is.
  const writer = createWriter(db, { sync, now: () => 0, ...options });
  const insert = db.prepare("INSERT INTO t VALUES (?)");
  const select = db.prepare("SELECT value FROM t ORDER BY rowid");
  return {
    db,
    writer,
    insert: (value) => writer.write(() => insert.run(value)),
    values: () => select.all().map((row) => row["value"] as string),
    [Symbol.dispose]: () => db.close(),
  };
}

describe("writer", () => {
  it("writes the jobs of one turn in one transaction, in order", async () => {
    let commits = 0;
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"), { onCommit: () => commits++ });
    await Promise.all(["a", "b", "c"].map((value) => fixture.insert(value)));
    expect(fixture.values()).toEqual(["a", "b", "c"]);
    expect(commits).toBe(1);
  });

  it("waits while each turn brings a write, and no longer", async () => {
    let commits = 0;
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"), { onCommit: () => commits++ });
    const writes: Promise<unknown>[] = [];
    for (const value of ["a", "b", "c"]) {
      writes.push(fixture.insert(value));
      await nextTurn();
    }
    await Promise.all(writes);
    expect(commits).toBe(1);
    await fixture.insert("d");
    expect(commits).toBe(2);
  });

  it("waits for no more writes once its time is over", async () => {
    using folder = temporaryFolder();
    let now = 0;
    using fixture = openFixture(folder.file("t.db"), { now: () => (now += 10) });
    let isWritten = false;
    const first = fixture.insert("first").then(() => (isWritten = true));
    const others: Promise<unknown>[] = [];
    for (let index = 0; !isWritten && index < 1_000; index++) {
      others.push(fixture.insert(String(index)));
      await nextTurn();
    }
    expect(isWritten).toBe(true);
    await Promise.all([first, ...others]);
  });

  it("undoes only the write that fails, with what it did before it failed", async () => {
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"));
    const { db, writer } = fixture;
    const failing = writer.write(() => {
      db.exec("INSERT INTO t VALUES ('half')");
      throw conflict("No.");
    });
    const outcomes = await Promise.allSettled([
      fixture.insert("a"),
      failing,
      fixture.insert("b"),
      fixture.insert("a"),
      fixture.insert("c"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(fixture.values()).toEqual(["a", "b", "c"]);
    await expect(failing).rejects.toThrow("No.");
  });

  it("undoes a lone write that fails, and goes on with the next", async () => {
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"));
    await fixture.insert("a");
    await expect(fixture.insert("a")).rejects.toMatchObject({ code: "CONFLICT", cause: { errcode: 2067 } });
    expect(fixture.writer.isFailing()).toBe(false);
    await fixture.insert("b");
    expect(fixture.values()).toEqual(["a", "b"]);
  });

  it("runs deferred work before the commit and the rest after it, only for writes that succeed", async () => {
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"));
    const steps: string[] = [];
    const conclude = () => void steps.push(`conclude ${fixture.db.isTransaction}`);
    const write = (name: string, fails: boolean) =>
      fixture.writer.write((batch) => {
        batch.defer(() => steps.push(`defer ${name} ${fixture.db.isTransaction}`), 1);
        batch.conclude(conclude);
        batch.afterCommit(() => steps.push(`after ${name} ${fixture.db.isTransaction}`));
        if (fails) throw conflict(name);
      });
    await Promise.allSettled([write("a", false), write("b", true), write("c", false)]);
    expect(steps).toEqual(["defer a true", "defer c true", "conclude true", "after a false", "after c false"]);
  });

  it("gives other work of the event loop its turns while much is queued", async () => {
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"));
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    await Promise.all(Array.from({ length: 2_000 }, (_, index) => fixture.insert(String(index))));
    clearInterval(count);
    expect(turns).toBeGreaterThan(10);
    expect(fixture.values()).toHaveLength(2_000);
  });

  it("refuses a whole transaction when the disk is full, keeps nothing of it, and recovers", async () => {
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"));
    await fixture.insert("before");
    const { page_count } = fixture.db.prepare("PRAGMA page_count").get() as { page_count: number };
    fixture.db.exec(`PRAGMA max_page_count = ${page_count + 2}`);
    const outcomes = await Promise.allSettled([
      fixture.insert("small"),
      fixture.insert("x".repeat(100_000)),
      fixture.insert("later"),
    ]);
    const errors = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason : null));
    for (const error of errors.slice(0, 2))
      expect(error).toMatchObject({ code: "UNAVAILABLE", message: "Storage is not writable." });
    expect(fixture.values()).not.toContain("small");
    fixture.db.exec("PRAGMA max_page_count = 1000000");
    await fixture.insert("after");
    expect(fixture.values()).toContain("after");
    expect(fixture.writer.isFailing()).toBe(false);
  });

  it("reports that it is failing until a write succeeds", async () => {
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"));
    const { page_count } = fixture.db.prepare("PRAGMA page_count").get() as { page_count: number };
    fixture.db.exec(`PRAGMA max_page_count = ${page_count}`);
    await expect(fixture.insert("x".repeat(100_000))).rejects.toSatisfy(DomainError.is);
    expect(fixture.writer.isFailing()).toBe(true);
    await fixture.insert("fits");
    expect(fixture.writer.isFailing()).toBe(false);
  });

  it("waits for another connection that writes, without blocking, and then goes on", async () => {
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"));
    using other = new DatabaseSync(folder.file("t.db"), { timeout: 0 });
    other.exec("BEGIN IMMEDIATE");
    const writing = Promise.all([fixture.insert("a"), fixture.insert("b")]);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(fixture.values()).toEqual([]);
    other.exec("INSERT INTO t VALUES ('other'); COMMIT");
    await writing;
    expect(fixture.values()).toEqual(["other", "a", "b"]);
  });

  it("resolves only after the sync, and gathers the writes that come meanwhile", async () => {
    using folder = temporaryFolder();
    const syncs: PromiseWithResolvers<void>[] = [];
    const sync = () => {
      const waiting = Promise.withResolvers<void>();
      syncs.push(waiting);
      return waiting.promise;
    };
    let commits = 0;
    using fixture = openFixture(folder.file("t.db"), { sync, onCommit: () => commits++ });
    const resolvedValues: string[] = [];
    const insert = (value: string) => fixture.insert(value).then(() => resolvedValues.push(value));
    const first = insert("a");
    await eventually(() => expect(syncs).toHaveLength(1));
    const rest = [insert("b"), insert("c")];
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(resolvedValues).toEqual([]);
    expect(fixture.values()).toEqual(["a"]);
    syncs[0]!.resolve();
    await first;
    await eventually(() => expect(syncs).toHaveLength(2));
    expect(resolvedValues).toEqual(["a"]);
    syncs[1]!.resolve();
    await Promise.all(rest);
    expect([resolvedValues, commits]).toEqual([["a", "b", "c"], 2]);
  });

  it("refuses every write after a sync failed", async () => {
    using folder = temporaryFolder();
    const sync = () => Promise.reject(new Error("EIO"));
    using fixture = openFixture(folder.file("t.db"), { sync });
    const refusal = { code: "UNAVAILABLE", message: "Storage is not writable.", cause: { message: "EIO" } };
    await expect(fixture.insert("a")).rejects.toMatchObject(refusal);
    await expect(fixture.insert("b")).rejects.toMatchObject(refusal);
    expect(fixture.values()).not.toContain("b");
    expect(fixture.writer.isFailing()).toBe(true);
  });

  it("begins no transaction while it is held", async () => {
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"));
    let writing: Promise<unknown> | undefined;
    await fixture.writer.hold(async () => {
      writing = fixture.insert("a");
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      expect(fixture.values()).toEqual([]);
    });
    await writing;
    expect(fixture.values()).toEqual(["a"]);
  });

  it("has written everything queued when it is flushed", async () => {
    using folder = temporaryFolder();
    using fixture = openFixture(folder.file("t.db"));
    for (let index = 0; index < 200; index++) void fixture.insert(String(index));
    await fixture.writer.flush();
    expect(fixture.values()).toHaveLength(200);
  });
});
