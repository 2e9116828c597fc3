const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** One Ctrl-C can reach us several times: from the terminal, from npm, from the launcher. */
const SAME_WISH_MS = 1_000;

/** Resolves with what told us to stop: a signal, or the end of the launcher. Whoever signals again later wants it now. */
export function untilToldToStop(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let toldAt: number | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      toldAt ??= performance.now();
      if (performance.now() - toldAt > SAME_WISH_MS) process.exit(1);
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
