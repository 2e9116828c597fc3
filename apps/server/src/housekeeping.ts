import { purgeTrash, seedDemo, type Services } from "@knote/api";
import type { Logger } from "pino";

const HOUR_MS = 3_600_000;

/** What is done beside the requests: the demo graph brought up to date, the trash emptied now and every hour. */
export function startHousekeeping(
  services: Pick<Services, "storage" | "clock" | "wakeIndexer">,
  log: Logger,
): Disposable {
  let ended = false;
  const attempt = async (task: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      // What the end of the process interrupts is done at the next start.
      if (!ended) log.error({ err: error }, `${task} failed`);
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
      ended = true;
      clearInterval(timer);
    },
  };
}
