import { DomainError } from "@knote/api";
import { QdrantClient } from "@qdrant/js-client-rest";
import { createUserLanes } from "../user-lanes.ts";
import { isBroken, isOutage } from "./qdrant-errors.ts";

export interface QdrantTiming {
  /** Time limit for a search, and for any other call that somebody waits for. */
  readonly searchMs: number;
  /** Time limit for one write of many points. */
  readonly writeMs: number;
  /** How long calls fail at once after an outage, or for a user whose call was too slow. */
  readonly coolDownMs: number;
}

/** Searches of one user at a time, of 64 connections for searches. */
const SEARCHES_PER_USER = 8;
const QDRANT_TIMING: QdrantTiming = { searchMs: 2_000, writeMs: 10_000, coolDownMs: 1_000 };

export interface QdrantLineOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly timing?: QdrantTiming;
  /** Called once when the server goes down. */
  readonly warn: (message: string, cause: unknown) => void;
}

/**
 * Calls one Qdrant server or cluster; while it is down, calls fail at once with UNAVAILABLE. A server is down when it
 * refuses connections or answers nobody: one slow call does not prove that.
 */
export interface QdrantLine {
  status(): "up" | "down";
  /** Runs a user's search; when it is too slow, the user's other searches fail at once for a while. */
  searchFor<T>(userId: string, ask: (client: QdrantClient) => Promise<T>): Promise<T>;
  search<T>(ask: (client: QdrantClient) => Promise<T>): Promise<T>;
  write<T>(ask: (client: QdrantClient) => Promise<T>): Promise<T>;
  close(): void;
}

export function createQdrantLine({ url, apiKey, timing = QDRANT_TIMING, warn }: QdrantLineOptions): QdrantLine {
  const open = (timeout: number, maxConnections: number) =>
    // The compatibility check would call a server that may be down, and write to the console.
    new QdrantClient({ url, timeout, checkCompatibility: false, maxConnections, ...(apiKey && { apiKey }) });
  // Health checks have connections of their own, so that they wait behind no search.
  const clients = {
    search: open(timing.searchMs, 64),
    write: open(timing.writeMs, 16),
    common: open(timing.searchMs, 4),
  };
  const lanes = createUserLanes({ most: SEARCHES_PER_USER, coolDownMs: timing.coolDownMs, isSlow: DomainError.is });
  let isClosed = false;
  let down = false;
  let downUntil = -Infinity;
  let isProbed = false;
  let looking: Promise<boolean> | null = null;

  /** Throws while the server is down. Returns true for the one call at a time that probes whether it is up again. */
  function enter(): boolean {
    if (isClosed) throw new DomainError("UNAVAILABLE", "Storage is closed.");
    if (!down) return false;
    if (isProbed || performance.now() < downUntil) throw unavailable(timing, null);
    return (isProbed = true);
  }

  /** Checks whether the server answers at all, once for all calls that were too slow at the same time. */
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
      // All requests are idempotent, so a broken one can be sent again.
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
    close: () => void (isClosed = true),
  };
}

function unavailable({ coolDownMs }: QdrantTiming, cause: unknown): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(coolDownMs / 1000));
  return new DomainError("UNAVAILABLE", "Vector search cannot be reached.", { retryAfterSeconds, cause });
}
