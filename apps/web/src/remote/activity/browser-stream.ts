import type { ActivityEvent, ActivityEventName } from "@knote/contract";
import type { AccessToken, Session } from "../../session/session.ts";
import {
  type Connect,
  type ConnectionEnd,
  type SharedStream,
  startSharedStream,
  type TabChannel,
  type TabMessage,
} from "./shared-stream.ts";

/** A connection is replaced so long before its token expires, so that the server never refuses it. */
const REBUILD_BEFORE_MS = 30_000;
/** Shortest life of a connection, however short its token's life. */
const SHORTEST_MS = 5_000;

/** An EventSource delivers named events only to listeners for those names. */
const NAMES = Object.keys({
  note_created: true,
  note_linked: true,
  recall_query: true,
  model_used: true,
  note_updated: true,
  note_deleted: true,
  note_restored: true,
  note_unlinked: true,
  quota_warning: true,
  import_progress: true,
  webhook_failing: true,
  webhook_stopped: true,
} satisfies Record<ActivityEventName, true>);

/** Starts the stream that this browser's tabs share for one user. */
export function startBrowserStream(session: Session, lastId: string | null): SharedStream {
  const name = "knote.activity";
  return startSharedStream({
    lastId,
    connect: createConnect(session),
    channel: openChannel(name),
    lead: async (work, signal) => {
      // Locks exist only on https and localhost; a page without them has its own connection.
      if (!navigator.locks) return await work();
      await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
  });
}

function createConnect(session: Session): Connect {
  return ({ lastId, onEvent, onOpen, onEnd }) => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    const close = () => {
      isClosed = true;
      clearTimeout(timer);
      source?.close();
    };
    const end = (how: ConnectionEnd) => {
      if (isClosed) return;
      close();
      onEnd(how);
    };
    const lose = () => end("lost");
    const open = ({ value, expiresAt }: AccessToken): void => {
      if (isClosed) return;
      source = new EventSource(streamUrl(value, lastId));
      source.addEventListener("connected", onOpen);
      // The browser's own reconnect would use the old token.
      source.addEventListener("error", lose);
      for (const name of NAMES) {
        source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) =>
          onEvent({ id: lastEventId, event: JSON.parse(data) as ActivityEvent }),
        );
      }
      timer = setTimeout(() => end("renewed"), Math.max(SHORTEST_MS, expiresAt - Date.now() - REBUILD_BEFORE_MS));
    };
    void session.token().then(open, lose);
    return { close };
  };
}

function streamUrl(token: string, lastId: string | null): string {
  const query = new URLSearchParams({ token, events: "all", note_ids: "true" });
  if (lastId !== null) query.set("last_event_id", lastId);
  return `/api/activity/stream?${query}`;
}

function openChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => listener(data)),
    close: () => channel.close(),
  };
}
