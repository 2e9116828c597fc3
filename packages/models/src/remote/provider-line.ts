import { DomainError } from "@knote/api";
import { describeFailure } from "./describe-failure.ts";
import { unreachableReason } from "./guarded-fetch.ts";
import { withRetries } from "./retry.ts";
import type { Timing } from "./timing.ts";
import { startWatch, type Watch } from "./watch.ts";

/** When a server last completed an answer, in ms of `performance.now()`; shared by all lines to the server. */
export interface LastAnswer {
  at: number;
}

export interface ProviderLineOptions {
  /** The subject of messages to callers, such as "The answer model". */
  readonly what: string;
  readonly apiKey: string;
  readonly timing: Timing;
  /** Called for each failure except the caller's own, for the log. The cause has no key and no text of a note. */
  readonly onFailure?: ((error: DomainError) => void) | undefined;
  readonly lastAnswer?: LastAnswer;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The calling user, where one user's calls alone can be too slow. */
  readonly userId?: string | undefined;
  /** The sent texts, which are kept out of logs. */
  readonly texts: readonly string[];
}

/** Calls one provider with timeouts, retries until the answer begins, and throws `DomainError`s. */
export interface ProviderLine {
  /**
   * `down` for a while after the server could not be reached, or after a call timed out while no other was answered.
   * One user's timeout counts for that user only, those of two users for all. Never asks the server.
   */
  status(userId?: string): "ready" | "down";
  call<T>(ask: (signal: AbortSignal) => Promise<T>, options: CallOptions): Promise<T>;
  /** Calling `keepAlive` reports that something arrived that yields no item. */
  stream<T>(
    ask: (signal: AbortSignal, keepAlive: () => void) => Promise<AsyncIterable<T>>,
    options: CallOptions,
  ): AsyncGenerator<T, void>;
}

export function createProviderLine(options: ProviderLineOptions): ProviderLine {
  const { what, apiKey, timing, onFailure, lastAnswer = { at: -Infinity } } = options;
  let downUntil = -Infinity;
  /** When each user's call timed out while no other was answered. */
  const tooSlow = new Map<string, number>();

  function recordAnswer(): void {
    downUntil = -Infinity;
    lastAnswer.at = performance.now();
  }

  function isTooSlow(userId: string): boolean {
    const at = tooSlow.get(userId) ?? -Infinity;
    return at > lastAnswer.at && performance.now() < at + timing.coolDownMs;
  }

  function recordTooSlow(userId: string | undefined): void {
    for (const user of tooSlow.keys()) if (!isTooSlow(user)) tooSlow.delete(user);
    const isDown = userId === undefined || tooSlow.keys().some((user) => user !== userId);
    if (isDown) downUntil = performance.now() + timing.coolDownMs;
    else tooSlow.set(userId, performance.now());
  }

  function begin<T>(ask: (signal: AbortSignal) => Promise<T>, watch: Watch): Promise<T> {
    const attempt = async () => {
      watch.listen();
      try {
        return await ask(watch.signal);
      } finally {
        watch.rest();
      }
    };
    return withRetries(attempt, timing, watch.signal);
  }

  function failure(error: unknown, watch: Watch, { signal, texts, userId }: CallOptions): unknown {
    if (signal?.aborted) return signal.reason;
    const isGone = unreachableReason(error) !== undefined;
    const isUnavailable = watch.timedOut() || isGone;
    if (!isUnavailable) recordAnswer();
    else if (isGone) downUntil = performance.now() + timing.coolDownMs;
    else if (lastAnswer.at < watch.since) recordTooSlow(userId);
    const cause = watch.timedOut() ? new Error("No answer in time.") : describeFailure(error, { apiKey, texts });
    const reportedError = isUnavailable ? unavailable(what, timing, cause) : providerFailed(what, error, cause);
    onFailure?.(reportedError);
    return reportedError;
  }

  return {
    status(userId) {
      const isDown = performance.now() < downUntil || (userId !== undefined && isTooSlow(userId));
      return isDown ? "down" : "ready";
    },
    async call(ask, call) {
      call.signal?.throwIfAborted();
      using watch = startWatch(timing, call.signal);
      try {
        const answer = await begin(ask, watch);
        recordAnswer();
        return answer;
      } catch (error) {
        throw failure(error, watch, call);
      }
    },
    async *stream(ask, call) {
      call.signal?.throwIfAborted();
      using watch = startWatch(timing, call.signal);
      try {
        const items = await begin((signal) => ask(signal, watch.listen), watch);
        downUntil = -Infinity;
        watch.listen();
        for await (const item of items) {
          watch.rest();
          let consumerWentOn = false;
          try {
            yield item;
            consumerWentOn = true;
          } finally {
            // Before the stream closes: closing could wait for items that never come.
            if (!consumerWentOn) watch[Symbol.dispose]();
          }
          watch.listen();
        }
        // The SDKs end an aborted stream as if it were complete.
        watch.signal.throwIfAborted();
        recordAnswer();
      } catch (error) {
        throw failure(error, watch, call);
      }
    },
  };
}

function unavailable(what: string, { coolDownMs }: Timing, cause: Error): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(coolDownMs / 1000));
  return new DomainError("UNAVAILABLE", `${what} cannot be reached.`, { retryAfterSeconds, cause });
}

function providerFailed(what: string, error: unknown, cause: Error): DomainError {
  return DomainError.is(error)
    ? error
    : new DomainError("PROVIDER_FAILED", `${what} answered with an error.`, { cause });
}
