import type { DeliveryOutcome, DueDelivery } from "../ports/webhook-store.ts";

/** Due deliveries of a webhook in memory. */
const READ_AHEAD = 32;
/** With fewer in memory the next ones are read. */
const LOW = 8;
/** Outcomes in a write; no more deliveries are under way than one write can settle. */
const SETTLED_AT_ONCE = 100;

/** The deliveries of a webhook that a process has read: due, under way, or ended and not stored yet. */
export interface DeliveryQueue {
  readonly isEmpty: boolean;
  readonly isLow: boolean;
  readonly hasOutcomes: boolean;
  /** How many deliveries to read, as some of the first are in memory already. */
  readonly readLimit: number;
  /** Returns the next delivery to attempt; null when there is none, or too much is not stored yet. */
  peek(): DueDelivery | null;
  /** Takes the delivery that `peek` returned: from now on it is under way. */
  take(): void;
  /** Ends a delivery that is under way without an outcome: it is due as before. */
  putBack(messageId: string): void;
  /** Ends a delivery that is under way. */
  end(outcome: DeliveryOutcome): void;
  /** Adds what was read and is not in memory. */
  add(due: readonly DueDelivery[]): void;
  /** Forgets what is not under way. */
  clear(): void;
  /** Returns the outcomes to store next. */
  batch(): readonly DeliveryOutcome[];
  /** Forgets the outcomes of a batch: they are stored. */
  forget(batch: readonly DeliveryOutcome[]): void;
}

export function createDeliveryQueue(): DeliveryQueue {
  let queue: DueDelivery[] = [];
  /** Messages under way, and those whose outcome is not stored yet. */
  const inProgress = new Set<string>();
  let outcomes: DeliveryOutcome[] = [];
  return {
    get isEmpty() {
      return queue.length === 0;
    },
    get isLow() {
      return queue.length <= LOW;
    },
    get hasOutcomes() {
      return outcomes.length > 0;
    },
    get readLimit() {
      return READ_AHEAD + inProgress.size + queue.length;
    },
    peek: () => (inProgress.size < SETTLED_AT_ONCE ? (queue[0] ?? null) : null),
    take() {
      const delivery = queue.shift();
      if (delivery) inProgress.add(delivery.message.id);
    },
    putBack: (messageId) => void inProgress.delete(messageId),
    end: (outcome) => void outcomes.push(outcome),
    add(due) {
      const waiting = new Set(queue.map(({ message }) => message.id));
      queue.push(...due.filter(({ message }) => !inProgress.has(message.id) && !waiting.has(message.id)));
    },
    clear: () => void (queue = []),
    batch: () => outcomes.slice(0, SETTLED_AT_ONCE),
    forget(batch) {
      outcomes = outcomes.slice(batch.length);
      for (const { messageId } of batch) inProgress.delete(messageId);
    },
  };
}
