import type { DomainError } from "@knote/api";
import type { Timing } from "./timing.ts";

/** Where a provider is and who pays. */
export interface RemoteOptions {
  readonly apiKey: string;
  /** A server that speaks the provider's protocol; the provider's own when undefined. */
  readonly baseUrl?: string | undefined;
  readonly model: string;
  /** Told of each failure that is not the caller's, for the log; the cause holds no key and no text of a note. */
  readonly onFailure?: ((error: DomainError) => void) | undefined;
  readonly timing?: Partial<Timing>;
  /** Milliseconds since the epoch; the system's clock when undefined. */
  readonly now?: (() => number) | undefined;
}

/** What has no key of its own still wants to see one. */
export const PLACEHOLDER_KEY = "none";
