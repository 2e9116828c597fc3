import type { ActivityEvent } from "@knote/contract";
import { createListeners } from "../../kit/listeners.ts";

/** One entry of the activity as the stream brings it. */
export interface StreamedEvent {
  readonly id: string;
  readonly event: ActivityEvent;
}

/** A connection to the server's stream. */
export interface Connection {
  close(): void;
}

/** `renewed`: it ended of itself, for another to take over at once. */
export type ConnectionEnd = "renewed" | "lost";

/** Opens a connection that hears what came after `lastId`; `onEnd` is told once when it ends. */
export type Connect = (options: {
  readonly lastId: string | null;
  readonly onEvent: (event: StreamedEvent) => void;
  readonly onOpen: () => void;
  readonly onEnd: (end: ConnectionEnd) => void;
}) => Connection;

/** What the tabs of one browser tell each other. */
export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
  close(): void;
}
export type TabMessage =
  | { readonly kind: "event"; readonly event: StreamedEvent }
  | { readonly kind: "live"; readonly live: boolean }
  /** A tab has opened and does not know whether the stream is live. */
  | { readonly kind: "hello" };

export interface SharedStream {
  /** Whether the connection stands, in this tab or another. */
  readonly live: boolean;
  onEvent(listener: (event: StreamedEvent) => void): () => void;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

const RECONNECT_MS = 5_000;
/** A renewal that takes no longer is not worth a word. */
const RENEWAL_MS = 2_000;

/**
 * The activity of the user, over one connection for all tabs: browsers allow six to a server. Whichever tab gets
 * the lock leads and tells the others; when it closes, another leads and asks for what came since the last event
 * that it heard of itself, so that nothing is missed.
 */
export function startSharedStream(parts: {
  /** Newest event that the page knows already. */
  readonly lastId: string | null;
  readonly connect: Connect;
  readonly channel: TabChannel;
  /** Runs the work while no other tab does, until it ends or the tab closes. */
  readonly lead: (work: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  readonly reconnectMs?: number;
  readonly renewalMs?: number;
}): SharedStream {
  const { connect, channel, lead, reconnectMs = RECONNECT_MS, renewalMs = RENEWAL_MS } = parts;
  const stopping = new AbortController();
  const eventListeners = createListeners<[StreamedEvent]>();
  const liveListeners = createListeners();
  let { lastId } = parts;
  let live = false;
  let leading = false;
  let renewal: ReturnType<typeof setTimeout> | undefined;

  function take(event: StreamedEvent): void {
    lastId = event.id;
    eventListeners.tell(event);
  }

  function setLive(next: boolean): void {
    clearTimeout(renewal);
    if (leading) channel.post({ kind: "live", live: next });
    if (live === next) return;
    live = next;
    liveListeners.tell();
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
          take(event);
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
    if (message.kind === "event") take(message.event);
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
