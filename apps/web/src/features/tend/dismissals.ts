import { LIMITS } from "@knote/contract";
import { createListeners } from "../../kit/listeners.ts";

declare module "../../kit/services.tsx" {
  interface Services {
    readonly dismissals: Dismissals;
  }
}

const KEY = "knote.dismissed";
/**
 * What the user dismissed in this browser, where the account does not keep it (see `moveDismissals`); beyond the limit
 * the oldest are dropped.
 */
export interface Dismissals {
  readonly keys: ReadonlySet<string>;
  add(key: string): void;
  /** Removes them after they were moved. */
  forget(keys: readonly string[]): void;
  /** Deletes all of them. */
  clear(): void;
  subscribe(listener: () => void): () => void;
}

export function createDismissals(storage: Pick<Storage, "getItem" | "setItem">, page: EventTarget): Dismissals {
  const listeners = createListeners();
  let keys = read();

  function read(): ReadonlySet<string> {
    return new Set((storage.getItem(KEY) ?? "").split("\n").filter(Boolean));
  }
  function setKeys(next: ReadonlySet<string>): void {
    keys = next;
    listeners.notify();
  }
  function write(next: readonly string[]): void {
    const newestKeys = next.slice(-LIMITS.dismissals);
    storage.setItem(KEY, newestKeys.join("\n"));
    setKeys(new Set(newestKeys));
  }
  // Another tab changed the dismissals, or the whole storage was cleared.
  page.addEventListener("storage", ({ key }: Event & { readonly key?: string | null }) => {
    if (key == null || key === KEY) setKeys(read());
  });

  return {
    get keys() {
      return keys;
    },
    add: (key) => write([...[...read()].filter((storedKey) => storedKey !== key), key]),
    forget(keysToForget) {
      const gone = new Set(keysToForget);
      write([...read()].filter((storedKey) => !gone.has(storedKey)));
    },
    clear: () => write([]),
    subscribe: listeners.add,
  };
}

/** Returns the key for two similar notes, the same in either order. */
export function nearKey(one: string, other: string): string {
  const [older, newer] = one < other ? [one, other] : [other, one];
  return `near ${newer} ${older}`;
}
