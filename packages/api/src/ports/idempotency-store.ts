export interface StoredResponse {
  readonly status: number;
  /** Body bytes as sent, UTF-8. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Claim =
  /**
   * The caller does the work and uses `seed` as the new id, so that a rerun after a crash creates nothing twice.
   * `rerun`: an earlier call held the claim until its lease ended, and may have done the work already.
   */
  | { readonly kind: "claimed"; readonly seed: string; readonly rerun: boolean }
  | { readonly kind: "done"; readonly response: StoredResponse }
  | { readonly kind: "different-body" }
  | { readonly kind: "in-progress" };

export interface ClaimRequest {
  /** Method, path and idempotency key, joined. */
  readonly key: string;
  /** Hash of the body's bytes. */
  readonly bodyHash: string;
  /** A fresh id, used by the first claim only; a claim that is taken over after its lease keeps the first seed. */
  readonly seed: string;
  readonly now: number;
  readonly leaseUntil: number;
  readonly expiresAt: number;
}

/** First responses by key, stored for 24 hours, the last 10,000 per user. Exact under parallel claims. */
export interface IdempotencyStore {
  claim(userId: string, request: ClaimRequest): Promise<Claim>;
  /** Stores the response of a claim that `seed` still holds. */
  complete(userId: string, key: string, seed: string, response: StoredResponse): Promise<void>;
  /**
   * Ends the lease of a claim that `seed` still holds, when its work failed with an unknown outcome.
   * The next claim is then a rerun with the same seed, as after an expired lease.
   */
  abandon(userId: string, key: string, lease: { readonly seed: string; readonly until: number }): Promise<void>;
  /** Frees the key of a refused request. */
  release(userId: string, key: string, seed: string): Promise<void>;
}
