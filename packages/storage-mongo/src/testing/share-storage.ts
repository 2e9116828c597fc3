import type { Storage } from "@knote/api";
import type { DisposableStorage } from "@knote/testkit";

export interface SharedStorage {
  /** The storage of this test, which leaves it open. */
  open(): Promise<DisposableStorage>;
  /** Closes the storage of the last test. */
  close(): Promise<void>;
}

interface Opened {
  readonly storage: Storage;
  /** Removes what the storage was opened on. */
  remove(): PromiseLike<void>;
}

/**
 * Opens one storage for so many tests, each of which has users of its own: making a database with its indexes takes
 * longer than most tests, and what looks at all users gets slower with each test.
 */
export function shareStorage(tests: number, openFresh: () => Promise<Opened>): SharedStorage {
  let opened: Opened | null = null;
  let left = 0;

  async function close(): Promise<void> {
    const last = opened;
    opened = null;
    await last?.storage.close();
    await last?.remove();
  }

  return {
    close,
    async open() {
      if (left === 0) {
        await close();
        left = tests;
      }
      const { storage } = (opened ??= await openFresh());
      left--;
      const closeEarly = () => {
        left = 0;
        return storage.close();
      };
      return { ...storage, close: closeEarly, [Symbol.asyncDispose]: async () => {} };
    },
  };
}
