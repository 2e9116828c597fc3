import type { LoggedEvent, TokenOrigin } from "@knote/api";
import type { Response } from "express";
import { writeAll } from "../http/write-all.ts";
import type { EventFrame } from "./event-frame.ts";

/** A client with more unread bytes is dropped; it can reconnect with the id of the last event that it read. */
const MOST_UNREAD_BYTES = 1_048_576;
/** Most live events that wait while a client still reads its replay. */
const MOST_WAITING = 1_000;

/** One open activity stream. */
export interface StreamClient {
  /** Where the client's token comes from. */
  readonly origin: TokenOrigin;
  readonly expiresAt: number;
  /** Sends an event, unless the client did not ask for its type or has it from the replay. */
  send(frame: EventFrame): void;
  /** Sends bytes other than an event, such as a ping. */
  write(bytes: Buffer): void;
  /** Sends the missed events, then the live ones that arrived meanwhile. */
  replay(missedFrames: readonly EventFrame[]): Promise<void>;
  /** Ends the stream; a second call hangs up on a client that has not read the end. */
  end(): void;
  drop(): void;
}

export function createStreamClient(options: {
  readonly response: Response;
  readonly origin: TokenOrigin;
  readonly expiresAt: number;
  /** Whether to send all types of events, or only the documented ones. */
  readonly all: boolean;
  /** Whether events carry the ids of their notes. */
  readonly noteIds: boolean;
  /** The last event that the client has; null for no replay. */
  readonly lastEventId: string | null;
}): StreamClient {
  const { response, origin, expiresAt, all, noteIds, lastEventId } = options;
  /** Live events that arrive during the replay; null once it is done. */
  let waiting: EventFrame[] | null = lastEventId === null ? null : [];
  /** Replayed events can arrive again live, in the same order. The first new one ends the check: null from then on. */
  let replayedIds: Set<string> | null = lastEventId === null ? null : new Set([lastEventId]);

  function write(bytes: Buffer | string): void {
    if (!response.headersSent || response.writableEnded || response.destroyed) return;
    response.write(bytes);
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
  }

  function send(frame: EventFrame): void {
    if (waiting !== null) {
      waiting.push(frame);
      if (waiting.length > MOST_WAITING) response.destroy();
      return;
    }
    if (isReplayed(frame.loggedEvent)) return;
    if (all || frame.isDocumented) write(frame.bytes(noteIds));
  }

  function isReplayed({ id }: LoggedEvent): boolean {
    if (replayedIds === null) return false;
    if (replayedIds.has(id)) return true;
    replayedIds = null;
    return false;
  }

  return {
    origin,
    expiresAt,
    send,
    write,
    async replay(missedFrames) {
      for (const frame of missedFrames) {
        replayedIds?.add(frame.loggedEvent.id);
        if (all || frame.isDocumented) await writeAll(response, frame.bytes(noteIds));
      }
      const late = waiting ?? [];
      waiting = null;
      for (const frame of late) send(frame);
    },
    end() {
      if (response.writableEnded) response.destroy();
      else if (response.headersSent) response.end();
    },
    drop: () => void response.destroy(),
  };
}
