import { setTimeout } from "node:timers/promises";
import type { Api, ServerProcess } from "@knote/testkit";
import { createAt, createInTurn } from "./create-in-turn.ts";
import { type Doing, keepDoing } from "./keep-doing.ts";

/** As long as a client of the interface waits before it sends again. */
const PAUSE_MS = 50;

/** Creates notes under idempotency keys, and sends each again until it is done: to whatever process is there. */
export interface KeyedClient extends Doing {
  /** Ids of the notes that were acknowledged, by title. */
  readonly made: ReadonlyMap<string, string>;
  /** What the last note's key answers at each of these. */
  repeatLast(apis: readonly Api[]): Promise<{ readonly status: number; readonly replayed: boolean }>;
}

export async function startKeyedClient(servers: readonly ServerProcess[], userId: string): Promise<KeyedClient> {
  const create = await createInTurn(servers, userId);
  const made = new Map<string, string>();
  const { stop } = keepDoing(async () => {
    const title = `Made ${crypto.randomUUID()}`;
    made.set(title, await createForSure(title));
  });

  /** The id that is answered at last. Only what a retry is for is sent again; any other answer ends the client. */
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
    made,
    stop,
    async repeatLast(others) {
      const [title, id] = [...made].at(-1)!;
      const answers = await Promise.all(others.map((api) => createAt(api, title, keyOf(title))));
      const isSame = answers.every(({ body, headers }) => body.id === id && headers.has("idempotency-replayed"));
      return { status: Math.max(...answers.map(({ status }) => status)), replayed: isSame };
    },
  };
}

function keyOf(title: string): Readonly<Record<string, string>> {
  return { "Idempotency-Key": title.replaceAll(" ", "-") };
}
