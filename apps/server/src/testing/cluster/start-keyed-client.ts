import { setTimeout } from "node:timers/promises";
import type { Api, ServerProcess } from "@knote/testkit";
import { createAt, createInTurn } from "./create-in-turn.ts";
import { type Doing, keepDoing } from "./keep-doing.ts";

/** How long a client waits before it repeats a request. */
const PAUSE_MS = 50;

/** Creates notes with idempotency keys, and repeats each request at the next process until one answers. */
export interface KeyedClient extends Doing {
  /** Ids of the notes that were acknowledged, by title. */
  readonly idsByTitle: ReadonlyMap<string, string>;
  /** Repeats the last create at each process; `areReplays` is true if all replay its answer. */
  repeatLast(apis: readonly Api[]): Promise<{ readonly status: number; readonly areReplays: boolean }>;
}

export async function startKeyedClient(servers: readonly ServerProcess[], userId: string): Promise<KeyedClient> {
  const create = await createInTurn(servers, userId);
  const idsByTitle = new Map<string, string>();
  const { stop } = keepDoing(async () => {
    const title = `Made ${crypto.randomUUID()}`;
    idsByTitle.set(title, await createForSure(title));
  });

  /** Repeats the create until it succeeds and returns the id. An answer without Retry-After ends the client. */
  async function createForSure(title: string): Promise<string> {
    for (;;) {
      const answer = await create(title, keyOf(title)).catch(() => null);
      if (answer?.status === 201) return answer.body.id as string;
      const isRefused = answer !== null && !answer.headers.has("retry-after");
      if (isRefused) throw new Error(`A create was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
      await setTimeout(PAUSE_MS);
    }
  }

  return {
    idsByTitle,
    stop,
    async repeatLast(others) {
      const [title, id] = [...idsByTitle].at(-1)!;
      const answers = await Promise.all(others.map((api) => createAt(api, title, keyOf(title))));
      const areReplays = answers.every(({ body, headers }) => body.id === id && headers.has("idempotency-replayed"));
      return { status: Math.max(...answers.map(({ status }) => status)), areReplays };
    },
  };
}

function keyOf(title: string): Readonly<Record<string, string>> {
  return { "Idempotency-Key": title.replaceAll(" ", "-") };
}
