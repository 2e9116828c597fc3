/**
 * Keeps a thread from being ended while it is inside the native runtime: its bindings answer that with an
 * abort of the whole process. The thread passes the gate for each piece of work; who ends the thread shuts
 * the gate first.
 * @see https://github.com/mmomtchev/pymport/issues/193 for the same in other bindings
 */
export interface NativeGate {
  /** Shared with the thread. */
  readonly memory: SharedArrayBuffer;
  /** Runs the work, unless the gate is shut: then undefined. */
  pass<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /** Resolves once no work runs and none will. */
  shut(): Promise<void>;
  /** The same while the process exits, when nothing can be awaited; gives up after `timeoutMs`. */
  shutNow(timeoutMs: number): void;
  /** For a thread that is gone: whatever it was at has ended. */
  abandon(): void;
}

const OPEN = 0;
const BUSY = 1;
const SHUT = 2;

export function createNativeGate(memory: SharedArrayBuffer = new SharedArrayBuffer(4)): NativeGate {
  const state = new Int32Array(memory);
  const enter = () => Atomics.compareExchange(state, 0, OPEN, BUSY) === OPEN;
  const tryShut = () => Atomics.compareExchange(state, 0, OPEN, SHUT) !== BUSY;
  const set = (value: number) => {
    Atomics.store(state, 0, value);
    Atomics.notify(state, 0);
  };
  return {
    memory,
    async pass(work) {
      if (!enter()) return undefined;
      try {
        return await work();
      } finally {
        set(OPEN);
      }
    },
    async shut() {
      while (!tryShut()) await Atomics.waitAsync(state, 0, BUSY).value;
    },
    shutNow(timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      while (!tryShut() && performance.now() < deadline) Atomics.wait(state, 0, BUSY, deadline - performance.now());
    },
    abandon: () => set(SHUT),
  };
}
