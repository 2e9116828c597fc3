import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

export interface EventDocument {
  at: number;
  /** JSON. */
  data: string;
}

/** What one user's writes are counted and told in: events and counters move with one write. */
export interface LedgerDocument {
  /** The owner. */
  _id: string;
  /** Number of the last event; the one before it in `events` has the number before. */
  seq: number;
  /** Absent before the first. */
  events?: EventDocument[];
  /** When the last event came; absent without events. */
  lastAt?: number;
  /** Moves with every write of notes, links and events. */
  changes: number;
  /** Moves with every write that may change states. */
  states: number;
  /** Live notes, and their length in words that count: what BM25 divides by. */
  notes: number;
  words: number;
  /** Notes moved since both were counted last. */
  moved?: boolean;
  /** Idempotency keys, about: some of them expire unseen. */
  keys: number;
}

/** Of an owner whose first write this is. */
export function newLedger(owner: string): LedgerDocument {
  return { _id: owner, seq: 0, changes: 0, states: 0, notes: 0, words: 0, keys: 0 };
}

export const ledgerSchema = new Schema<LedgerDocument>(
  {
    _id: { type: String, required: true },
    seq: Number,
    events: { type: [{ _id: false, at: Number, data: String }], default: undefined },
    lastAt: Number,
    changes: Number,
    states: Number,
    notes: Number,
    words: Number,
    moved: Boolean,
    keys: Number,
  },
  PLAIN,
);

ledgerSchema.index({ lastAt: 1 }, { name: "ledgers_by_age", partialFilterExpression: { lastAt: { $exists: true } } });
ledgerSchema.index({ moved: 1 }, { name: "ledgers_moved", partialFilterExpression: { moved: { $exists: true } } });
