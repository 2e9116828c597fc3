import { expect, it } from "vitest";
import { guardStore } from "./guard-store.ts";

class EngineError extends Error {}

/** A guarded store whose one method runs the given function; the guard can be closed. */
function setUp() {
  let isOpen = true;
  const underWay = new Set<Promise<unknown>>();
  const store = guardStore(
    { run: (work: () => unknown) => Promise.try(work) },
    {
      isOpen: () => isOpen,
      toStorageError: (error) => (error instanceof EngineError ? new Error("In words of the ports.") : error),
      unavailable: (message, cause) => new Error(message, { cause }),
      underWay,
    },
  );
  return { store, underWay, close: () => (isOpen = false) };
}

it("translates the engine's errors, and passes on all others", async () => {
  const { store } = setUp();
  await expect(store.run(() => Promise.reject(new EngineError("SQLITE_FULL")))).rejects.toThrow(
    "In words of the ports.",
  );
  const own = new TypeError("A bug.");
  await expect(store.run(() => Promise.reject(own))).rejects.toBe(own);
  expect(await store.run(() => 1)).toBe(1);
});

it("refuses every call once it is closed, and starts none", async () => {
  const { store, close } = setUp();
  const startedCalls: string[] = [];
  close();
  await expect(store.run(() => startedCalls.push("late"))).rejects.toThrow("Storage is closed.");
  expect(startedCalls).toEqual([]);
});

it("reports a closed storage when a call fails during the close", async () => {
  const { store, close } = setUp();
  const failing = Promise.withResolvers<never>();
  const call = store.run(() => failing.promise);
  close();
  failing.reject(new EngineError("The handle is gone."));
  await expect(call).rejects.toMatchObject({
    message: "Storage is closed.",
    cause: { message: "The handle is gone." },
  });
});

it("tracks running calls, and removes those that fail", async () => {
  const { store, underWay } = setUp();
  const [good, bad] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const calls = [store.run(() => good.promise), store.run(() => bad.promise)];
  expect(underWay.size).toBe(2);
  good.resolve();
  bad.reject(new Error("No."));
  await Promise.allSettled(calls);
  expect(underWay.size).toBe(0);
});
