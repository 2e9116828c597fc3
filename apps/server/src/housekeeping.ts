import { forgetOldOperations, purgeTrash, resumeOperations, seedDemo, type Services, tidyWebhooks } from "@knote/api";
import type { Logger } from "pino";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Updates the demo graph once. Now and every hour empties the trash, forgets merges and splits that can no longer be
 * undone and tidies the log of webhooks; now and every minute finishes those whose process died.
 */
export function startHousekeeping(services: Services, log: Logger): Disposable {
  let isDisposed = false;
  const attempt = async (task: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      // The next start repeats the work that this shutdown interrupts.
      if (!isDisposed) log.error({ err: error }, `${task} failed`);
    }
  };
  const tidy = () => {
    void attempt("emptying the trash", () => purgeTrash(services));
    void attempt("forgetting old merges and splits", () => forgetOldOperations(services));
    void attempt("tidying the log of webhooks", () => tidyWebhooks(services));
  };
  const resume = () => void attempt("finishing merges and splits", () => resumeOperations(services));
  void attempt("seeding the demo graph", async () => {
    await seedDemo(services);
    services.wakeIndexer();
  });
  tidy();
  resume();
  const timers = [setInterval(tidy, HOUR_MS), setInterval(resume, MINUTE_MS)];
  return {
    [Symbol.dispose]() {
      isDisposed = true;
      timers.forEach(clearInterval);
    },
  };
}
