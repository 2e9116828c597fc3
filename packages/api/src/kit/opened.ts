/**
 * Events past the first one, which has arrived: what goes wrong before it rejects here. `return` reaches `events` also when
 * nobody has read yet, where a generator around them would not have begun.
 */
export async function opened<Event>(events: AsyncGenerator<Event, void>): Promise<AsyncGenerator<Event, void>> {
  let first: IteratorResult<Event, void> | null = await events.next();
  return withNext(events, async () => {
    const next = first ?? (await events.next());
    first = null;
    return next;
  });
}

/** The same events with another way to take the next one. */
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
