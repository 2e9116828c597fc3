import { DAY_MS } from "@knote/contract";
import type { Claim, ClaimRequest, StoredResponse, Storage } from "@knote/api";
import { freshId, freshUserId } from "../../builders/fresh-id.ts";

/** The real time, as an engine can remove expired claims by its own clock. */
export const NOW = Date.now();
export const LEASE_MS = 60_000;

export const RESPONSE: StoredResponse = {
  status: 201,
  body: '{"title":"Ärger 機械 \u{1F9E0}","nested":{"$set":1}}\n',
  headers: { "content-type": "application/json; charset=utf-8", "x.model-fallback": "sonnet-quota" },
};

/** A user who sends requests with keys. */
export interface Caller {
  readonly userId: string;
  claim(request?: Partial<ClaimRequest>): Promise<Claim>;
  /** Claims a free key and returns the seed; throws if it is not free. */
  take(request?: Partial<ClaimRequest>): Promise<string>;
  complete(seed: string, response?: StoredResponse, key?: string): Promise<void>;
  /** Gives up a claim's lease, by default that of `claim`. */
  abandon(seed: string, until?: number): Promise<void>;
  release(seed: string, key?: string): Promise<void>;
}

export function givenCaller({ idempotency }: Storage): Caller {
  const userId = freshUserId();
  const claim: Caller["claim"] = ({ now = NOW, ...request } = {}) =>
    idempotency.claim(userId, {
      key: "POST /api/workspace/notes key",
      bodyHash: "hash",
      seed: freshId(),
      now,
      leaseUntil: now + LEASE_MS,
      expiresAt: now + DAY_MS,
      ...request,
    });
  return {
    userId,
    claim,
    async take(request) {
      const outcome = await claim(request);
      if (outcome.kind !== "claimed") throw new Error(`The key is not free: ${outcome.kind}.`);
      return outcome.seed;
    },
    complete: (seed, response = RESPONSE, key = "POST /api/workspace/notes key") =>
      idempotency.complete(userId, key, seed, response),
    abandon: (seed, until = NOW + LEASE_MS) =>
      idempotency.abandon(userId, "POST /api/workspace/notes key", { seed, until }),
    release: (seed, key = "POST /api/workspace/notes key") => idempotency.release(userId, key, seed),
  };
}
