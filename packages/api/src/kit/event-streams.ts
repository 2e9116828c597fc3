/**
 * Waits for the first event, so that errors before it reject here, and returns the stream with it. Not a generator:
 * `return` of one that nobody has read yet would not reach `events`.
 */
export async function awaitFirstEvent<Event>(
  events: AsyncGenerator<Event, void>,
): Promise<AsyncGenerator<Event, void>> {
  let first: IteratorResult<Event, void> | null = await events.next();
  return withNext(events, async () => {
    const next = first ?? (await events.next());
    first = null;
    return next;
  });
}

/** Returns the same stream with another `next`. */
export function withNext<Event>(
  events: AsyncGenerator<Event, void>,
  next: () => Promise<IteratorResult<Event, void>>,
): AsyncGenerator<Event, void> {
  return {
    next,
    return: (value) => events.return(value),
    throw: (error) => events.throw(error),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: async () => void (await events.return()),
  };
}
