/** Keeps background work waiting while there is more pressing work. */
export interface Hold {
  /** From now on for so long; longer, if it is said again meanwhile. */
  hold(milliseconds: number): void;
  /** Resolves when nothing is held any more. */
  over(): Promise<void>;
}

export function createHold(): Hold {
  let held: PromiseWithResolvers<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    held?.resolve();
    held = null;
  };
  return {
    hold(milliseconds) {
      held ??= Promise.withResolvers();
      clearTimeout(timer);
      timer = setTimeout(release, milliseconds);
    },
    over: async () => await held?.promise,
  };
}
