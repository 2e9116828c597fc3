/** Passes items on and tells of each. */
export async function* noticing<T>(items: AsyncIterable<T>, notice: () => void): AsyncGenerator<T, void> {
  for await (const item of items) {
    notice();
    yield item;
  }
}
