import { setTimeout } from "node:timers/promises";
import type { ActivityLog, Clock, LoggedEvent, SessionStore, TokenCut } from "@knote/api";
import { sseMessage } from "../http/event-stream.ts";
import { createBroadcast } from "./broadcast.ts";
import { type EventFrame, eventFrame } from "./event-frame.ts";
import type { StreamClient } from "./stream-client.ts";

const PING = Buffer.from(sseMessage("ping", {}));
/** How often streams with an expired token are looked for. */
const SWEEP_MS = 1_000;
/** How long a client has to read the end of its stream. */
const CLOSE_GRACE_MS = 1_000;

/** All open activity streams of this process. */
export interface ActivityHub {
  /** Sends the user's events to the client until the returned function is called. */
  join(userId: string, client: StreamClient): () => void;
  /** Ends the streams of revoked tokens. */
  endCut(tokenCut: TokenCut): void;
  readonly size: number;
  readonly isClosed: boolean;
  /** Ends every stream; resolves when the clients have read the end, or after a short grace period. */
  close(): Promise<void>;
}

/** Keeps one subscription per user and one timer for all pings, whatever the number of clients. */
export function createActivityHub(deps: {
  readonly activity: ActivityLog;
  readonly sessions: Pick<SessionStore, "isTokenValid">;
  readonly clock: Clock;
  readonly pingSeconds: number;
}): ActivityHub {
  const { activity, sessions, clock } = deps;
  const clients = new Set<StreamClient>();
  const channels = new Map<string, Channel>();
  let isClosed = false;
  let isSweeping = false;
  const pings = createBroadcast<StreamClient, Buffer>(
    (client, bytes) => client.write(bytes),
    (client) => client.drop(),
  );
  const timers = [
    setInterval(() => {
      pings.send(clients, PING);
      void endAllRevoked();
    }, deps.pingSeconds * 1000).unref(),
    setInterval(() => endExpired(clients, clock.now()), Math.min(SWEEP_MS, deps.pingSeconds * 1000)).unref(),
  ];

  function leave(userId: string, channel: Channel, client: StreamClient): void {
    clients.delete(client);
    channel.clients.delete(client);
    if (channel.clients.size > 0 || channels.get(userId) !== channel) return;
    channel.unsubscribe();
    channels.delete(userId);
  }

  /** Catches sign-outs of other processes that were not announced. One user at a time: there may be many. */
  async function endAllRevoked(): Promise<void> {
    if (isSweeping) return;
    isSweeping = true;
    try {
      for (const [userId, { clients: ofUser }] of channels)
        await Promise.all(Array.from(ofUser, (client) => endIfRevoked(userId, client)));
    } catch {
      // The storage is away: the next round asks again.
    } finally {
      isSweeping = false;
    }
  }

  async function endIfRevoked(userId: string, client: StreamClient): Promise<void> {
    if (!(await sessions.isTokenValid(userId, client.origin))) client.end();
  }

  return {
    join(userId, client) {
      const channel = channels.get(userId) ?? openChannel(activity, userId);
      channels.set(userId, channel);
      clients.add(client);
      channel.clients.add(client);
      return () => leave(userId, channel, client);
    },
    endCut({ userId, sessionId }) {
      for (const client of channels.get(userId)?.clients ?? [])
        if (sessionId === null || client.origin.sessionId === sessionId) client.end();
    },
    get size() {
      return clients.size;
    },
    get isClosed() {
      return isClosed;
    },
    async close() {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      for (const client of clients) client.end();
      const deadline = performance.now() + CLOSE_GRACE_MS;
      while (clients.size > 0 && performance.now() < deadline) await setTimeout(CLOSE_GRACE_MS / 100);
      for (const client of clients) client.drop();
    },
  };
}

/** The clients of one user, and the subscription that feeds them. */
interface Channel {
  readonly clients: Set<StreamClient>;
  readonly unsubscribe: () => void;
}

function openChannel(activity: ActivityLog, userId: string): Channel {
  const clients = new Set<StreamClient>();
  const events = createBroadcast<StreamClient, EventFrame>(
    (client, frame) => client.send(frame),
    (client) => client.drop(),
  );
  const listener = (loggedEvent: LoggedEvent) => events.send(clients, eventFrame(loggedEvent));
  return { clients, unsubscribe: activity.subscribe(userId, listener) };
}

function endExpired(clients: ReadonlySet<StreamClient>, now: number): void {
  for (const client of clients) if (client.expiresAt <= now) client.end();
}
