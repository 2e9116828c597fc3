import { createListeners } from "./listeners.ts";

declare module "./services.tsx" {
  interface Services {
    readonly outbox: Outbox;
  }
}

/** Something that waits in this browser until the server can be reached. */
export interface OutboxEntry<Value = unknown> {
  readonly id: string;
  /** Whose it is: another user of this browser neither sees nor sends it. */
  readonly userId: string;
  /** When it was put in, ISO 8601. */
  readonly at: string;
  readonly value: Value;
  /** Why the server refused it; null while it has not. */
  readonly problem: string | null;
}

/** What waits, in the browser's database, so that it survives a reload. All tabs share it. */
export interface Outbox {
  /** The entries of all users, the oldest first; those of other tabs too, once `load` has run. */
  readonly entries: readonly OutboxEntry[];
  /** Reads the database; until then the outbox seems empty. Without a database it stays so. */
  load(): Promise<void>;
  /** Adds an entry, or puts it in the place of the one with its id; rejects when the browser has no room. */
  put(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

const NAME = "knote";
const STORE = "outbox";

export function createOutbox(): Outbox {
  const listeners = createListeners();
  const otherTabs = new BroadcastChannel("knote.outbox");
  let entries: readonly OutboxEntry[] = [];
  otherTabs.addEventListener("message", () => void load());

  async function load(): Promise<void> {
    const read = (await inStore("readonly", (store) => store.getAll()).catch(() => [])) as OutboxEntry[];
    entries = read.toSorted((one, other) => (one.at < other.at ? -1 : 1));
    listeners.notify();
  }

  async function write(change: (store: IDBObjectStore) => IDBRequest): Promise<void> {
    await inStore("readwrite", change);
    await load();
    otherTabs.postMessage("changed");
  }

  return {
    get entries() {
      return entries;
    },
    load,
    put: (entry) => write((store) => store.put(entry)),
    remove: (id) => write((store) => store.delete(id)),
    clear: () => write((store) => store.clear()),
    subscribe: listeners.add,
  };
}

/** Runs one request in a transaction of its own, and resolves once that is stored. */
async function inStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.addEventListener("complete", () => resolve(request.result));
      for (const name of ["error", "abort"]) transaction.addEventListener(name, () => reject(transaction.error));
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE, { keyPath: "id" }));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
