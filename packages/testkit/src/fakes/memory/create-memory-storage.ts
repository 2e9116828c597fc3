import {
  conflict,
  createSystemClock,
  DomainError,
  eventsOf,
  messagesOf,
  type Clock,
  type Notice,
  type Storage,
} from "@knote/api";
import { HASH_MODEL } from "../hash-embedder.ts";
import { createMemoryActivity } from "./memory-activity.ts";
import { createMemoryIdempotency } from "./memory-idempotency.ts";
import { createMemoryKeywords } from "./memory-keywords.ts";
import { createMemoryLinks } from "./memory-links.ts";
import { createMemoryLooks } from "./memory-looks.ts";
import { createMemoryNotes } from "./memory-notes.ts";
import { createMemoryOperations } from "./memory-operations.ts";
import { createMemoryQuota } from "./memory-quota.ts";
import { createMemorySessions } from "./memory-sessions.ts";
import { createMemoryStances } from "./memory-stances.ts";
import { createMemoryTokens } from "./memory-tokens.ts";
import { createMemoryUsers } from "./memory-users.ts";
import { createMemoryVectors } from "./memory-vectors.ts";
import { createMemoryWebhooks } from "./memory-webhooks.ts";
import { clearShelf, type Shelf } from "./shelf.ts";

export interface MemoryStorageOptions {
  /** Time by which activity expires. */
  readonly clock?: Clock;
  /** The model served from the start. */
  readonly serving?: string;
}

/** Creates a storage of plain maps: exact, and lost with the process. */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  const { clock = createSystemClock(), serving = HASH_MODEL } = options;
  const shelf: Shelf = {
    notes: new Map(),
    links: new Map(),
    pastLinks: new Map(),
    looks: new Map(),
    stances: new Map(),
    operations: new Map(),
    writes: 0,
  };
  const since = new Date(clock.now()).toISOString();
  const activity = createMemoryActivity(clock);
  const [quota, idempotency] = [createMemoryQuota(), createMemoryIdempotency()];
  const webhooks = createMemoryWebhooks(clock);
  const tell = async (userId: string, notices: readonly Notice[]) => {
    await webhooks.add(userId, messagesOf(notices));
    await activity.append(userId, eventsOf(notices));
  };
  const erasedIds = new Set<string>();
  const clearErasure = (userId: string) => void erasedIds.delete(userId);
  const tokens = createMemoryTokens((userId) => {
    if (erasedIds.has(userId)) throw conflict("The account was erased.");
  });
  const sessions = createMemorySessions(clearErasure, clock, tokens);
  const erase = (userId: string, notBefore: number) => {
    erasedIds.add(userId);
    clearShelf(shelf, userId);
    sessions.forget(userId, notBefore);
    for (const store of [activity, quota, idempotency, webhooks]) store.forget(userId);
  };
  let isClosed = false;
  const assertOpen = async () => {
    if (isClosed) throw new DomainError("UNAVAILABLE", "The storage is closed.");
  };
  const whileOpen = <T extends object>(store: T): T =>
    guard(store, async (method, userId) => {
      await assertOpen();
      if (MAKING_USERS.has(method) && erasedIds.has(String(userId))) throw conflict("The account was erased.");
    });
  return {
    notes: whileOpen(countingWrites(shelf, createMemoryNotes(shelf, { tell, forgetMessages: webhooks.forgetNote }))),
    links: whileOpen(countingWrites(shelf, createMemoryLinks(shelf, tell))),
    looks: whileOpen(createMemoryLooks(shelf)),
    stances: whileOpen(createMemoryStances(shelf)),
    operations: whileOpen(createMemoryOperations(shelf)),
    keywords: whileOpen(createMemoryKeywords(shelf)),
    vectors: whileOpen(createMemoryVectors(shelf, serving)),
    activity: { ...whileOpen(activity), subscribe: activity.subscribe },
    quota: whileOpen(quota),
    users: whileOpen(createMemoryUsers({ ...sessions, clearErasure, erase })),
    sessions: whileOpen(sessions),
    tokens: whileOpen(tokens),
    idempotency: whileOpen(idempotency),
    webhooks: { ...whileOpen(webhooks), wants: webhooks.wants, subscribe: webhooks.subscribe },
    async *noteTexts() {
      for (const { write, deletedAt } of shelf.notes.values()) if (deletedAt === null) yield write.note;
    },
    async historySince() {
      await assertOpen();
      return since;
    },
    checkDocuments: assertOpen,
    checkSearch: assertOpen,
    waiting: () => ({ writes: 0, searches: 0 }),
    async close() {
      isClosed = true;
    },
  };
}

const READS = new Set([
  "get",
  "getMany",
  "list",
  "outlines",
  "history",
  "changedSince",
  "revisionsAt",
  "countDeleted",
  "trash",
  "keysOf",
  "listTouching",
  "ofNote",
  "past",
  "states",
  "restLinks",
  "restChanges",
  "versions",
]);

/** Counts the calls of a store that can write, when they return and when they fail. */
function countingWrites<T extends object>(shelf: Shelf, store: T): T {
  const methods = Object.entries(store) as [string, (...input: unknown[]) => Promise<unknown>][];
  const wrappers = methods.map(([name, method]) => [
    name,
    READS.has(name) ? method : (...input: unknown[]) => method(...input).finally(() => void shelf.writes++),
  ]);
  // Safe because every method returns a promise.
  return Object.fromEntries(wrappers) as T;
}

/** Writes that create their user, and so must not bring back an erased one. */
const MAKING_USERS = new Set(["insert", "insertMany", "append", "reserve", "settle", "warnOnce", "claim"]);

/** Returns the same methods, each calling `before` first. */
function guard<T extends object>(store: T, before: (method: string, userId: unknown) => Promise<void>): T {
  const methods = Object.entries(store) as [string, (...input: unknown[]) => unknown][];
  const wrappers = methods.map(([name, method]) => [
    name,
    async (...input: unknown[]) => {
      await before(name, input[0]);
      return method(...input);
    },
  ]);
  // Safe because every method returns a promise, except `subscribe`, which the caller puts back.
  return Object.fromEntries(wrappers) as T;
}
