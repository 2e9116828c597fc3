/** A function whose calls wait until the test releases them. */
export interface HeldCalls<Call> {
  readonly call: Call;
  /** Calls so far. */
  readonly arrivals: number;
  /** Releases waiting and later calls. */
  release(): void;
}

export function holdCalls<Input extends unknown[], Output>(
  call: (...input: Input) => Promise<Output>,
): HeldCalls<(...input: Input) => Promise<Output>> {
  const gate = Promise.withResolvers<void>();
  let arrivals = 0;
  return {
    async call(...input) {
      arrivals++;
      await gate.promise;
      return await call(...input);
    },
    get arrivals() {
      return arrivals;
    },
    release: gate.resolve,
  };
}
