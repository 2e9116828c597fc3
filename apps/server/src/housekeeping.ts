import { purgeTrash, seedDemo, type Services } from "@knote/api";
import type { Logger } from "pino";

const HOUR_MS = 3_600_000;

/** Updates the demo graph once, and empties the trash now and every hour. */
export function startHousekeeping(
  services: Pick<Services, "storage" | "clock" | "wakeIndexer">,
  log: Logger,
): Disposable {
  let isDisposed = false;
  const attempt = async (task: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      // The next start repeats the work that this shutdown interrupts.
      if (!isDisposed) log.error({ err: error }, `${task} failed`);
    }
  };
  const emptyTrash = () => void attempt("emptying the trash", () => purgeTrash(services));
  void attempt("seeding the demo graph", async () => {
    await seedDemo(services);
    services.wakeIndexer();
  });
  emptyTrash();
  const timer = setInterval(emptyTrash, HOUR_MS);
  return {
    [Symbol.dispose]() {
      isDisposed = true;
      clearInterval(timer);
    },
  };
}
