import { DomainError } from "@knote/api";
import { QdrantClient } from "@qdrant/js-client-rest";
import { isBroken, isOutage } from "./qdrant-errors.ts";

export interface QdrantTiming {
  /** For one search, and for anything else that somebody waits for. */
  readonly searchMs: number;
  /** For one write of many points. */
  readonly writeMs: number;
  /** For how long a server that could not be used is not asked again. */
  readonly coolDownMs: number;
}

const QDRANT_TIMING: QdrantTiming = { searchMs: 2_000, writeMs: 10_000, coolDownMs: 1_000 };

export interface QdrantLineOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly timing?: QdrantTiming;
  /** Told when the server goes down, once. */
  readonly warn: (message: string, cause: unknown) => void;
}

/** Calls to one Qdrant server or cluster; while it is down they fail at once with UNAVAILABLE. */
export interface QdrantLine {
  status(): "up" | "down";
  search<T>(ask: (client: QdrantClient) => Promise<T>): Promise<T>;
  write<T>(ask: (client: QdrantClient) => Promise<T>): Promise<T>;
  close(): void;
}

export function createQdrantLine({ url, apiKey, timing = QDRANT_TIMING, warn }: QdrantLineOptions): QdrantLine {
  const open = (timeout: number) =>
    // The check would ask a server that may be down just now, and write to the console.
    new QdrantClient({ url, timeout, checkCompatibility: false, maxConnections: 16, ...(apiKey && { apiKey }) });
  const clients = { search: open(timing.searchMs), write: open(timing.writeMs) };
  let closed = false;
  let down = false;
  let downUntil = -Infinity;
  let isProbed = false;

  /** One call at a time finds out whether a server that was down is up again: answers whether it is this one. */
  function enter(): boolean {
    if (closed) throw new DomainError("UNAVAILABLE", "Storage is closed.");
    if (!down) return false;
    if (isProbed || performance.now() < downUntil) throw unavailable(timing, null);
    return (isProbed = true);
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
      if (!isOutage(error)) {
        down = false;
        throw error;
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
    search: (ask) => call(clients.search, ask),
    write: (ask) => call(clients.write, ask),
    close: () => void (closed = true),
  };
}

function unavailable({ coolDownMs }: QdrantTiming, cause: unknown): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(coolDownMs / 1000));
  return new DomainError("UNAVAILABLE", "Vector search cannot be reached.", { retryAfterSeconds, cause });
}
