/**
 * Keeps a thread from being terminated inside the native runtime, whose bindings would abort the whole process. The
 * thread passes the gate for each piece of work; the gate is shut before the thread is terminated.
 * @see https://github.com/mmomtchev/pymport/issues/193 for the same in other bindings
 */
export interface NativeGate {
  /** Shared with the thread. */
  readonly memory: SharedArrayBuffer;
  /** Runs the work; returns undefined if the gate is shut. */
  pass<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /** Lets no more work pass; resolves when none is running. */
  shut(): Promise<void>;
  /** Like `shut`, but blocks, for use while the process exits; gives up after `timeoutMs`. */
  shutNow(timeoutMs: number): void;
  /** Shuts the gate of a thread that is gone, with all its work. */
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
