import type { Timing } from "./timing.ts";

/** Aborts one call when the caller aborts, when the server is silent for too long, or when the total is too long. */
export interface Watch extends Disposable {
  /** When the call began, in ms of `performance.now()`. */
  readonly since: number;
  /** For the HTTP call. */
  readonly signal: AbortSignal;
  /** Starts or restarts the timeout for silence. */
  listen(): void;
  /** Stops the timeout for silence. */
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
