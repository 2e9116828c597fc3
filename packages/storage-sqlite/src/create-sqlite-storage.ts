import type { DatabaseSync } from "node:sqlite";
import { createAlarm, createSystemClock, guardStore, type Clock, type Storage } from "@knote/api";
import { backUp, type BackupOptions } from "./operations/backup/back-up.ts";
import { integrityProblems } from "./operations/backup/integrity.ts";
import { createCheckpoints } from "./database/checkpoints.ts";
import { createDataVersion } from "./database/data-version.ts";
import { startHousekeeping } from "./operations/housekeeping.ts";
import { createTermsRenewal } from "./operations/renew-terms.ts";
import { createLogSync } from "./database/log-sync.ts";
import { assertReadable, migrate, needsMigration } from "./database/migrate.ts";
import { enableWriteAheadLog, leaveSyncToWriter, openDatabase } from "./database/open-database.ts";
import { createWriteProbe } from "./database/write-probe.ts";
import { createWriter } from "./database/writer.ts";
import { assertLogHasDatabase } from "./files/assert-log-has-database.ts";
import { dataFiles, prepareDataFiles, type DataFiles, type DataLocation } from "./files/data-files.ts";
import { lockDataFolder } from "./files/data-lock.ts";
import type { FileLock } from "./files/lock-file.ts";
import { toStorageError, unavailable } from "./database/sqlite-errors.ts";
import { createKeywordIndex } from "./search/keyword-index.ts";
import { createSearchClient } from "./search/search-client.ts";
import { createVectorIndex } from "./search/vector-index.ts";
import { createActivityLog, createEventWriter } from "./stores/activity-log.ts";
import { createEventFeeds } from "./stores/event-feeds.ts";
import { createEventIds } from "./stores/event-ids.ts";
import { createIdempotencyStore } from "./stores/idempotency-store.ts";
import { historySince } from "./stores/history-since.ts";
import { createLookStore } from "./stores/look-store.ts";
import { createStandingChanges } from "./stores/standing-versions.ts";
import { createLinkStore } from "./stores/link-store.ts";
import { createNoteStore } from "./stores/note-store.ts";
import { createOperationStore } from "./stores/operation-store.ts";
import { noteTexts } from "./stores/note-texts.ts";
import { createQuotaStore } from "./stores/quota-store.ts";
import { createSessionStore } from "./stores/session-store.ts";
import { createTermsMerging } from "./stores/terms-merging.ts";
import { createTermsTable } from "./stores/terms-table.ts";
import { createTokenCuts } from "./stores/token-cuts.ts";
import { createTokenStanding } from "./stores/token-standing.ts";
import { createTokenStore } from "./stores/token-store.ts";
import { createStanceStore } from "./stores/stance-store.ts";
import { createUserEraser } from "./stores/user-eraser.ts";
import { createUserRows } from "./stores/user-rows.ts";
import { createUserStore } from "./stores/user-store.ts";
import { createWebhookStore } from "./stores/webhook-store.ts";
import { createMessageWriter } from "./stores/webhook-writes.ts";
import { assertNoTransfer } from "./transfer/transfer-mark.ts";

const MEMORY_BUDGET_BYTES = 256 * 1_048_576;
const WRITER_CACHE_KIB = 32_768;
const RENEWAL_FAILED = "Search terms could not be brought up to date; trying again at the next start.";

export type SqliteOptions = DataLocation & {
  /** False for a tool that works beside the server of the same folder. */
  readonly exclusive?: boolean;
  /** True for the transfer that fills the data; everyone else is refused until it is complete. */
  readonly duringTransfer?: boolean;
  readonly clock?: Clock;
  /** Most bytes that search holds in memory, for all users together. */
  readonly memoryBudgetBytes?: number;
  /** Called with errors that fail no call. */
  readonly warn?: (message: string, cause: unknown) => void;
  /** Receives messages about background work. */
  readonly inform?: (message: string) => void;
};

export interface SqliteStorage extends Storage {
  /** The database file. */
  readonly path: string;
  /** Copies all data as of now to a new file while writes go on, and checks the copy. */
  backup(file: string, options?: BackupOptions): Promise<void>;
  /** Returns the defects of the database file, none when it is sound. Reads the whole file. */
  checkIntegrity(): Promise<string[]>;
}

/**
 * Opens the embedded engines on one SQLite file. Throws CONFLICT when another server uses the folder or the data
 * is of a newer version, UNAVAILABLE when the file cannot be read and written. Neither changes anything.
 */
export async function createSqliteStorage(options: SqliteOptions): Promise<SqliteStorage> {
  const files = dataFiles(options);
  assertLogHasDatabase(files);
  prepareDataFiles(files);
  const lock = options.exclusive === false ? null : lockDataFolder(files);
  try {
    return assemble(openMigrated(files, lock !== null, options.duringTransfer), files, lock, options);
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function openMigrated(files: DataFiles, isLocked: boolean, duringTransfer = false): DatabaseSync {
  assertReadable(files.database);
  const db = openDatabase(files.database, { cacheKiB: WRITER_CACHE_KIB });
  let lock: FileLock | null = null;
  try {
    // Only a process that has the folder to itself may change the schema.
    if (needsMigration(db, files.database) && !isLocked) lock = lockDataFolder(files);
    enableWriteAheadLog(db, files.database);
    migrate(db, files.database);
    if (!duringTransfer) assertNoTransfer(db, files.folder);
    leaveSyncToWriter(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  } finally {
    lock?.release();
  }
}

function assemble(db: DatabaseSync, files: DataFiles, lock: FileLock | null, options: SqliteOptions): SqliteStorage {
  const { clock = createSystemClock(), memoryBudgetBytes = MEMORY_BUDGET_BYTES, warn = warnProcess } = options;
  const path = files.database;
  const client = createSearchClient({ data: { path, memoryBudgetBytes }, warn });
  const log = createLogSync(path);
  const writer = createWriter(db, { sync: log.sync, onCommit: () => checkpoints.afterCommit() });
  const checkpoints = createCheckpoints({
    db,
    checkpointOnWorker: () => client.call("checkpoint"),
    hold: writer.hold,
    warn,
  });
  const users = createUserRows(db);
  const dataVersion = createDataVersion(db);
  const ids = createEventIds(db);
  const feeds = createEventFeeds({ db, users, ids, dataVersion, warn });
  const alarm = createAlarm(warn);
  const messages = createMessageWriter({ db, dataVersion, alarm, clock });
  const events = createEventWriter({ db, feeds, ids, clock, messages });
  const activity = createActivityLog({ db, users, writer, feeds, ids, clock }, events);
  const standing = createStandingChanges(dataVersion);
  const { changeStates, ...links } = createLinkStore({ db, users, writer, events, standing, dataVersion });
  const counts = (sub: string) => client.call("counts", sub);
  const merging = createTermsMerging({ db, writer, warn });
  const terms = createTermsTable(db, merging);
  const notes = createNoteStore({ db, users, writer, events, standing, terms, messages, changeStates, counts });
  const webhooks = createWebhookStore({ db, users, writer, clock, messages, alarm });
  const cuts = createTokenCuts({ db, dataVersion, writer, clock });
  const tokenCounts = createTokenStanding({ db, users, cuts });
  const forget = async (sub: string, user: number) => {
    changeStates(sub, null);
    messages.forgetWebhooks();
    standing.advanceRests(sub, null);
    feeds.forget(sub);
    // A worker that has ended has lost its caches anyway.
    await client.call("forget", sub, user).catch(() => undefined);
  };
  const eraser = createUserEraser({ db, users, writer, cuts, terms, merging, messages, forget });
  const housekeeping = startHousekeeping({ db, writer, clock, warn, finishErasures: eraser.finish });
  if (lock) housekeeping.finishErasures();
  const { inform = () => {} } = options;
  const renewal = createTermsRenewal({ db, users, writer, terms, inform });
  const renewing = lock ? renewal.run().catch((error) => warn(RENEWAL_FAILED, error)) : Promise.resolve();
  let closing: Promise<void> | null = null;
  const guard = <T extends object>(store: T): T =>
    guardStore(store, { isOpen: () => closing === null, toStorageError, unavailable });

  async function close(): Promise<void> {
    housekeeping.stop();
    renewal.stop();
    merging.stop();
    feeds.close();
    await renewing;
    await writer.flush();
    await checkpoints.whenIdle();
    await client.close();
    await log.close();
    // The last handle to close writes the log into the database.
    db.close();
    lock?.release();
  }

  return {
    notes: guard(notes),
    links: guard(links),
    looks: guard(createLookStore({ db, users, writer, changed: standing.advanceStanding })),
    stances: guard(createStanceStore({ db, users, writer })),
    operations: guard(createOperationStore({ db, users, writer })),
    keywords: guard(createKeywordIndex(client)),
    vectors: guard(createVectorIndex({ db, users, writer, client })),
    activity: { ...guard(activity), subscribe: activity.subscribe },
    quota: guard(createQuotaStore({ db, users, writer })),
    users: guard(createUserStore({ db, users, writer, cuts, counts: tokenCounts, eraser })),
    sessions: guard(createSessionStore({ db, users, writer, cuts, counts: tokenCounts })),
    tokens: guard(createTokenStore({ db, users, writer })),
    idempotency: guard(createIdempotencyStore({ db, users, writer })),
    webhooks: { ...guard(webhooks), wants: webhooks.wants, subscribe: webhooks.subscribe },
    ...guard({
      checkDocuments: createWriteProbe({ db, writer }),
      checkSearch: () => client.call("ping"),
      backup: (file: string, backupOptions?: BackupOptions) => backUp(path, file, backupOptions),
      checkIntegrity: () => integrityProblems(path),
      historySince: async () => historySince(db),
    }),
    waiting: () => ({ writes: writer.waiting(), searches: client.waiting() }),
    noteTexts: () => noteTexts(db),
    path,
    close: () => (closing ??= close()),
  };
}

function warnProcess(message: string, cause: unknown): void {
  process.emitWarning(message, { detail: String(cause) });
}
