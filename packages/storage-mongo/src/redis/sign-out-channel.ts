import { randomUUID } from "node:crypto";
import type { CutListener, SignOutChannel, TokenCut } from "@knote/api";
import type { RedisLine } from "./redis-line.ts";

/** How long an announcement waits for the other processes. */
const PATIENCE_MS = 5_000;

interface Announcement {
  readonly id: string;
  /** The process that waits for the others. */
  readonly from: string;
  readonly cut: TokenCut;
}

/** An announcement that some processes have not confirmed yet. */
interface Waiting {
  doneCount: number;
  /** How many processes received the announcement; null until known. */
  listenerCount: number | null;
  readonly all: () => void;
}

export interface SignOutChannelOptions {
  readonly line: RedisLine;
  readonly prefix: string;
  /** Called when processes did not confirm in time. */
  readonly warn: (message: string, cause: unknown) => void;
  readonly patienceMs?: number;
}

/** Sends every cut to every process; each confirms to the sender when it is done. */
export function createSignOutChannel(options: SignOutChannelOptions): SignOutChannel {
  const { line, prefix, warn, patienceMs = PATIENCE_MS } = options;
  const self = randomUUID();
  const channel = `${prefix}:cuts`;
  const repliesOf = (process: string) => `${channel}:${process}`;
  const waiting = new Map<string, Waiting>();
  const ready = new Set<string>();

  function settle(id: string): void {
    const announcement = waiting.get(id);
    if (announcement && announcement.listenerCount !== null && announcement.doneCount >= announcement.listenerCount)
      announcement.all();
  }

  function count(id: string): void {
    const announcement = waiting.get(id);
    if (announcement) announcement.doneCount++;
    settle(id);
  }

  async function hear(message: string, listener: CutListener): Promise<void> {
    // Safe because only `announceAndWait` publishes there.
    const { id, from, cut } = JSON.parse(message) as Announcement;
    if (from === self) return count(id);
    await listener.onCut(cut);
    await line.call((client) => client.publish(repliesOf(from), id));
  }

  /** Resolves to true when all are done, false when that is not known in time. */
  async function announceAndWait({ id, from, cut }: Announcement): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const announcement: Waiting = { doneCount: 0, listenerCount: null, all: () => resolve(true) };
    waiting.set(id, announcement);
    const timer = setTimeout(() => resolve(false), patienceMs);
    try {
      announcement.listenerCount = await line.call((client) =>
        client.publish(channel, JSON.stringify({ id, from, cut })),
      );
      settle(id);
      return await promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  }

  return {
    isConnected: () => ready.has(channel),
    listen(listener) {
      const onLost = (name: string) => () => void (ready.delete(name) && name === channel && listener.onMissed());
      const onCut = (message: string) =>
        void hear(message, listener).catch((error: unknown) => warn("A sign-out could not be confirmed.", error));
      const onReady = (name: string) => () => {
        ready.add(name);
        if (name === channel) listener.onMissed();
      };
      line.listen(repliesOf(self), count, onReady(repliesOf(self)), onLost(repliesOf(self)));
      line.listen(channel, onCut, onReady(channel), onLost(channel));
    },
    async announce(cut) {
      const unknown = "It is not known whether all processes stopped what was under way for a user who signed out.";
      try {
        if (!(await announceAndWait({ id: randomUUID(), from: self, cut }))) warn(unknown, "no answer in time");
      } catch (error) {
        warn(unknown, error);
      }
    },
  };
}
