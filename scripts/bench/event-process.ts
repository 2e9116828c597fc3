/** A process of `redis-events.ts`: publishes for a while, and records when the events of all processes arrive. */
import type { ActivityEvent } from "../../packages/contract/src/index.ts";
import { createRedisActivity } from "../../packages/storage-mongo/src/redis/create-redis-activity.ts";
import { createRedisLine } from "../../packages/storage-mongo/src/redis/redis-line.ts";

export interface EventFigures {
  readonly publishedCount: number;
  /** Milliseconds from the creation of each event to its arrival. */
  readonly delays: readonly number[];
}

export type Order = { readonly publishFor: number } | "report";

const AT_ONCE = 16;
const [url = "", prefix = "", userCount = "1"] = process.argv.slice(2);
const users = Array.from({ length: Number(userCount) }, (_, index) => `bench:${index}`);
const delays: number[] = [];
let publishedCount = 0;

const warn = (message: string, cause: unknown) => void process.stderr.write(`${message} ${String(cause)}\n`);
const line = createRedisLine({ url, warn });
const { log } = createRedisActivity({ line, prefix, warn });
while (line.status() !== "up") await new Promise((resolve) => setTimeout(resolve, 10));
for (const user of users)
  log.subscribe(user, ({ event }) => void delays.push(now() - Date.parse(event.timestamp) - fractionOf(event)));

process.on("message", (order: Order) => void obey(order));
process.on("disconnect", () => process.exit());
// A subscription is active once its user's stream has been asked for its end.
await Promise.all(users.map((user) => log.replay(user, null)));
process.send!({ publishedCount, delays } satisfies EventFigures);

async function obey(order: Order): Promise<void> {
  if (order !== "report") {
    const end = now() + order.publishFor;
    await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => publish(place, end)));
  }
  process.send!({ publishedCount, delays } satisfies EventFigures);
}

async function publish(place: number, end: number): Promise<void> {
  for (let turn = place; now() < end; turn += AT_ONCE) {
    await log.append(users[turn % users.length]!, [eventOf(now())]);
    publishedCount++;
  }
}

/** Returns the time by the machine's clock, which is comparable between processes. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function eventOf(at: number): ActivityEvent {
  const timestamp = new Date(at).toISOString();
  return { type: "recall_query", data: { query: String(at - Date.parse(timestamp)) }, timestamp };
}

/** Returns the fraction of a millisecond that the timestamp leaves out. */
function fractionOf(event: ActivityEvent): number {
  return event.type === "recall_query" ? Number(event.data.query) : 0;
}
