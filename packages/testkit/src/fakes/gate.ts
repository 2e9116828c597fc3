/** Makes calls wait while a test keeps it closed. */
export interface Gate {
  close(): void;
  open(): void;
  /** Resolves once the gate is open; rejects with the signal's reason. */
  passing(signal?: AbortSignal): Promise<void>;
}

export function createGate(): Gate {
  let opening: PromiseWithResolvers<void> | null = null;
  async function passing(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (opening === null) return;
    await Promise.race([opening.promise, untilAborted(signal)]);
    await passing(signal);
  }
  return {
    close() {
      opening ??= Promise.withResolvers<void>();
    },
    open() {
      opening?.resolve();
      opening = null;
    },
    passing,
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
