/**
 * Measures sending webhooks: the real server on the embedded engine, on a core of its own; receivers are bare servers
 * of this process that answer 204 at once. Each of the three parts takes two to six minutes.
 *   npm run bench -- --only webhooks[-rates | -dead | -creates]
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Certificate, certificateFor } from "../../packages/outbound/src/testing/open-receiver.ts";
import { median } from "./load.ts";
import { type BacklogFigures, benchBacklog } from "./webhooks/backlog.ts";
import { benchBurst, benchLatency, benchWrites } from "./webhooks/creates.ts";
import { openReceivers } from "./webhooks/receivers.ts";

const WAITING = 10_000;
const COUNTS = [1, 10, 100, 1_000];
const RECEIVERS = 100;
const DEAD = [
  ["1 is silent", { dead: 1, kind: "silent" }],
  ["1 refuses connections", { dead: 1, kind: "refusing" }],
  ["1 has a silent name server", { dead: 1, kind: "nameless" }],
  ["30 are silent", { dead: 30, kind: "silent" }],
] as const;
/** One run differs from the next by a tenth and more: these many of each kind alternate. */
const ROUNDS = 3;
const BARE_LOOP = fileURLToPath(new URL("webhooks/bare-loop.ts", import.meta.url));

/** Measures the parts whose names begin like `only`, and returns tables in Markdown. */
export async function benchWebhooks(only: string): Promise<string> {
  const parts = { "webhooks-rates": benchRates, "webhooks-dead": benchDead, "webhooks-creates": benchCreates };
  const tables: string[] = [];
  for (const [name, bench] of Object.entries(parts)) if (name.startsWith(only)) tables.push(await bench());
  return tables.join("\n");
}

async function benchRates(): Promise<string> {
  const certificate = await certificateFor("localhost");
  const rows = [
    await bareLoop("a bare loop of requests, 64 at a time"),
    await bareLoop("a bare loop, 4 at a time", { atOnce: 4 }),
    await bareLoop("a bare loop, 48 at a time, a new connection for each", { atOnce: 48, connections: "new" }),
  ];
  for (const webhooks of COUNTS)
    rows.push(row(`${webhooks.toLocaleString("en")} webhooks`, await benchBacklog({ webhooks, waiting: WAITING })));
  const secureFigures = await benchBacklog({ webhooks: 100, waiting: WAITING, certificate });
  rows.push(await bareLoop("a bare loop over TLS", { certificate }), row("100 webhooks over TLS", secureFigures));
  return [
    `| ${WAITING.toLocaleString("en")} that wait, each webhook of another user | deliveries a second | ms of CPU each | event loop p99, ms |`,
    "|--|--:|--:|--:|",
    ...rows,
    "",
  ].join("\n");
}

/** Compares receivers that are well beside dead ones with as many that are well alone, which get as many messages. */
async function benchDead(): Promise<string> {
  const ratios = new Map<string, { rate: number; p99: number }[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const aloneFigures = new Map<number, BacklogFigures>();
    for (const [what, part] of DEAD) {
      const webhooks = RECEIVERS - part.dead;
      const perWebhook = WAITING / RECEIVERS;
      const alone = aloneFigures.get(webhooks) ?? (await benchBacklog({ webhooks, waiting: webhooks * perWebhook }));
      aloneFigures.set(webhooks, alone);
      const beside = await benchBacklog({ webhooks: RECEIVERS, waiting: WAITING, ...part });
      const ratio = { rate: beside.perSecond / alone.perSecond, p99: beside.p99Ms / alone.p99Ms };
      ratios.set(what, [...(ratios.get(what) ?? []), ratio]);
    }
  }
  const cell = (numbers: readonly number[]) =>
    `${median(numbers).toFixed(2)} (${Math.min(...numbers).toFixed(2)} to ${Math.max(...numbers).toFixed(2)})`;
  return [
    `| of ${RECEIVERS} receivers | the others' deliveries a second, to those of as many alone | their p99 |`,
    "|--|--:|--:|",
    ...[...ratios].map(
      ([what, all]) => `| ${what} | ${cell(all.map(({ rate }) => rate))} | ${cell(all.map(({ p99 }) => p99))} |`,
    ),
    "",
  ].join("\n");
}

async function benchCreates(): Promise<string> {
  const writes = [await benchWrites(0), await benchWrites(30)].map(
    ({ p50Ms, p99Ms }) => `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
  );
  const latencies = [
    ["50 a second", await benchLatency(50, 500)] as const,
    ["200 a second", await benchLatency(200, 2_000)] as const,
  ];
  const none = await benchBurst(0, false);
  const ofOther = await benchBurst(10, false);
  const one = await benchBurst(1, true);
  const ten = await benchBurst(10, true);
  const more = (cpuMs: number) => `${cpuMs.toFixed(2)} ms (${((cpuMs / none - 1) * 100).toFixed(1)} %)`;
  return [
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

interface BareLoop {
  readonly atOnce?: number;
  readonly connections?: "kept" | "new";
  readonly certificate?: Certificate | null;
}

/** Measures requests without a sender around them. */
async function bareLoop(
  what: string,
  { atOnce = 64, connections = "kept", certificate = null }: BareLoop = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "knote-webhooks-"));
  await using receivers = await openReceivers(certificate);
  try {
    const authority = join(folder, "authority.pem");
    writeFileSync(authority, certificate?.cert ?? "");
    const urls = Array.from({ length: 8 }, (_, index) => receivers.urlOf(index));
    const env = { ...process.env, ...(certificate && { NODE_EXTRA_CA_CERTS: authority }) };
    const script = [BARE_LOOP, String(WAITING), String(atOnce), connections, ...urls];
    const { stdout } = await promisify(execFile)("taskset", ["-c", "0", process.execPath, ...script], { env });
    const [perSecond, cpuMs] = stdout.split(" ").slice(1).map(Number) as [number, number];
    return row(what, { perSecond, cpuMs, lagMs: null });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
