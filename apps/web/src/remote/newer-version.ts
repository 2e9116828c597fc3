import { createListeners } from "../kit/listeners.ts";
import type { Reachability } from "./reachability.ts";

declare module "../kit/services.tsx" {
  interface Services {
    readonly newerVersion: NewerVersion;
  }
}

/** Whether the server has a newer build of the dashboard, so that this page's remaining chunks are gone. */
export interface NewerVersion {
  readonly isThere: boolean;
  subscribe(listener: () => void): () => void;
}

/**
 * Watches for chunks that fail to load: the server no longer has them or cannot be reached. If it cannot be reached,
 * reports that first, and the newer version when the server is back, because a failed chunk is never loaded again.
 */
export function createNewerVersion(
  page: EventTarget,
  parts: {
    readonly answers: () => Promise<boolean>;
    readonly reachability: Pick<Reachability, "lost" | "reachable" | "subscribe">;
  },
): NewerVersion {
  const { answers, reachability } = parts;
  const listeners = createListeners();
  let isThere = false;
  function tell(): void {
    isThere = true;
    listeners.tell();
  }
  async function find(): Promise<void> {
    if (isThere || (await answers())) return tell();
    reachability.lost();
    const stop = reachability.subscribe(() => {
      if (!reachability.reachable) return;
      stop();
      tell();
    });
  }
  page.addEventListener("vite:preloadError", () => void find());
  return {
    get isThere() {
      return isThere;
    },
    subscribe: listeners.add,
  };
}
