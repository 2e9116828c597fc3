import { DomainError } from "@knote/api";
import { createClient, ErrorReply } from "@redis/client";

/** Time limit of one command. */
const COMMAND_MS = 2_000;
const PING_MS = 5_000;
/** A connection that is silent for this long in spite of pings is closed. */
const SILENCE_MS = 12_000;
const MOST_WAITING = 10_000;
const LONGEST_RECONNECT_MS = 1_000;

export type RedisClient = ReturnType<typeof openClient>;

export interface RedisLineOptions {
  readonly url: string;
  /** Called once each time the server goes away or begins to refuse writes. */
  readonly warn: (message: string, cause: unknown) => void;
}

/** One connection for commands and one that listens; both reconnect by themselves. Calls fail while they cannot. */
export interface RedisLine {
  status(): "up" | "down";
  /** The server's reason for refusing the last write; null when it accepted it. */
  refusal(): string | null;
  /** Sends commands in the order of the calls. UNAVAILABLE without an answer: the command may still have run. */
  call<T>(ask: (client: RedisClient) => Promise<T>): Promise<T>;
  /** `call` for commands that store something: a full or read-only server refuses only these. */
  write<T>(ask: (client: RedisClient) => Promise<T>): Promise<T>;
  /**
   * Receives the channel's messages. After `onLost` messages can be missed; `onReady` is called when receiving starts
   * and whenever it resumes.
   */
  listen(channel: string, onMessage: (message: string) => void, onReady: () => void, onLost?: () => void): void;
  close(): Promise<void>;
}

export function createRedisLine({ url, warn }: RedisLineOptions): RedisLine {
  const [client, subscriber] = [openClient(url), openClient(url)];
  let down = true;
  let refusal: string | null = null;
  let isClosed = false;

  function markDown(error: unknown): void {
    if (!down && !isClosed) warn("Redis cannot be reached; events wait until it is back.", error);
    down = true;
  }

  client.on("ready", () => (down = false));
  client.on("error", markDown);
  // The other connection reports the same errors.
  subscriber.on("error", () => undefined);
  // Each client retries until it is closed.
  for (const one of [client, subscriber]) one.connect().catch(() => undefined);

  async function call<T>(ask: (client: RedisClient) => Promise<T>): Promise<T> {
    if (isClosed) throw new DomainError("UNAVAILABLE", "Storage is closed.");
    try {
      return await inTime(ask(client));
    } catch (error) {
      // The server's own refusals are passed on unchanged, except temporary ones.
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
      if (DomainError.is(error) && error.cause instanceof ErrorReply) recordRefusal(error.cause);
      throw error;
    }
  }

  function recordRefusal(reply: ErrorReply): void {
    if (refusal === null) warn(`Redis refuses writes (${reply.message}); events wait until it accepts them.`, reply);
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
          () => void (isClosed || onReady()),
          // The connection broke meanwhile; the next one subscribes again.
          () => undefined,
        );
      subscriber.on("ready", () => void listen());
      if (onLost) subscriber.on("error", onLost);
      if (subscriber.isReady) void listen();
    },
    async close() {
      isClosed = true;
      for (const one of [client, subscriber]) if (one.isOpen) one.destroy();
    },
  };
}

/** True when the server is starting, full, read-only, or without the rest of its cluster. */
function isRefusedForNow({ message }: ErrorReply): boolean {
  return /^(LOADING|OOM|MISCONF|READONLY|NOREPLICAS|MASTERDOWN|CLUSTERDOWN)/.test(message);
}

function openClient(url: string) {
  return createClient({
    url,
    // A command that cannot be sent now fails now.
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
