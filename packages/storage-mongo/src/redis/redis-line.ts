import { DomainError } from "@knote/api";
import { createClient, ErrorReply } from "@redis/client";

/** What one command is waited for. */
const COMMAND_MS = 2_000;
const PING_MS = 5_000;
/** A connection that is silent for so long in spite of pings is given up. */
const SILENCE_MS = 12_000;
const MOST_WAITING = 10_000;
const LONGEST_RECONNECT_MS = 1_000;

export type RedisClient = ReturnType<typeof openClient>;

export interface RedisLineOptions {
  readonly url: string;
  /** Told when the server goes away or begins to refuse writes, once each time. */
  readonly warn: (message: string, cause: unknown) => void;
}

/** One connection for commands and one that listens; both come back by themselves. Nothing waits for a server that is down. */
export interface RedisLine {
  status(): "up" | "down";
  /** Why the server refused the last write, in its words; null when it took it. */
  refusal(): string | null;
  /** Commands go out in the order of the calls. UNAVAILABLE when the server does not answer: then it may still have done it. */
  call<T>(ask: (client: RedisClient) => Promise<T>): Promise<T>;
  /** `call` for commands that store something: a server that is full, or must not be written to, refuses them alone. */
  write<T>(ask: (client: RedisClient) => Promise<T>): Promise<T>;
  /**
   * Hears what is published on the channel. Messages may be missed: `onReady` is called whenever that may have been
   * so, and `onLost` when it begins to be.
   */
  listen(channel: string, onMessage: (message: string) => void, onReady: () => void, onLost?: () => void): void;
  close(): Promise<void>;
}

export function createRedisLine({ url, warn }: RedisLineOptions): RedisLine {
  const [client, subscriber] = [openClient(url), openClient(url)];
  let down = true;
  let refusal: string | null = null;
  let closed = false;

  function lost(error: unknown): void {
    if (!down && !closed) warn("Redis cannot be reached; events wait until it is back.", error);
    down = true;
  }

  client.on("ready", () => (down = false));
  client.on("error", lost);
  // Its troubles are those of the other connection.
  subscriber.on("error", () => undefined);
  // Each goes on trying until it is closed.
  for (const one of [client, subscriber]) one.connect().catch(() => undefined);

  async function call<T>(ask: (client: RedisClient) => Promise<T>): Promise<T> {
    if (closed) throw new DomainError("UNAVAILABLE", "Storage is closed.");
    try {
      return await inTime(ask(client));
    } catch (error) {
      // The server's own refusals are passed on unchanged, except those that pass by themselves.
      if (error instanceof ErrorReply && !isRefusedForNow(error)) throw error;
      throw new DomainError("UNAVAILABLE", "The activity log cannot be reached.", {
        retryAfterSeconds: 1,
        cause: error,
      });
    }
  }

  async function write<T>(ask: (client: RedisClient) => Promise<T>): Promise<T> {
    try {
      const result = await call(ask);
      refusal = null;
      return result;
    } catch (error) {
      if (DomainError.is(error) && error.cause instanceof ErrorReply) refused(error.cause);
      throw error;
    }
  }

  function refused(reply: ErrorReply): void {
    if (refusal === null) warn(`Redis takes nothing in (${reply.message}); events wait until it does.`, reply);
    refusal = reply.message;
  }

  return {
    status: () => (down ? "down" : "up"),
    refusal: () => refusal,
    call,
    write,
    listen(channel, onMessage, onReady, onLost) {
      const listen = () =>
        subscriber.subscribe(channel, onMessage).then(
          () => void (closed || onReady()),
          // The connection broke meanwhile; the next one tries again.
          () => undefined,
        );
      subscriber.on("ready", () => void listen());
      if (onLost) subscriber.on("error", onLost);
      if (subscriber.isReady) void listen();
    },
    async close() {
      closed = true;
      for (const one of [client, subscriber]) if (one.isOpen) one.destroy();
    },
  };
}

/** The server is starting, full, read-only, or without the rest of its cluster. */
function isRefusedForNow({ message }: ErrorReply): boolean {
  return /^(LOADING|OOM|MISCONF|READONLY|NOREPLICAS|MASTERDOWN|CLUSTERDOWN)/.test(message);
}

function openClient(url: string) {
  return createClient({
    url,
    // What cannot be sent now is refused now.
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_WAITING,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: COMMAND_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) =>
        Math.min(50 * 2 ** Math.min(retries, 10), LONGEST_RECONNECT_MS) * (0.5 + Math.random() / 2),
    },
  });
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("No answer in time.")), COMMAND_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
