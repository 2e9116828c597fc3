import { Writable } from "node:stream";
import { DomainError } from "@knote/api";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createIndexerLog } from "./embedding-log.ts";

function setUp() {
  const lines: string[] = [];
  const output = new Writable({ write: (chunk, _, callback) => (lines.push(String(chunk)), callback()) });
  const time = { now: 0 };
  return { lines, time, report: createIndexerLog(pino(output), () => time.now) };
}

it("logs a lasting failure once an hour", () => {
  const { lines, time, report } = setUp();
  for (let seconds = 0; seconds < 3_600; seconds += 5) {
    time.now = seconds * 1000;
    report(new DomainError("UNAVAILABLE", "The embedder is down."));
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("The embedder is down.");
  time.now = 3_600_000;
  report(new DomainError("UNAVAILABLE", "The embedder is down."));
  expect(lines).toHaveLength(2);
});

it("logs another failure at once, a bug with its stack", () => {
  const { lines, report } = setUp();
  report(new DomainError("UNAVAILABLE", "The embedder is down."));
  report(new Error("Out of cheese."));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("create-indexer-log.test.ts");
});
