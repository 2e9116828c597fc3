import { setTimeout as pause } from "node:timers/promises";
import { DomainError, type StorageTrouble } from "@knote/api";
import type { mongo } from "mongoose";
import type { Leases } from "../../outbox/leases.ts";
import { createIndexMaker } from "./index-maker.ts";
import { isEmpty, inspectIndexes, type IndexStanding } from "./inspect-indexes.ts";

const WORK = "indexes";

export interface IndexTiming {
  /** How long a start waits for the indexes of empty collections. */
  readonly startMs: number;
  /** How often a start checks on another process's builds; ten times as long once it serves. */
  readonly lookMs: number;
  /** Wait before a failure is tried again; doubles each time, up to 128-fold. */
  readonly retryMs: number;
}

const INDEX_TIMING: IndexTiming = { startMs: 30_000, lookMs: 500, retryMs: 3_000 };
const RENEW_MS = 20_000;
const MOST_DOUBLINGS = 7;
const SLOW_LOOK_FACTOR = 10;

/** Builds missing indexes while the service runs, in one process at a time. */
export interface IndexKeeper {
  /**
   * Resolves when empty collections have all indexes, so that the first write finds them, or after `startMs`; other
   * indexes are built afterwards. Rejects when the indexes cannot be listed.
   */
  prepare(): Promise<void>;
  /** Describes the missing indexes; null when all exist. */
  trouble(): StorageTrouble | null;
  /** Throws UNAVAILABLE while this unique index is missing. */
  assertIndex(name: string): void;
  stop(): Promise<void>;
}

interface IndexKeeperDeps {
  readonly database: mongo.Db;
  readonly leases: Pick<Leases, "take" | "leave">;
  /** Opens a connection that waits as long as a build takes. */
  readonly openBuilder: () => Promise<{ readonly database: mongo.Db; close(): Promise<void> }>;
  readonly inform: (message: string) => void;
  readonly warn: (message: string, cause: unknown) => void;
  readonly timing?: IndexTiming;
}

export function createIndexKeeper({
  database,
  leases,
  openBuilder,
  timing = INDEX_TIMING,
  ...log
}: IndexKeeperDeps): IndexKeeper {
  let builder: ReturnType<typeof openBuilder> | null = null;
  const maker = createIndexMaker({ ...log, database: async () => (await (builder ??= openBuilder())).database });
  const readySignal = Promise.withResolvers<void>();
  const stopping = new AbortController();
  let standings: IndexStanding[] = [];
  let running: Promise<void> | null = null;
  const missing = () => standings.filter(({ isThere }) => !isThere);
  const isComplete = () => standings.every(({ isThere, outdatedNames }) => isThere && outdatedNames.length === 0);

  async function look(): Promise<void> {
    standings = await inspectIndexes(database);
  }

  async function missingOfEmpty(): Promise<IndexStanding[][]> {
    const groups = Map.groupBy(missing(), ({ collection }) => collection);
    const empty = await Promise.all(
      [...groups].map(async ([name, group]) => ((await isEmpty(database, name)) ? group : [])),
    );
    return empty.filter((group) => group.length > 0);
  }

  /** Builds indexes of empty collections first, so that a new database is ready at once, then unique ones. */
  async function makeMissing(empty: readonly IndexStanding[][]): Promise<void> {
    for (const group of empty) await maker.make(group);
    await look();
    readySignal.resolve();
    const rest = missing().toSorted((one, other) => Number(other.unique) - Number(one.unique));
    if (rest.length > 0) log.inform(`${rest.length} of ${standings.length} indexes have to be built.`);
    for (const index of rest) {
      if (stopping.signal.aborted || !(await leases.take(WORK))) return;
      await maker.make([index]);
      await look();
    }
    for (const index of standings) if (index.isThere) await maker.dropOutdated(index);
    await look();
  }

  /** Builds the indexes if this process has the lease; false if another has it. */
  async function lead(empty: readonly IndexStanding[][]): Promise<boolean> {
    if (!(await leases.take(WORK))) return false;
    const renewal = setInterval(() => void leases.take(WORK).catch(() => undefined), RENEW_MS);
    try {
      await makeMissing(empty);
      return true;
    } finally {
      clearInterval(renewal);
    }
  }

  async function follow(): Promise<void> {
    for (let fruitless = 0; !stopping.signal.aborted && !isComplete();) {
      const before = missing().length;
      const empty = await missingOfEmpty();
      if (empty.length === 0) readySignal.resolve();
      const isLeader = await lead(empty);
      if (isComplete()) break;
      fruitless = isLeader && missing().length === before ? Math.min(fruitless + 1, MOST_DOUBLINGS) : 0;
      const lookMs = empty.length > 0 ? timing.lookMs : timing.lookMs * SLOW_LOOK_FACTOR;
      const waitMs = isLeader ? timing.retryMs * 2 ** fruitless : lookMs;
      await pause(waitMs, undefined, { signal: stopping.signal, ref: false });
      await look();
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await follow();
        readySignal.resolve();
        break;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn("The indexes could not be checked or built; trying again.", error);
        await pause(timing.retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
    await leases.leave(WORK).catch(() => undefined);
    await closeBuilder();
  }

  async function closeBuilder(): Promise<void> {
    const lastBuilder = builder;
    builder = null;
    await lastBuilder?.then(({ close }) => close()).catch(() => undefined);
  }

  return {
    async prepare() {
      await look();
      if (isComplete()) return;
      running = run();
      const late = pause(timing.startMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      await Promise.race([readySignal.promise, late]);
    },
    trouble() {
      const names = missing().map(({ name }) => name);
      const [first] = names;
      if (first === undefined) return null;
      const refusedNames = names.filter((name) => maker.refusedNames.has(name));
      const reason = `${names.length} of ${standings.length} indexes are missing, ${first} first`;
      const seeLog = refusedNames.length > 0 ? `; see the log for ${refusedNames.join(", ")}` : "";
      return { part: "indexes", reason: reason + seeLog };
    },
    assertIndex(name) {
      if (!missing().some((index) => index.name === name && index.unique)) return;
      const message = "The database is still being prepared for this write.";
      throw new DomainError("UNAVAILABLE", message, { retryAfterSeconds: 5 });
    },
    async stop() {
      stopping.abort();
      await closeBuilder();
      await running;
    },
  };
}
