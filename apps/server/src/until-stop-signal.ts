const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Signals within this time are one: a single Ctrl-C can arrive from the terminal, from npm and from the launcher. */
const SAME_SIGNAL_MS = 1_000;

/** Resolves with the reason to stop: a signal, or the launcher's end. A later second signal exits at once. */
export function untilStopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let firstSignalAt: number | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      firstSignalAt ??= performance.now();
      if (performance.now() - firstSignalAt > SAME_SIGNAL_MS) process.exit(1);
      resolve(signal);
    });
  }
  if (process.send) {
    process.once("disconnect", () => resolve("disconnect"));
    process.channel?.unref();
    if (!process.connected) resolve("disconnect");
  }
  return promise;
}
