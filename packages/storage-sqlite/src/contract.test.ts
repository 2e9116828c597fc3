import { describePast, describeStorage, describeWebhookStore, type DisposableStorage } from "@knote/testkit";
import { afterAll } from "vitest";
import type { SqliteStorage } from "./create-sqlite-storage.ts";
import { openIn, temporaryFolder } from "./testing/temporary-folder.ts";

const folder = temporaryFolder();
let sharedStorage: SqliteStorage | null = null;

afterAll(async () => {
  await sharedStorage?.close();
  folder[Symbol.dispose]();
});

describeStorage("sqlite", open);
describeWebhookStore("sqlite", open);
describePast("sqlite", open, { histories: 5, writes: 200, search: { histories: 1, writes: 40 } });

/** Shares one storage among the tests until a test closes it: opening takes longer than most tests. */
async function open(): Promise<DisposableStorage> {
  const storage = sharedStorage ?? (await openIn(folder));
  sharedStorage = storage;
  const close = () => {
    sharedStorage = null;
    return storage.close();
  };
  return { ...storage, close, [Symbol.asyncDispose]: async () => {} };
}
