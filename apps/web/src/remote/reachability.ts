import { onlineManager } from "@tanstack/react-query";

declare module "../kit/services.tsx" {
  interface Services {
    readonly reachability: Reachability;
  }
}

const PROBE_MS = 3_000;

/** Whether the server answers. Queries pause while it does not, and resume when it does again. */
export interface Reachability {
  readonly reachable: boolean;
  /** Records that a request got no answer. */
  reportLoss(): void;
  /** Checks at once whether the server answers again. */
  probe(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

export function createReachability(answers: () => Promise<boolean>): Reachability {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The browser's online state covers only its network; a server on this machine works without one.
  onlineManager.setEventListener(() => undefined);

  async function probe(): Promise<void> {
    clearTimeout(timer);
    if (await answers()) onlineManager.setOnline(true);
    else timer = setTimeout(() => void probe(), PROBE_MS);
  }

  return {
    get reachable() {
      return onlineManager.isOnline();
    },
    reportLoss() {
      if (!onlineManager.isOnline()) return;
      onlineManager.setOnline(false);
      timer = setTimeout(() => void probe(), PROBE_MS);
    },
    probe,
    subscribe: (listener) => onlineManager.subscribe(listener),
  };
}

export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/health", { cache: "no-store" })).status < 500;
  } catch {
    return false;
  }
}
