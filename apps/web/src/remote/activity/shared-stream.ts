import type { ActivityEvent } from "@knote/contract";
import { createListeners } from "../../kit/listeners.ts";

/** One entry of the activity as the stream delivers it. */
export interface StreamedEvent {
  readonly id: string;
  readonly event: ActivityEvent;
}

/** A connection to the server's stream. */
export interface Connection {
  close(): void;
}

/** `renewed`: the connection ended by itself, to be replaced at once. */
export type ConnectionEnd = "renewed" | "lost";

/** Opens a connection for the events after `lastId`; calls `onEnd` once when it ends. */
export type Connect = (options: {
  readonly lastId: string | null;
  readonly onEvent: (event: StreamedEvent) => void;
  readonly onOpen: () => void;
  readonly onEnd: (end: ConnectionEnd) => void;
}) => Connection;

/** Carries messages between the tabs of one browser. */
export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
  close(): void;
}
export type TabMessage =
  | { readonly kind: "event"; readonly event: StreamedEvent }
  | { readonly kind: "live"; readonly live: boolean }
  /** Sent by a new tab, which does not know yet whether the stream is live. */
  | { readonly kind: "hello" };

export interface SharedStream {
  /** Whether a connection is open, in this tab or another. */
  readonly live: boolean;
  onEvent(listener: (event: StreamedEvent) => void): () => void;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

const RECONNECT_MS = 5_000;
/** The stream still counts as live while a renewal takes no longer than this. */
const RENEWAL_MS = 2_000;

/**
 * Streams the user's activity over one connection for all tabs, because browsers allow six per server. The tab that
 * gets the lock leads and forwards events to the others; when it closes, another tab leads and asks for the events
 * since the last one that it received itself, so that none is missed.
 */
export function startSharedStream(options: {
  /** Id of the newest event that the page already has. */
  readonly lastId: string | null;
  readonly connect: Connect;
  readonly channel: TabChannel;
  /** Runs the work in only one tab at a time, until it ends or the tab closes. */
  readonly lead: (work: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  readonly reconnectMs?: number;
  readonly renewalMs?: number;
}): SharedStream {
  const { connect, channel, lead, reconnectMs = RECONNECT_MS, renewalMs = RENEWAL_MS } = options;
  const stopping = new AbortController();
  const eventListeners = createListeners<[StreamedEvent]>();
  const liveListeners = createListeners();
  let { lastId } = options;
  let live = false;
  let leading = false;
  let renewal: ReturnType<typeof setTimeout> | undefined;

  function deliver(event: StreamedEvent): void {
    lastId = event.id;
    eventListeners.notify(event);
  }

  function setLive(next: boolean): void {
    clearTimeout(renewal);
    if (leading) channel.post({ kind: "live", live: next });
    if (live === next) return;
    live = next;
    liveListeners.notify();
  }

  async function keepConnected(): Promise<void> {
    leading = true;
    while (!stopping.signal.aborted) {
      if ((await connectOnce()) === "renewed") {
        renewal = setTimeout(() => setLive(false), renewalMs);
        continue;
      }
      setLive(false);
      await pause(reconnectMs, stopping.signal);
    }
  }

  function connectOnce(): Promise<ConnectionEnd> {
    return new Promise((resolve) => {
      const connection = connect({
        lastId,
        onOpen: () => setLive(true),
        onEvent(event) {
          channel.post({ kind: "event", event });
          deliver(event);
        },
        onEnd: resolve,
      });
      stopping.signal.addEventListener("abort", () => {
        connection.close();
        resolve("lost");
      });
    });
  }

  channel.listen((message) => {
    if (message.kind === "event") deliver(message.event);
    else if (message.kind === "live" && !leading) setLive(message.live);
    else if (message.kind === "hello" && leading) channel.post({ kind: "live", live });
  });
  channel.post({ kind: "hello" });
  void lead(keepConnected, stopping.signal);

  return {
    get live() {
      return live;
    },
    onEvent: eventListeners.add,
    subscribe: liveListeners.add,
    stop() {
      stopping.abort();
      clearTimeout(renewal);
      channel.close();
    },
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
