export interface KeptResponse {
  readonly status: number;
  /** Body bytes as sent, UTF-8. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Claim =
  /**
   * This call goes on; the id it makes is `seed`, so that a rerun after a crash makes none twice.
   * `rerun`: an earlier call with this key held the claim until its lease ended, and may have done its work.
   */
  | { readonly kind: "claimed"; readonly seed: string; readonly rerun: boolean }
  | { readonly kind: "done"; readonly response: KeptResponse }
  | { readonly kind: "different-body" }
  | { readonly kind: "in-progress" };

export interface ClaimRequest {
  /** Method, path and key in one. */
  readonly key: string;
  /** Hash of the body's bytes. */
  readonly bodyHash: string;
  /** Fresh, used when this is the first claim; a claim taken over after its lease keeps the first one's. */
  readonly seed: string;
  readonly now: number;
  readonly leaseUntil: number;
  readonly expiresAt: number;
}

/** First responses by key, for 24 hours, at most 10,000 a user (the oldest go first). Exact under parallel claims. */
export interface IdempotencyStore {
  claim(userId: string, request: ClaimRequest): Promise<Claim>;
  /** Keeps the response of a claim that is still held by `seed`. */
  complete(userId: string, key: string, seed: string, response: KeptResponse): Promise<void>;
  /**
   * Ends this lease of a claim that is still held by `seed`: its work broke off, and nobody knows whether it stands.
   * The next claim goes on as after the lease, as a rerun with the same seed.
   */
  abandon(userId: string, key: string, lease: { readonly seed: string; readonly until: number }): Promise<void>;
  /** Frees the key of a refused request. */
  release(userId: string, key: string, seed: string): Promise<void>;
}
