/** Passes the items on and calls `notice` for each. */
export async function* notifyEach<T>(items: AsyncIterable<T>, notice: () => void): AsyncGenerator<T, void> {
  for await (const item of items) {
    notice();
    yield item;
  }
}
