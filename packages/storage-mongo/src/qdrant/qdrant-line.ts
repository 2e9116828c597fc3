import { DomainError } from "@knote/api";
import { QdrantClient } from "@qdrant/js-client-rest";
import { createUserLanes } from "../user-lanes.ts";
import { isBroken, isOutage } from "./qdrant-errors.ts";

export interface QdrantTiming {
  /** For one search, and for anything else that somebody waits for. */
  readonly searchMs: number;
  /** For one write of many points. */
  readonly writeMs: number;
  /** For how long a server that could not be used is not asked again, nor for a user whose call was too slow. */
  readonly coolDownMs: number;
}

/** Of 64 connections for searches. */
const SEARCHES_OF_ONE = 8;
const QDRANT_TIMING: QdrantTiming = { searchMs: 2_000, writeMs: 10_000, coolDownMs: 1_000 };

export interface QdrantLineOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly timing?: QdrantTiming;
  /** Told when the server goes down, once. */
  readonly warn: (message: string, cause: unknown) => void;
}

/**
 * Calls to one Qdrant server or cluster; while it is down they fail at once with UNAVAILABLE. Down is a server that
 * cannot be connected to, or that answers nobody: a slow call alone says nothing of the others.
 */
export interface QdrantLine {
  status(): "up" | "down";
  /** A search of one user; when it is too slow, this user's others fail at once for a while. */
  searchFor<T>(userId: string, ask: (client: QdrantClient) => Promise<T>): Promise<T>;
  search<T>(ask: (client: QdrantClient) => Promise<T>): Promise<T>;
  write<T>(ask: (client: QdrantClient) => Promise<T>): Promise<T>;
  close(): void;
}

export function createQdrantLine({ url, apiKey, timing = QDRANT_TIMING, warn }: QdrantLineOptions): QdrantLine {
  const open = (timeout: number, maxConnections: number) =>
    // The check would ask a server that may be down just now, and write to the console.
    new QdrantClient({ url, timeout, checkCompatibility: false, maxConnections, ...(apiKey && { apiKey }) });
  // What asks how the server is waits behind no search.
  const clients = {
    search: open(timing.searchMs, 64),
    write: open(timing.writeMs, 16),
    common: open(timing.searchMs, 4),
  };
  const lanes = createUserLanes({ most: SEARCHES_OF_ONE, coolDownMs: timing.coolDownMs, isSlow: DomainError.is });
  let closed = false;
  let down = false;
  let downUntil = -Infinity;
  let isProbed = false;
  let looking: Promise<boolean> | null = null;

  /** One call at a time finds out whether a server that was down is up again: answers whether it is this one. */
  function enter(): boolean {
    if (closed) throw new DomainError("UNAVAILABLE", "Storage is closed.");
    if (!down) return false;
    if (isProbed || performance.now() < downUntil) throw unavailable(timing, null);
    return (isProbed = true);
  }

  /** One look for all calls that were too slow at the same time. */
  function isAnswering(): Promise<boolean> {
    looking ??= clients.common
      .getCollections()
      .then(
        () => true,
        (error: unknown) => !isOutage(error),
      )
      .finally(() => (looking = null));
    return looking;
  }

  async function call<T>(client: QdrantClient, ask: (client: QdrantClient) => Promise<T>): Promise<T> {
    const isProbe = enter();
    try {
      // Every request may be sent twice: none adds to what is there.
      const answer = await ask(client).catch((error: unknown) =>
        isBroken(error) ? ask(client) : Promise.reject(error),
      );
      down = false;
      return answer;
    } catch (error) {
      if (!isOutage(error) || (!isBroken(error) && (await isAnswering()))) {
        down = false;
        throw isOutage(error) ? unavailable(timing, error) : error;
      }
      if (!down) warn("Qdrant cannot be used; searches go by words until it is back.", error);
      down = true;
      downUntil = performance.now() + timing.coolDownMs;
      throw unavailable(timing, error);
    } finally {
      if (isProbe) isProbed = false;
    }
  }

  return {
    status: () => (down ? "down" : "up"),
    searchFor: (userId, ask) => lanes.run(userId, () => call(clients.search, ask)),
    search: (ask) => call(clients.common, ask),
    write: (ask) => call(clients.write, ask),
    close: () => void (closed = true),
  };
}

function unavailable({ coolDownMs }: QdrantTiming, cause: unknown): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(coolDownMs / 1000));
  return new DomainError("UNAVAILABLE", "Vector search cannot be reached.", { retryAfterSeconds, cause });
}
