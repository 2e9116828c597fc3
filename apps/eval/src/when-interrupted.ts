const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** One Ctrl-C can arrive several times: from the terminal, from npm and from the launcher. */
const SAME_SIGNAL_MS = 1_000;

export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

/** Aborts at the first signal, so that stored notes can be removed. A later second signal exits at once. */
export function whenInterrupted(): Interruption {
  const controller = new AbortController();
  let firstSignalAt: number | undefined;
  const onSignal = () => {
    firstSignalAt ??= performance.now();
    if (performance.now() - firstSignalAt > SAME_SIGNAL_MS) process.exit(1);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
