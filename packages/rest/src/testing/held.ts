/** A function whose calls wait until the test releases them. */
export interface Held<Call> {
  readonly call: Call;
  /** Calls so far. */
  readonly arrived: number;
  /** Releases waiting and later calls. */
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
