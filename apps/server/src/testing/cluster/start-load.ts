import { setTimeout } from "node:timers/promises";
import type { ServerProcess } from "@knote/testkit";
import { createInTurn } from "./create-in-turn.ts";
import { keepDoing } from "./keep-doing.ts";

const WRITERS = 6;
/** Pause between a client's notes: keeps the backlog small, however slow the machine is. */
const PAUSE_MS = 100;

export interface Refusal {
  readonly status: number;
  readonly saysWhen: boolean;
  readonly detail: unknown;
}

/** Clients that create notes at all processes. */
export interface Load {
  /** Titles of the notes that were acknowledged, by id. */
  readonly acknowledgedTitles: ReadonlyMap<string, string>;
  readonly refusals: readonly Refusal[];
  /** Returns how long the slowest answer took. */
  longestMs(): number;
  /** Resolves when all requests are answered; rejects if a server hung up. */
  stop(): Promise<void>;
}

export async function startLoad(servers: readonly ServerProcess[], userId: string): Promise<Load> {
  const create = await createInTurn(servers, userId);
  const acknowledgedTitles = new Map<string, string>();
  const refusals: Refusal[] = [];
  let longestMs = 0;

  async function write(): Promise<void> {
    const title = `Written ${crypto.randomUUID()}`;
    const began = performance.now();
    const { status, headers, body } = await create(title);
    longestMs = Math.max(longestMs, performance.now() - began);
    if (status === 201) acknowledgedTitles.set(body.id, title);
    else refusals.push({ status, saysWhen: headers.has("retry-after"), detail: body.detail });
    await setTimeout(PAUSE_MS);
  }

  const writers = Array.from({ length: WRITERS }, () => keepDoing(write));
  return {
    acknowledgedTitles,
    refusals,
    longestMs: () => longestMs,
    stop: async () => void (await Promise.all(writers.map((writer) => writer.stop()))),
  };
}
