const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** One Ctrl-C can arrive several times: from the terminal, from npm and from the launcher. */
const SAME_WISH_MS = 1_000;

export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

/** Aborts at the first signal, so that stored notes can be removed. A later second signal exits at once. */
export function whenInterrupted(): Interruption {
  const controller = new AbortController();
  let toldAt: number | undefined;
  const onSignal = () => {
    toldAt ??= performance.now();
    if (performance.now() - toldAt > SAME_WISH_MS) process.exit(1);
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
