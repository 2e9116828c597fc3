import type { LoggedEvent, TokenOrigin } from "@knote/api";
import type { Response } from "express";
import { writeAll } from "../http/write-all.ts";
import type { EventFrame } from "./event-frame.ts";

/** A client whose unread bytes exceed this is dropped; it comes back with the id of what it read last. */
const MOST_UNREAD_BYTES = 1_048_576;
/** As many live events wait while a client still reads its replay. */
const MOST_WAITING = 1_000;

/** One open activity stream. */
export interface StreamClient {
  /** Where its token comes from, and when that ends. */
  readonly origin: TokenOrigin;
  readonly expiresAt: number;
  /** Sends an event, unless the client does not want it or has it from the replay. */
  send(frame: EventFrame): void;
  /** Sends bytes that are no event. */
  write(bytes: Buffer): void;
  /** Sends what was missed, then goes on with what came meanwhile. */
  replay(missed: readonly EventFrame[]): Promise<void>;
  /** Ends the stream; a client that still has not read that when told again is hung up on. */
  end(): void;
  drop(): void;
}

export function createStreamClient(options: {
  readonly response: Response;
  readonly origin: TokenOrigin;
  readonly expiresAt: number;
  /** All kinds of events, or only those that the interface documents. */
  readonly all: boolean;
  /** Events name the notes that they are about. */
  readonly noteIds: boolean;
  /** The last event that the client has; null: it asks for no replay. */
  readonly lastEventId: string | null;
}): StreamClient {
  const { response, origin, expiresAt, all, noteIds, lastEventId } = options;
  /** Events that come while the replay is read and sent; null once live. */
  let waiting: EventFrame[] | null = lastEventId === null ? null : [];
  /** What came by replay can come once more live, and in the same order: so the first that is new ends the watch. */
  let replayed: Set<string> | null = lastEventId === null ? null : new Set([lastEventId]);

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
    if (isReplayed(frame.logged)) return;
    if (all || frame.documented) write(frame.bytes(noteIds));
  }

  function isReplayed({ id }: LoggedEvent): boolean {
    if (replayed === null) return false;
    if (replayed.has(id)) return true;
    replayed = null;
    return false;
  }

  return {
    origin,
    expiresAt,
    send,
    write,
    async replay(missed) {
      for (const frame of missed) {
        replayed?.add(frame.logged.id);
        if (all || frame.documented) await writeAll(response, frame.bytes(noteIds));
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
