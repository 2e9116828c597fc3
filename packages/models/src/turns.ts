/** What waits, by whose it is: users take turns, and each user's own goes first come first served. */
export interface Turns<Item> {
  add(userId: string | undefined, item: Item): void;
  /** False when it does not wait. */
  remove(userId: string | undefined, item: Item): boolean;
  /** Takes out the first of the user whose turn it is, of those who may have one. */
  next(mayHave?: (userId: string | undefined) => boolean): Item | undefined;
  /** What goes before an item of the user that came now, at worst; all that waits before what is nobody's. */
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
