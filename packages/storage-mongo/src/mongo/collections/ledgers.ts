import { Schema } from "mongoose";
import { PLAIN } from "./schema-options.ts";

export interface EventDocument {
  at: number;
  /** JSON. */
  data: string;
}

/** A user's events and counters, which change in one write. */
export interface LedgerDocument {
  /** The owner. */
  _id: string;
  /** Number of the last event; earlier ones in `events` count down from it. */
  seq: number;
  /** Absent before the first event. */
  events?: EventDocument[];
  /** When the last event came; absent without events. */
  lastAt?: number;
  /** Increases with every write of notes, links and events. */
  changes: number;
  /** Increases with every write that can change states. */
  states: number;
  /** Increases with every write that can change what rests on what, or the looks. */
  rests: number;
  /** Live notes, and their total length in indexed words: the inputs of BM25's average length. */
  notes: number;
  words: number;
  /** `notes` or `words` changed since both were last recounted. */
  moved?: boolean;
  /** Approximate count of idempotency keys: some expire without being counted. */
  keys: number;
}

/** Returns the ledger of an owner without any write yet. */
export function newLedger(owner: string): LedgerDocument {
  return { _id: owner, seq: 0, changes: 0, states: 0, rests: 0, notes: 0, words: 0, keys: 0 };
}

export const ledgerSchema = new Schema<LedgerDocument>(
  {
    _id: { type: String, required: true },
    seq: Number,
    events: { type: [{ _id: false, at: Number, data: String }], default: undefined },
    lastAt: Number,
    changes: Number,
    states: Number,
    rests: Number,
    notes: Number,
    words: Number,
    moved: Boolean,
    keys: Number,
  },
  PLAIN,
);

ledgerSchema.index({ lastAt: 1 }, { name: "ledgers_by_age", partialFilterExpression: { lastAt: { $exists: true } } });
ledgerSchema.index({ moved: 1 }, { name: "ledgers_moved", partialFilterExpression: { moved: { $exists: true } } });
