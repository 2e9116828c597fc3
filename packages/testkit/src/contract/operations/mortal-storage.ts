import type { Storage } from "@knote/api";

const WRITES = new Set(["insert", "update", "delete", "replace", "begin", "advance", "remove"]);

type Method = (...input: unknown[]) => Promise<unknown>;

/** A view of a storage for one process, which dies before the write after so many of notes, links and operations. */
export function mortalStorage(storage: Storage, writes: number) {
  let writesLeft = writes;
  let isDead = false;
  const mortal = <T extends object>(store: T): T => {
    const methods = Object.entries(store) as [string, Method][];
    const wrappers = methods.map(([name, method]) => [
      name,
      async (...input: unknown[]) => {
        if (WRITES.has(name) && writesLeft-- === 0) isDead = true;
        if (isDead) throw new Error("The process died.");
        return await method(...input);
      },
    ]);
    // Safe because every method returns a promise and keeps its name.
    return Object.fromEntries(wrappers) as T;
  };
  const { notes, links, operations } = storage;
  return {
    storage: { ...storage, notes: mortal(notes), links: mortal(links), operations: mortal(operations) },
    isDead: () => isDead,
  };
}
