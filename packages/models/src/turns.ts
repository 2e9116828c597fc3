/** A queue where users take turns; each user's own items are served first come, first served. */
export interface Turns<Item> {
  add(userId: string | undefined, item: Item): void;
  /** Returns false when the item does not wait. */
  remove(userId: string | undefined, item: Item): boolean;
  /** Removes and returns the first item of the next user in turn whom `mayHave` accepts. */
  next(mayHave?: (userId: string | undefined) => boolean): Item | undefined;
  /** Returns what could go before a new item of the user; without a user, everything that waits. */
  ahead(userId: string | undefined): Item[];
  readonly size: number;
}

export function createTurns<Item>(): Turns<Item> {
  const users = new Map<string | undefined, Set<Item>>();
  let size = 0;

  function remove(userId: string | undefined, item: Item): boolean {
    const items = users.get(userId);
    if (!items?.delete(item)) return false;
    size--;
    if (items.size === 0) users.delete(userId);
    return true;
  }

  return {
    add(userId, item) {
      const items = users.get(userId) ?? new Set();
      users.set(userId, items.add(item));
      size++;
    },
    remove,
    next(mayHave = () => true) {
      for (const [userId, items] of users) {
        if (!mayHave(userId)) continue;
        const [item] = items as Set<Item> & [Item];
        remove(userId, item);
        if (!users.delete(userId)) return item;
        users.set(userId, items);
        return item;
      }
      return undefined;
    },
    ahead(userId) {
      const turns = userId === undefined ? Infinity : (users.get(userId)?.size ?? 0) + 1;
      return [...users.values()].flatMap((items) => items.values().take(turns).toArray());
    },
    get size() {
      return size;
    },
  };
}
