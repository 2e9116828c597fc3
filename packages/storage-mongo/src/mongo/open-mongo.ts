import {
  createAlarm,
  createSystemClock,
  eventsOf,
  guardStore,
  type ActivityLog,
  type Clock,
  type Storage,
} from "@knote/api";
import type { Connection } from "mongoose";

import type { VectorDocuments } from "../ports/vector-documents.ts";
import type { EventOutbox } from "../ports/event-outbox.ts";
import { assertNoTransfer } from "./transfer-mark.ts";
import { createUserLanes } from "../user-lanes.ts";
import { connect, maxTimeOf, type ConnectOptions } from "./connection/connect.ts";
import { ignoreDuplicate } from "./connection/duplicate-keys.ts";
import { createLookStore } from "./stores/look-store.ts";
import { beginHistory, historySince } from "./stores/history-since.ts";
import { toStorageError, unavailable } from "./connection/mongo-errors.ts";
import { warnProcess } from "./connection/warn-process.ts";
import { startHousekeeping } from "./operations/housekeeping.ts";
import { createTermsRenewal } from "./operations/renew-terms.ts";
import { createIndexKeeper, type IndexKeeper, type IndexTiming } from "./operations/indexes/index-keeper.ts";
import { checkBefore } from "./operations/indexes/check-before.ts";
import { collectionsOf, databaseOf, type Collections } from "./collections/collections.ts";
import { createActiveWebhooks, type ActiveWebhooks } from "./stores/active-webhooks.ts";
import { createEventOutbox } from "./outbox/event-outbox.ts";
import { createLeases, type Leases } from "./outbox/leases.ts";
import { createRemovals } from "./stores/removals.ts";
import { createMessageRelay } from "./stores/message-relay.ts";
import { createVectorDocuments } from "./outbox/vector-documents.ts";
import { createKeywordIndex } from "./search/keyword-index.ts";
import { createActivityLog } from "./stores/activity-log.ts";
import { createEventFeeds } from "./stores/event-feeds.ts";
import { createIdempotencyStore } from "./stores/idempotency-store.ts";
import { createLedgers, type Effect } from "./stores/ledgers.ts";
import { createLinkStore } from "./stores/link-store.ts";
import { createNoteStore } from "./stores/note-store.ts";
import { createOperationStore } from "./stores/operation-store.ts";
import { noteTexts } from "./stores/note-texts.ts";
import { createOwners, type Owner, type Owners } from "./stores/owners.ts";
import { createQuotaStore } from "./stores/quota-store.ts";
import { createSessionStore } from "./stores/session-store.ts";
import { createStanceStore } from "./stores/stance-store.ts";
import { createTokenStore } from "./stores/token-store.ts";
import { createUserEraser } from "./stores/user-eraser.ts";
import { createUserStore } from "./stores/user-store.ts";
import { createWebhookStore } from "./stores/webhook-store.ts";

/** How often somebody looks for messages that a process left that died. */
const SWEEP_MS = 15_000;
/** Most concurrent calls of one user. A call sends up to three commands at a time, so others keep free connections. */
const CALLS_PER_USER = 12;

export interface MongoOptions extends ConnectOptions {
  readonly clock?: Clock;
  /** Creates the activity log that processes share; without it, events reach only listeners in this process. */
  readonly logTo?: (outbox: EventOutbox) => ActivityLog;
  /** Removes what other services store of an erased user. */
  readonly onErased?: (userId: string) => Promise<void>;
  /** True for the transfer that completes the data; until it has, all others are refused. */
  readonly duringTransfer?: boolean;
  /** Receives failures that fail no call. */
  readonly warn?: (message: string, cause: unknown) => void;
  /** Receives messages about background work. */
  readonly inform?: (message: string) => void;
  readonly indexTiming?: IndexTiming;
  /** How often other processes' changes of webhooks are read. */
  readonly webhookRefreshMs?: number;
}

/** All of `Storage` but the vectors, and what those need from the documents. */
export interface MongoDocuments extends Omit<Storage, "vectors" | "checkSearch"> {
  readonly vectorDocuments: VectorDocuments;
  /** Removes what has expired and finishes interrupted work; also runs once an hour. */
  sweep(): Promise<void>;
}

/** Opens the stores. UNAVAILABLE without a server. Builds the missing indexes of non-empty collections afterwards. */
export async function openMongo(givenOptions: MongoOptions): Promise<MongoDocuments> {
  const options = { clock: createSystemClock(), warn: warnProcess, ...givenOptions };
  try {
    const connection = await connect(options);
    const collections = collectionsOf(connection, maxTimeOf(options));
    const leases = createLeases({ collections, clock: options.clock });
    const indexes = keepIndexes(connection, leases, options);
    try {
      if (!options.duringTransfer) await assertNoTransfer(connection);
      await indexes.prepare();
      await beginHistory(collections, options.clock);
      const unlimitedCollections = collectionsOf(connection);
      const disconnect = () => connection.close();
      const owners = createOwners(collections);
      const active = createActiveWebhooks({
        collections,
        owners,
        warn: options.warn,
        refreshMs: options.webhookRefreshMs,
      });
      await active.refresh();
      return assemble({ collections, unlimitedCollections, leases, indexes, owners, active, disconnect }, options);
    } catch (error) {
      await indexes.stop();
      await connection.close();
      throw error;
    }
  } catch (error) {
    throw toStorageError(error);
  }
}

type ResolvedOptions = MongoOptions & Required<Pick<MongoOptions, "clock" | "warn">>;

function keepIndexes(connection: Connection, leases: Leases, options: ResolvedOptions): IndexKeeper {
  const { inform = () => {}, warn, indexTiming: timing } = options;
  const openBuilder = async () => {
    const builder = await connect({ ...options, awaitsBuilds: true });
    return { database: databaseOf(builder), close: () => builder.destroy() };
  };
  return createIndexKeeper({
    database: databaseOf(connection),
    leases,
    openBuilder,
    inform,
    warn,
    ...(timing && { timing }),
  });
}

interface MongoResources {
  readonly collections: Collections;
  /** For commands that can take any time. */
  readonly unlimitedCollections: Collections;
  readonly leases: Leases;
  readonly indexes: IndexKeeper;
  readonly owners: Owners;
  readonly active: ActiveWebhooks;
  readonly disconnect: () => Promise<void>;
}

function assemble(
  { collections, unlimitedCollections, leases, indexes, owners, active, disconnect }: MongoResources,
  options: ResolvedOptions,
): MongoDocuments {
  const { clock, warn, inform = () => {}, onErased, logTo } = options;
  const feeds = createEventFeeds(warn);
  const ledgers = createLedgers({ collections, feeds, clock, warn });
  const outbox = createEventOutbox({ collections, owners, clock });
  const log = logTo?.(outbox) ?? null;
  const activity = log ? ofOwners(log, owners) : createActivityLog({ owners, ledgers, feeds, clock });
  const record = log ? recordApart(log, ledgers.record) : ledgers.record;
  const removals = createRemovals(collections);
  const alarm = createAlarm(warn);
  const relay = createMessageRelay({ collections, owners, active, alarm, clock, takeLease: leases.take, warn });
  const sweeping = setInterval(
    () => void relay.sweep().catch((error) => warn("Messages for webhooks will be handed on later.", error)),
    SWEEP_MS,
  );
  sweeping.unref();
  const parts = { collections, owners, clock, record, ledgers, removals, leases, relay };
  const webhooks = createWebhookStore({ ...parts, active, alarm });
  const { finishPurges, ...notes } = createNoteStore(parts);
  const { forgetStates, ...links } = createLinkStore(parts);
  const forget = async (sub: string) => {
    forgetStates(sub);
    await active.refresh();
    feeds.forget(sub);
    await onErased?.(sub);
  };
  const eraser = createUserEraser({ ...parts, forget });
  const renewal = createTermsRenewal({ ...parts, inform });
  const housekeeping = startHousekeeping({
    ...parts,
    warn,
    finish: [eraser.finish, finishPurges, renewal.run, relay.sweep],
  });
  const [writes, searches]: Set<Promise<unknown>>[] = [new Set(), new Set()];
  let closing: Promise<void> | null = null;
  const lanes = createUserLanes({ most: CALLS_PER_USER });
  const guard = { isOpen: () => closing === null, toStorageError, unavailable, underWay: writes! };
  const withGuard = <T extends object>(store: T): T => guardStore(store, guard);
  const inLanes = <T extends object>(store: T, underWay = writes!): T =>
    guardStore(store, { ...guard, underWay, inTurn: lanes.run });

  async function close(): Promise<void> {
    housekeeping.stop();
    renewal.stop();
    active.stop();
    clearInterval(sweeping);
    await relay.whenIdle();
    await indexes.stop();
    await Promise.allSettled([...writes!, ...searches!]);
    feeds.close();
    await leases.release().catch((error) => warn("Leases could not be released; they expire in a minute.", error));
    await disconnect();
  }

  return {
    notes: inLanes(checkBefore(notes, ["insertMany"], () => indexes.assertIndex("notes_by_key"))),
    links: inLanes(checkBefore(links, ["insert", "insertMany", "replace"], () => indexes.assertIndex("links_by_key"))),
    looks: inLanes(createLookStore(parts)),
    stances: inLanes(createStanceStore(parts)),
    operations: inLanes(
      checkBefore(createOperationStore(parts), ["begin", "advance"], () => indexes.assertIndex("operations_busy")),
    ),
    keywords: inLanes(createKeywordIndex(parts), searches),
    activity: { ...withGuard(activity), subscribe: activity.subscribe },
    quota: inLanes(createQuotaStore(parts)),
    users: withGuard(createUserStore({ ...parts, eraser })),
    sessions: withGuard(createSessionStore(parts)),
    tokens: withGuard(createTokenStore(parts)),
    idempotency: inLanes(
      checkBefore(createIdempotencyStore(parts), ["claim"], () => indexes.assertIndex("claims_by_key")),
    ),
    webhooks: { ...withGuard(webhooks), wants: webhooks.wants, subscribe: webhooks.subscribe },
    vectorDocuments: withGuard(createVectorDocuments(parts)),
    ...withGuard({
      async checkDocuments() {
        const touch = { $set: { until: clock.now() } };
        // A duplicate key also shows that the collection can be written: another process has just done so.
        await collections.leases.updateOne({ _id: "check" }, touch, { upsert: true }).catch(ignoreDuplicate);
      },
      historySince: () => historySince(collections),
      sweep: housekeeping.sweep,
    }),
    ...(log && { waitingEvents: withGuard(outbox).count }),
    troubles: () => [indexes.trouble() ?? []].flat(),
    waiting: () => ({ writes: writes!.size, searches: searches!.size }),
    noteTexts: () => noteTexts(unlimitedCollections),
    close: () => (closing ??= close()),
  };
}

/** Refuses to append for an erased user until the user is created again. */
function ofOwners(log: ActivityLog, owners: Owners): ActivityLog {
  return {
    ...log,
    async append(sub, events) {
      await owners.ensure(sub);
      await log.append(sub, events);
    },
  };
}

/** Records counters in the ledger, and events in the log that processes share. */
function recordApart(log: ActivityLog, count: (owner: Owner, effect: Effect) => Promise<void>) {
  return async (owner: Owner, { notices, ...moves }: Effect): Promise<void> => {
    const events = eventsOf(notices);
    const logWrite = events.length > 0 ? log.append(owner.sub, events) : Promise.resolve();
    await Promise.all([count(owner, { ...moves, notices: [] }), logWrite]);
  };
}
