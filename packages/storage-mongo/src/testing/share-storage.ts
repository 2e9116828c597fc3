import type { Storage } from "@knote/api";
import type { DisposableStorage } from "@knote/testkit";

export interface SharedStorage {
  /** Returns the storage for one test, which leaves it open. */
  open(): Promise<DisposableStorage>;
  /** Closes the storage of the last test. */
  close(): Promise<void>;
}

interface FreshStorage {
  readonly storage: Storage;
  /** Removes what the storage was opened on. */
  remove(): PromiseLike<void>;
}

/**
 * Opens one storage for every `tests` tests, each of which has its own users: creating a database with its indexes
 * takes longer than most tests, but work over all users gets slower with each test.
 */
export function shareStorage(tests: number, openFresh: () => Promise<FreshStorage>): SharedStorage {
  let current: FreshStorage | null = null;
  let testsLeft = 0;

  async function close(): Promise<void> {
    const last = current;
    current = null;
    await last?.storage.close();
    await last?.remove();
  }

  return {
    close,
    async open() {
      if (testsLeft === 0) {
        await close();
        testsLeft = tests;
      }
      const { storage } = (current ??= await openFresh());
      testsLeft--;
      const closeEarly = () => {
        testsLeft = 0;
        return storage.close();
      };
      return { ...storage, close: closeEarly, [Symbol.asyncDispose]: async () => {} };
    },
  };
}
