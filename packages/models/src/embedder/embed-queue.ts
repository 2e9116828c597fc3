import type { EmbedPriority } from "@knote/api";

export interface QueuedText {
  readonly priority: EmbedPriority;
  /** Expected work, in units of `work-estimate.ts`. */
  readonly units: number;
}

/** Texts that wait for the model: by priority, first come first served within one. */
export interface EmbedQueue<Item extends QueuedText> {
  add(item: Item): void;
  /** Takes the next out. */
  next(): Item | undefined;
  /** No effect on an item that does not wait. */
  remove(item: Item): void;
  clear(): Item[];
  waiting(priority: EmbedPriority): number;
  /** Units that wait in front of a text that came now with this priority. */
  unitsAhead(priority: EmbedPriority): number;
}

const PRIORITIES: readonly EmbedPriority[] = ["query", "live", "background"];

export function createEmbedQueue<Item extends QueuedText>(): EmbedQueue<Item> {
  const levels: Record<EmbedPriority, Set<Item>> = { query: new Set(), live: new Set(), background: new Set() };
  const units: Record<EmbedPriority, number> = { query: 0, live: 0, background: 0 };

  function remove(item: Item): void {
    if (levels[item.priority].delete(item)) units[item.priority] -= item.units;
  }

  function next(): Item | undefined {
    for (const priority of PRIORITIES) {
      for (const item of levels[priority]) {
        remove(item);
        return item;
      }
    }
    return undefined;
  }

  return {
    add(item) {
      levels[item.priority].add(item);
      units[item.priority] += item.units;
    },
    next,
    remove,
    clear() {
      const items = PRIORITIES.flatMap((priority) => [...levels[priority]]);
      items.forEach(remove);
      return items;
    },
    waiting: (priority) => levels[priority].size,
    unitsAhead: (priority) =>
      PRIORITIES.slice(0, PRIORITIES.indexOf(priority) + 1).reduce((sum, level) => sum + units[level], 0),
  };
}
