/**
 * Measures events per second over Redis between three processes, each of which publishes and receives all events.
 *   tooling/services/with-services.sh node scripts/bench/redis-events.ts [--seconds 5] [--users 100]
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { EventFigures, Order } from "./event-process.ts";
import { quantile } from "./load.ts";

const PROCESSES = 3;
const PATIENCE_MS = 30_000;
const POLL_MS = 250;

const options = { seconds: { type: "string", default: "5" }, users: { type: "string", default: "100" } } as const;
const { seconds, users } = parseArgs({ options }).values;
const url = process.env["TEST_REDIS_URL"];
if (!url) throw new Error("Set TEST_REDIS_URL: see tooling/services/README.md.");

const script = fileURLToPath(new URL("event-process.ts", import.meta.url));
const prefix = `bench-${crypto.randomUUID().slice(0, 8)}`;
const processes = Array.from({ length: PROCESSES }, () => fork(script, [url, prefix, users]));
await Promise.all(processes.map(answer));
const startedAt = performance.now();
const rounds = await Promise.all(processes.map((one) => sendOrder(one, { publishFor: Number(seconds) * 1_000 })));
const publishedIn = (performance.now() - startedAt) / 1_000;
const publishedTotal = rounds.reduce((sum, figures) => sum + figures.publishedCount, 0);
const delays = await allDelivered(publishedTotal * PROCESSES);
const deliveredIn = (performance.now() - startedAt) / 1_000;
for (const one of processes) one.disconnect();

const sortedDelays = delays.toSorted((one, other) => one - other);
const at = (place: number) => quantile(sortedDelays, place).toFixed(1);
process.stdout.write(`| users | published a second | delivered a second | of all | p50 ms | p99 ms |
|--:|--:|--:|--:|--:|--:|
| ${users} | ${whole(publishedTotal / publishedIn)} | ${whole(delays.length / deliveredIn)} | ${share(delays.length, publishedTotal * PROCESSES)} | ${at(0.5)} | ${at(0.99)} |
`);

/** Returns the delays of all processes, once each has received every event or has waited too long. */
async function allDelivered(expectedCount: number): Promise<number[]> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const figures = await Promise.all(processes.map((one) => sendOrder(one, "report")));
    const deliveryDelays = figures.flatMap((one) => one.delays);
    if (deliveryDelays.length >= expectedCount || performance.now() > end) return deliveryDelays;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function sendOrder(one: ChildProcess, order: Order): Promise<EventFigures> {
  one.send(order);
  return await answer(one);
}

async function answer(one: ChildProcess): Promise<EventFigures> {
  // Safe because the script sends nothing else.
  const [figures] = (await once(one, "message")) as [EventFigures];
  return figures;
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString("en");
}

function share(part: number, all: number): string {
  return `${((100 * part) / all).toFixed(2)} %`;
}
