import { createListeners } from "../kit/listeners.ts";
import type { Reachability } from "./reachability.ts";

declare module "../kit/services.tsx" {
  interface Services {
    readonly newerVersion: NewerVersion;
  }
}

/** Whether the server has a newer dashboard than this page is of, whose remaining parts are gone then. */
export interface NewerVersion {
  readonly isThere: boolean;
  subscribe(listener: () => void): () => void;
}

/**
 * Hears of parts of the page that did not come: the server has none like them, or cannot be reached. Then that is told
 * first, and of the missing part, which does not come by itself any more, when the server is back.
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
