/** A call that waits until the test lets it go on. */
export interface Held<Call> {
  readonly call: Call;
  /** Calls that have come so far. */
  readonly arrived: number;
  /** Lets go on what waits and what comes. */
  release(): void;
}

export function held<Input extends unknown[], Output>(
  call: (...input: Input) => Promise<Output>,
): Held<(...input: Input) => Promise<Output>> {
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  return {
    async call(...input) {
      arrived++;
      await gate.promise;
      return await call(...input);
    },
    get arrived() {
      return arrived;
    },
    release: gate.resolve,
  };
}
