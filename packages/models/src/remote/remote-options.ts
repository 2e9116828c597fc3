import type { DomainError } from "@knote/api";
import type { Timing } from "./timing.ts";

/** Address and key of a provider. */
export interface RemoteOptions {
  readonly apiKey: string;
  /** A server that speaks the provider's protocol; the provider's own when undefined. */
  readonly baseUrl?: string | undefined;
  readonly model: string;
  /** Called for each failure except the caller's own, for the log. The cause has no key and no text of a note. */
  readonly onFailure?: ((error: DomainError) => void) | undefined;
  readonly timing?: Partial<Timing>;
  /** Milliseconds since the epoch; the system's clock when undefined. */
  readonly now?: (() => number) | undefined;
}

/** Key that is sent to servers that need none. */
export const PLACEHOLDER_KEY = "none";
