import { LIMITS } from "@knote/contract";
import { createBoundedCache, eventsOf, type Clock, type Notice } from "@knote/api";
import type { mongo } from "mongoose";
import { changeSeeded } from "../connection/duplicate-keys.ts";
import { createSharedReads } from "../shared-reads.ts";
import type { Collections } from "../collections/collections.ts";
import { newLedger, type EventDocument, type LedgerDocument } from "../collections/ledgers.ts";
import type { EventFeeds } from "./event-feeds.ts";
import { numberedEvents, type NumberedEvent } from "./numbered-event.ts";
import type { Owner } from "./owners.ts";

/** Events between two cuts of the list: each cut rewrites all of it. */
const CUT_EVERY = 128;
const MOST_REMEMBERED = 1_000;
const REMEMBERED_MS = 5_000;

/** The notices and counter changes of one write. */
export interface Effect {
  readonly notices: readonly Notice[];
  /** Change in the number of live notes. */
  readonly notes?: number;
  /** Change in their total length, in indexed words. */
  readonly words?: number;
  /** States of the user's notes can have changed. */
  readonly movesStates?: boolean;
  /** What rests on what, or a look, can have changed. */
  readonly movesRests?: boolean;
}

export interface Ledgers {
  /** Stores events and counters in one write, then delivers the events in the order of the log. */
  record(owner: Owner, effect: Effect): Promise<void>;
  /** Returns all kept events, oldest first. */
  eventsOf(owner: string): Promise<NumberedEvent[]>;
  /** Reads the counters; zeros when nothing was ever written. */
  read(owner: string): Promise<Counters>;
  /** Returns the counters as read up to 5 s ago, if this process has written nothing since. */
  recent(owner: string): Counters | undefined;
}

export type Counters = Pick<LedgerDocument, "changes" | "states" | "rests" | "notes" | "words">;

interface Waiting {
  readonly effects: Effect[];
  readonly completion: PromiseWithResolvers<void>;
}

interface LedgerDeps {
  readonly collections: Pick<Collections, "ledgers">;
  readonly feeds: EventFeeds;
  readonly clock: Clock;
  /** Receives failures that fail no write. */
  readonly warn: (message: string, cause: unknown) => void;
}

/** Merges concurrent writes of one user and writes one batch at a time, so events are delivered in order. */
export function createLedgers({ collections: { ledgers }, feeds, clock, warn }: LedgerDeps): Ledgers {
  const queues = new Map<string, Waiting[]>();
  const counterCache = createBoundedCache<string, Counters>({ most: MOST_REMEMBERED, forMs: REMEMBERED_MS });
  const askOnce = createSharedReads<never, Counters>();

  async function write(owner: Owner, effects: readonly Effect[]): Promise<void> {
    const at = clock.now();
    const newEvents = effects.flatMap(({ notices }) =>
      eventsOf(notices).map((event) => ({ at, data: JSON.stringify(event) })),
    );
    const options = { returnDocument: "after", projection: { seq: 1 } } as const;
    const move = ledgerUpdate(effects, newEvents);
    const ledger = await changeSeeded(ledgers, newLedger(owner.id), () =>
      ledgers.findOneAndUpdate({ _id: owner.id }, move, options),
    );
    counterCache.delete(owner.id);
    const { seq } = ledger!;
    const eventsToDeliver = numberedEvents({ _id: owner.id, seq, events: newEvents });
    await feeds.deliver(owner, eventsToDeliver, async (after) =>
      (await storedEvents(owner.id)).filter((event) => event.seq > after),
    );
    if (Math.floor(seq / CUT_EVERY) === Math.floor((seq - newEvents.length) / CUT_EVERY)) return;
    const trimUpdate = { $push: { events: { $each: [], $slice: -LIMITS.replayEvents } } };
    await ledgers
      .updateOne({ _id: owner.id }, trimUpdate)
      .catch((error) => warn("The event list will be cut later.", error));
  }

  async function drain(owner: Owner, queue: Waiting[]): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await write(owner, next.effects).then(next.completion.resolve, next.completion.reject);
    }
    queues.delete(owner.id);
  }

  async function countersOf(owner: string): Promise<Counters> {
    const projection = { changes: 1, states: 1, rests: 1, notes: 1, words: 1 };
    const ledger = await ledgers.findOne({ _id: owner }, { projection });
    const { changes = 0, states = 0, rests = 0, notes = 0, words = 0 } = ledger ?? {};
    const counters = { changes, states, rests, notes, words };
    counterCache.set(owner, counters);
    return counters;
  }

  async function storedEvents(owner: string): Promise<NumberedEvent[]> {
    const ledger = await ledgers.findOne({ _id: owner }, { projection: { seq: 1, events: 1 } });
    if (!ledger?.events) return [];
    const { _id, seq, events } = ledger;
    return numberedEvents({ _id, seq, events }).slice(-LIMITS.replayEvents);
  }

  return {
    record(owner, effect) {
      if (isIdle(effect)) return Promise.resolve();
      const queue = queues.get(owner.id);
      const last = queue?.at(-1) ?? { effects: [], completion: Promise.withResolvers<void>() };
      last.effects.push(effect);
      if (queue === undefined) {
        const own = [last];
        queues.set(owner.id, own);
        void drain(owner, own);
      } else if (last.effects.length === 1) queue.push(last);
      return last.completion.promise;
    },
    eventsOf: storedEvents,
    read: (owner) => askOnce(owner, [], () => countersOf(owner)),
    recent: counterCache.get,
  };
}

/** Whether the write has nothing to tell. Counts that did not change tell that a note was written. */
function isIdle({ notices, notes, words, movesStates = false, movesRests = false }: Effect): boolean {
  return eventsOf(notices).length === 0 && notes === undefined && words === undefined && !movesStates && !movesRests;
}

function ledgerUpdate(effects: readonly Effect[], newEvents: EventDocument[]): mongo.UpdateFilter<LedgerDocument> {
  const sum = (of: (effect: Effect) => number) => effects.reduce((total, effect) => total + of(effect), 0);
  const [notes, words] = [sum((effect) => effect.notes ?? 0), sum((effect) => effect.words ?? 0)];
  const set = {
    ...(newEvents.length > 0 && { lastAt: newEvents.at(-1)!.at }),
    ...(effects.some((effect) => effect.notes !== undefined || effect.words !== undefined) && { moved: true }),
  };
  return {
    $inc: {
      seq: newEvents.length,
      changes: 1,
      states: sum((effect) => (effect.movesStates ? 1 : 0)),
      rests: sum((effect) => (effect.movesRests ? 1 : 0)),
      notes,
      words,
    },
    ...(newEvents.length > 0 && { $push: { events: { $each: newEvents } } }),
    ...(Object.keys(set).length > 0 && { $set: set }),
  };
}
