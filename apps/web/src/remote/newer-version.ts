import { createListeners } from "../kit/listeners.ts";
import type { Reachability } from "./reachability.ts";

declare module "../kit/services.tsx" {
  interface Services {
    readonly newerVersion: NewerVersion;
  }
}

/** Whether the server has a newer build of the dashboard, so that this page's remaining chunks are gone. */
export interface NewerVersion {
  readonly isAvailable: boolean;
  subscribe(listener: () => void): () => void;
}

/**
 * Watches for chunks that fail to load: the server no longer has them or cannot be reached. If it cannot be reached,
 * reports that first, and the newer version when the server is back, because a failed chunk is never loaded again.
 */
export function createNewerVersion(
  page: EventTarget,
  deps: {
    readonly answers: () => Promise<boolean>;
    readonly reachability: Pick<Reachability, "reportLoss" | "reachable" | "subscribe">;
  },
): NewerVersion {
  const { answers, reachability } = deps;
  const listeners = createListeners();
  let isThere = false;
  function announce(): void {
    isThere = true;
    listeners.notify();
  }
  async function check(): Promise<void> {
    if (isThere || (await answers())) return announce();
    reachability.reportLoss();
    const stop = reachability.subscribe(() => {
      if (!reachability.reachable) return;
      stop();
      announce();
    });
  }
  page.addEventListener("vite:preloadError", () => void check());
  return {
    get isAvailable() {
      return isThere;
    },
    subscribe: listeners.add,
  };
}
