import type { Storage } from "@knote/api";

/**
 * Opens a storage for each test of a suite; disposing it closes it and removes its data. It can use a server or file of
 * earlier tests, as every test has its own users and ids, but nothing else may write there at the same time: `due`,
 * `pending` and `purgeDeletedBefore` read all users' data.
 */
export type OpenStorage = () => Promise<DisposableStorage>;

export type DisposableStorage = Storage & AsyncDisposable;

/** Makes a storage disposable: closes it, then runs `tidy`. */
export function disposable(storage: Storage, tidy?: () => void | Promise<void>): DisposableStorage {
  return {
    ...storage,
    async [Symbol.asyncDispose]() {
      await storage.close();
      await tidy?.();
    },
  };
}
