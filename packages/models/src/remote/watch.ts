import type { Timing } from "./timing.ts";

/** Watches over one call: ends it when the caller leaves, when the server falls silent, and when all takes too long. */
export interface Watch extends Disposable {
  /** When the call began, in ms of `performance.now()`. */
  readonly since: number;
  /** For the HTTP call. */
  readonly signal: AbortSignal;
  /** Expects to hear from the server from now on. */
  listen(): void;
  /** Heard, or not waiting for the server now. */
  rest(): void;
  timedOut(): boolean;
}

export function startWatch({ silenceMs, totalMs }: Timing, caller: AbortSignal | undefined): Watch {
  const end = new AbortController();
  let late = false;
  let silence: NodeJS.Timeout | undefined;
  const giveUp = () => {
    late = true;
    end.abort();
  };
  const total = setTimeout(giveUp, totalMs);
  const rest = () => clearTimeout(silence);
  return {
    since: performance.now(),
    signal: caller ? AbortSignal.any([caller, end.signal]) : end.signal,
    listen() {
      rest();
      silence = setTimeout(giveUp, silenceMs);
    },
    rest,
    timedOut: () => late,
    [Symbol.dispose]() {
      rest();
      clearTimeout(total);
      end.abort();
    },
  };
}
