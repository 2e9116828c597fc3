import type { Clock, SyncResult } from "@knote/sync";
import type { Pace } from "./pace.ts";
import { Interruption } from "./stoppable.ts";

/** All is looked at so often, as a bell can be missed. */
const EVERY_MS = 60_000;
/** Least time between two looks for the service's sake, and until what is not settled is looked at again. */
const GAP_MS = 2_000;
const FIRST_RETRY_MS = 5_000;

/** Bells say that something may have changed; looking says what. */
export interface Bells {
  onFile(path: string): void;
  onServer(): void;
}

export interface WatchDeps {
  /** Connects to the service and opens the folder. */
  open(): Promise<{ sync(): Promise<SyncResult>; close(): Promise<void> }>;
  /** Begins to listen; resolves with how to end that. */
  listen(bells: Bells): Promise<() => Promise<void>>;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  onResult(result: SyncResult): void;
  /** Says whether a failure passes by itself, and tells people of it. */
  isPassing(error: unknown): Promise<boolean>;
}

/** Keeps a folder and the graph alike until the signal comes. Rejects with a failure that does not pass. */
export async function watchFolder(deps: WatchDeps): Promise<void> {
  const { clock, pace, signal } = deps;
  const alarm = createAlarm(clock, signal);
  let lookedAt = -Infinity;
  let serverRangAt = -Infinity;
  const serverDue = () => (serverRangAt > lookedAt ? Math.max(serverRangAt, lookedAt + GAP_MS) : Infinity);
  const stopListening = await deps.listen({
    onFile(path) {
      pace.rang(path);
      alarm.notLater(pace.nextDue(lookedAt));
    },
    onServer() {
      serverRangAt = clock.now();
      alarm.notLater(serverDue());
    },
  });
  const lookOn = async () => {
    const folder = await deps.open();
    try {
      while (!signal.aborted) {
        lookedAt = clock.now();
        const result = await folder.sync();
        deps.onResult(result);
        retryMs = FIRST_RETRY_MS;
        const again = isUnsettled(result) ? clock.now() + GAP_MS : lookedAt + EVERY_MS;
        await alarm.wait(() => Math.min(again, pace.nextDue(lookedAt), serverDue()));
      }
    } finally {
      await folder.close();
    }
  };
  let retryMs = FIRST_RETRY_MS;
  try {
    while (!signal.aborted) {
      try {
        await lookOn();
      } catch (error) {
        if (error instanceof Interruption) return;
        if (!(await deps.isPassing(error))) throw error;
        await clock.wait(retryMs);
        retryMs = Math.min(EVERY_MS, 2 * retryMs);
      }
    }
  } finally {
    await stopListening();
  }
}

/** Whether another look soon can do more: a file came to rest, a deletion is certain. */
function isUnsettled({ isAlike, holds, guards, failures }: SyncResult): boolean {
  const isMoving = holds.some(({ reason }) => reason === "fresh" || reason === "changing" || reason === "copy");
  return isMoving || (!isAlike && guards.length === 0 && failures.length === 0);
}

/** Waits until a time that can come nearer meanwhile. */
function createAlarm(clock: Clock, signal: AbortSignal) {
  let waitingFor = -Infinity;
  let ring = () => {};
  signal.addEventListener("abort", () => ring(), { once: true });
  return {
    notLater(time: number): void {
      if (time < waitingFor) ring();
    },
    async wait(due: () => number): Promise<void> {
      for (let time = due(); !signal.aborted && time > clock.now(); time = due()) {
        const { promise, resolve } = Promise.withResolvers<void>();
        [waitingFor, ring] = [time, resolve];
        await Promise.race([clock.wait(time - clock.now()), promise]);
        waitingFor = -Infinity;
      }
    },
  };
}
