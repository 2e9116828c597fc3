import type { EmbedPriority } from "@knote/api";
import { createTurns, type Turns } from "../turns.ts";

export interface QueuedText {
  readonly priority: EmbedPriority;
  readonly userId?: string | undefined;
  /** Expected work, in units of `work-estimate.ts`. */
  readonly units: number;
}

/** Texts that wait for the model, by priority. Within a priority users take turns. */
export interface EmbedQueue<Item extends QueuedText> {
  add(item: Item): void;
  /** Removes and returns the next item. */
  next(): Item | undefined;
  /** Has no effect on an item that does not wait. */
  remove(item: Item): void;
  clear(): Item[];
  waiting(priority: EmbedPriority): number;
  /** Units that could go before a new text of the user with this priority. */
  unitsAhead(priority: EmbedPriority, userId?: string): number;
}

const PRIORITIES: readonly EmbedPriority[] = ["query", "live", "background"];

export function createEmbedQueue<Item extends QueuedText>(): EmbedQueue<Item> {
  const levels: Record<EmbedPriority, Turns<Item>> = {
    query: createTurns(),
    live: createTurns(),
    background: createTurns(),
  };
  const units: Record<EmbedPriority, number> = { query: 0, live: 0, background: 0 };

  function next(): Item | undefined {
    for (const priority of PRIORITIES) {
      const item = levels[priority].next();
      if (item === undefined) continue;
      units[priority] -= item.units;
      return item;
    }
    return undefined;
  }

  return {
    add(item) {
      levels[item.priority].add(item.userId, item);
      units[item.priority] += item.units;
    },
    next,
    remove(item) {
      if (levels[item.priority].remove(item.userId, item)) units[item.priority] -= item.units;
    },
    clear() {
      const items: Item[] = [];
      for (let item = next(); item !== undefined; item = next()) items.push(item);
      return items;
    },
    waiting: (priority) => levels[priority].size,
    unitsAhead(priority, userId) {
      const sooner = PRIORITIES.slice(0, PRIORITIES.indexOf(priority)).reduce((sum, level) => sum + units[level], 0);
      const before = levels[priority].ahead(userId);
      return before.reduce((sum, item) => sum + item.units, sooner);
    },
  };
}
