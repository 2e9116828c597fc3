/**
 * Measures sending webhooks: the real server on the embedded engine, on a core of its own; receivers are bare servers
 * of this process that answer 204 at once. About eight minutes.
 *   npm run bench -- --only webhooks
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Certificate, certificateFor } from "../../packages/outbound/src/testing/open-receiver.ts";
import { type BacklogFigures, benchBacklog } from "./webhooks/backlog.ts";
import { benchBurst, benchLatency, benchWrites } from "./webhooks/creates.ts";
import { openReceivers } from "./webhooks/receivers.ts";

const WAITING = 10_000;
const COUNTS = [1, 10, 100, 1_000];
const DEAD = [
  ["1 is silent", { dead: 1, kind: "silent" }],
  ["1 refuses connections", { dead: 1, kind: "refusing" }],
  ["1 has a silent name server", { dead: 1, kind: "nameless" }],
  ["30 are silent", { dead: 30, kind: "silent" }],
] as const;
const BARE_LOOP = fileURLToPath(new URL("webhooks/bare-loop.ts", import.meta.url));

/** Measures and returns tables in Markdown. */
export async function benchWebhooks(): Promise<string> {
  const certificate = await certificateFor("localhost");
  const rows = [await bareLoop(null)];
  for (const webhooks of COUNTS)
    rows.push(row(`${webhooks.toLocaleString("en")} webhooks`, await benchBacklog({ webhooks, waiting: WAITING })));
  const ofHundred = { webhooks: 100, waiting: WAITING };
  rows.push(
    await bareLoop(certificate),
    row("100 webhooks over TLS", await benchBacklog({ ...ofHundred, certificate })),
  );
  const alone = await benchBacklog(ofHundred);
  const deadRows: string[] = [];
  for (const [what, part] of DEAD) {
    const { perSecond, p99Ms } = await benchBacklog({ ...ofHundred, ...part });
    deadRows.push(`| ${what} | ${(perSecond / alone.perSecond).toFixed(2)} | ${(p99Ms / alone.p99Ms).toFixed(2)} |`);
  }
  const writes = [await benchWrites(0), await benchWrites(30)].map(
    ({ p50Ms, p99Ms }) => `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
  );
  const latencies = [
    ["50 a second", await benchLatency(50, 500)] as const,
    ["200 a second", await benchLatency(200, 2_000)] as const,
  ];
  const bursts = [
    await benchBurst(0, false),
    await benchBurst(10, false),
    await benchBurst(1, true),
    await benchBurst(10, true),
  ];
  const [none, ofOther, one, ten] = bursts.map((cpuMs) => cpuMs) as [number, number, number, number];
  const more = (cpuMs: number) => `${cpuMs.toFixed(2)} ms (${((cpuMs / none - 1) * 100).toFixed(1)} %)`;
  return [
    `| ${WAITING.toLocaleString("en")} that wait, each webhook of another user | deliveries a second | ms of CPU each | event loop p99, ms |`,
    "|--|--:|--:|--:|",
    ...rows,
    "",
    "| of 100 receivers | the others' deliveries a second, to those with all well | their p99 |",
    "|--|--:|--:|",
    ...deadRows,
    "",
    `Answers to 50 creates a second, with all receivers well: ${writes[0]}; with 30 of 100 silent: ${writes[1]}.`,
    "",
    "| creates | answer to first byte at the receiver, p50 | p99 | event loop p99 |",
    "|--|--:|--:|--:|",
    ...latencies.map(
      ([what, { p50Ms, p99Ms, lagMs }]) =>
        `| ${what} | ${p50Ms.toFixed(1)} ms | ${p99Ms.toFixed(1)} ms | ${lagMs === null ? "–" : `${lagMs.toFixed(1)} ms`} |`,
    ),
    "",
    `CPU of a create with its embedding: ${none.toFixed(2)} ms without any webhook, ${more(ofOther)} when another user has ten, ${more(one)} with one of its own, ${more(ten)} with ten.`,
    "",
  ].join("\n");
}

function row(what: string, { perSecond, cpuMs, lagMs }: Omit<BacklogFigures, "p99Ms">): string {
  return `| ${what} | ${Math.round(perSecond).toLocaleString("en")} | ${cpuMs.toFixed(2)} | ${lagMs === null ? "–" : lagMs.toFixed(1)} |`;
}

/** Measures requests without a sender around them. */
async function bareLoop(certificate: Certificate | null): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "knote-webhooks-"));
  await using receivers = await openReceivers(certificate);
  try {
    const authority = join(folder, "authority.pem");
    writeFileSync(authority, certificate?.cert ?? "");
    const urls = Array.from({ length: 8 }, (_, index) => receivers.urlOf(index));
    const env = { ...process.env, ...(certificate && { NODE_EXTRA_CA_CERTS: authority }) };
    const script = [BARE_LOOP, String(WAITING), ...urls];
    const { stdout } = await promisify(execFile)("taskset", ["-c", "0", process.execPath, ...script], { env });
    const [perSecond, cpuMs] = stdout.split(" ").slice(1).map(Number) as [number, number];
    return row(`a bare loop of requests${certificate ? " over TLS" : ""}`, { perSecond, cpuMs, lagMs: null });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
