import { setImmediate } from "node:timers/promises";

type Ask<I, T> = (items: I[]) => Promise<T>;

interface Turn<I, T> {
  readonly items: I[];
  readonly answer: Promise<T>;
}

/**
 * Merges reads of one key in one turn of the event loop into one read of all items. It is sent after the last call,
 * so its answer is as fresh as a separate read's.
 */
export function createSharedReads<I, T>(): (key: string, items: Iterable<I>, ask: Ask<I, T>) => Promise<T> {
  const waiting = new Map<string, Turn<I, T>>();

  function begin(key: string, ask: Ask<I, T>): Turn<I, T> {
    const items: I[] = [];
    const answer = setImmediate().then(() => {
      waiting.delete(key);
      return ask(items);
    });
    const turn = { items, answer };
    waiting.set(key, turn);
    return turn;
  }

  return (key, items, ask) => {
    const turn = waiting.get(key) ?? begin(key, ask);
    turn.items.push(...items);
    return turn.answer;
  };
}
