import { LIMITS } from "@knote/contract";
import { createListeners } from "../../kit/listeners.ts";

declare module "../../kit/services.tsx" {
  interface Services {
    readonly dismissals: Dismissals;
  }
}

const KEY = "knote.dismissed";
/**
 * Matters that the user dismissed as fine. Stored in this browser as ids of notes, about 90 characters each; beyond
 * the limit the oldest are dropped.
 */
export interface Dismissals {
  readonly keys: ReadonlySet<string>;
  add(key: string): void;
  remove(key: string): void;
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
    remove: (key) => write([...read()].filter((storedKey) => storedKey !== key)),
    clear: () => write([]),
    subscribe: listeners.add,
  };
}

/** Returns the key for two similar notes, the same in either order. */
export function nearKey(one: string, other: string): string {
  const [older, newer] = one < other ? [one, other] : [other, one];
  return `near ${newer} ${older}`;
}
