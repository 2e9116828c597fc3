import type { Storage } from "@knote/api";

/**
 * Gives a suite its storage, once a test; disposing it closes it and takes its traces away. It may stand
 * on a server or file that earlier tests used, as every test brings users and ids of its own, but nothing
 * else may write there at the same time: `due`, `pending` and `purgeDeletedBefore` look at all users.
 */
export type OpenStorage = () => Promise<DisposableStorage>;

export type DisposableStorage = Storage & AsyncDisposable;

/** Closes the storage, then does the rest of the tidying, when the test leaves its scope. */
export function disposable(storage: Storage, tidy?: () => void | Promise<void>): DisposableStorage {
  return {
    ...storage,
    async [Symbol.asyncDispose]() {
      await storage.close();
      await tidy?.();
    },
  };
}
