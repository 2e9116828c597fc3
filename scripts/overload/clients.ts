import type { Pool } from "undici";
import type { MixedRequests } from "./mixed-requests.ts";
import { type Outcome, send } from "./send.ts";

const TICK_MS = 10;

/** Runs callers that wait for each response before the next request: as many requests as can be served. */
export async function patientClients(
  pool: Pool,
  token: string,
  requests: MixedRequests,
  { count, seconds }: { readonly count: number; readonly seconds: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const end = performance.now() + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) outcomes.push(await send(pool, token, requests.any()));
  };
  await Promise.all(Array.from({ length: count }, caller));
  return outcomes;
}

/** Runs clients that each send once a second, refused or not; only waiting for a response slows a client down. */
export async function impatientClients(
  pool: Pool,
  token: string,
  requests: MixedRequests,
  { count, seconds }: { readonly count: number; readonly seconds: number },
): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = [];
  const waiting = new Set<number>();
  const startTime = performance.now();
  let turns = 0;
  for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs = performance.now() - startTime) {
    for (const due = Math.floor((elapsedMs / 1000) * count); turns < due; turns++) {
      const client = turns % count;
      if (waiting.has(client)) continue;
      waiting.add(client);
      outcomes.push(send(pool, token, requests.any()).finally(() => waiting.delete(client)));
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  return await Promise.all(outcomes);
}
