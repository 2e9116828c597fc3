import { Writable } from "node:stream";
import { createUserHash, type WebhookMetrics } from "@knote/rest";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createSenderReport } from "./sender-report.ts";

function setUp(level: string) {
  const lines: Record<string, unknown>[] = [];
  const out = new Writable({
    write(chunk: Buffer, _, onWritten) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      onWritten();
    },
  });
  const counts: unknown[] = [];
  const metrics: WebhookMetrics = {
    attempted: (endedAttempt) => void counts.push(endedAttempt.outcome),
    stopped: (reason) => void counts.push(reason),
    watch: () => undefined,
  };
  return { lines, counts, report: createSenderReport(pino({ level }, out), "a key", metrics) };
}

const attempt = { outcome: "timeout", ms: 15_000, delayMs: null, webhookId: "w1", host: "hooks.example.com" } as const;

it("logs a webhook that stops with its host, its reason and a hash of its user", () => {
  const { lines, counts, report } = setUp("info");
  report.stopped({ userId: "github:1", id: "w1", host: "hooks.example.com", reason: "gone" });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      msg: "webhook stopped",
      user: createUserHash("a key")("github:1"),
      webhook: "w1",
      host: "hooks.example.com",
      reason: "gone",
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain("github:1");
  expect(counts).toEqual(["gone"]);
});

it("logs attempts at the level debug alone, and counts them always", () => {
  const [quiet, verbose] = [setUp("info"), setUp("debug")];
  for (const { report } of [quiet, verbose]) report.attempt(attempt);
  expect(quiet.lines).toEqual([]);
  expect(verbose.lines).toMatchObject([{ level: 20, webhook: "w1", host: "hooks.example.com", outcome: "timeout" }]);
  expect([quiet.counts, verbose.counts]).toEqual([["timeout"], ["timeout"]]);
});

it("warns when sending fails unexpectedly", () => {
  const { lines, report } = setUp("info");
  report.failed(new Error("away"));
  expect(lines).toMatchObject([{ level: 40, msg: "sending webhooks failed; it goes on", err: { message: "away" } }]);
});
