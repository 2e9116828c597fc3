import { DatabaseSync } from "node:sqlite";
import type { NoteCounts, QueryStatistics } from "@knote/api";
import { createBoundedCache } from "@knote/api/kit/bounded-cache";
import { countNotes } from "./count-notes.ts";
import { countMatches, scoreKeywords, searchKeywords } from "./keyword-search.ts";
import { nearestNotes, sampleHeads, similarNotes, type VectorSearchDeps } from "./nearest.ts";
import type { HitColumns, SearchHandlers, SearchWorkerData } from "./protocol.ts";
import { openSnapshots } from "./snapshot.ts";
import { readTerms } from "./read-terms.ts";
import { createUserLanes } from "./user-lanes.ts";
import { createUserCaches, type UserCache } from "./user-caches.ts";
import { createVectorMemory } from "./vector-memory.ts";

const MOST_CACHED_USERS = 10_000;
const NO_HITS: HitColumns = { ids: "", scores: [] };
const NO_STATISTICS: QueryStatistics = { corpus: { notes: 0, totalLength: 0 }, units: [] };
const NO_COUNTS: NoteCounts = { totalNotes: 0, byType: {}, totalLinks: 0, orphans: 0 };

/** Creates the worker's handlers, on a read-only handle of their own. */
export function createSearchHandlers({ path, memoryBudgetBytes }: SearchWorkerData): SearchHandlers {
  const reader = openSnapshots(path);
  const caches = createUserCaches({ reader, memory: createVectorMemory(), budgetBytes: memoryBudgetBytes });
  const numbers = createBoundedCache<string, number>({ most: MOST_CACHED_USERS });
  const lanes = createUserLanes();
  const countsByUser = new Map<number, NoteCounts>();
  let countsVersion = -1;

  /** Returns a user's number. Users keep it until they are erased, and it is never reused. */
  function userNumber(sub: string): number | null {
    const cachedNumber = numbers.get(sub);
    if (cachedNumber !== undefined) return cachedNumber;
    const user = reader.read((snapshot) => snapshot.user(sub));
    if (user !== null) numbers.set(sub, user);
    return user;
  }

  async function ofUser<T>(sub: string, none: T, work: (cache: UserCache) => T | Promise<T>): Promise<T> {
    const user = userNumber(sub);
    return user === null ? none : await caches.use(user, work);
  }

  async function ofVectors<T>(
    sub: string,
    name: string,
    work: (parts: VectorSearchDeps) => Promise<T[]>,
  ): Promise<T[]> {
    return await ofUser<T[]>(sub, [], ({ table, vectors }) => {
      const model = reader.read((snapshot) => snapshot.model(name));
      return model === null ? [] : work({ reader, table, set: vectors(model) });
    });
  }

  return {
    ping: () => reader.read((snapshot) => void snapshot.dataVersion()),
    search: (sub, query, selection, limit = Infinity) =>
      ofUser(sub, NO_HITS, ({ table }) => searchKeywords({ reader, table, lanes }, { query, selection, limit })),
    scores: (sub, query, ids) =>
      ofUser(sub, NO_HITS, ({ table }) => scoreKeywords({ reader, table, lanes }, { ...query, match: "any" }, ids)),
    terms: (sub, clause, limit, unchangedSince) =>
      ofUser(sub, [], ({ table }) => readTerms({ reader, lanes, table }, clause, { limit, unchangedSince })),
    statistics: (sub, query) =>
      ofUser(sub, NO_STATISTICS, ({ table }) => countMatches({ reader, table, lanes }, query)),
    counts: (sub) =>
      ofUser(sub, NO_COUNTS, ({ table }) =>
        reader.read((snapshot) => {
          if (snapshot.dataVersion() !== countsVersion) countsByUser.clear();
          countsVersion = snapshot.dataVersion();
          const counts = countsByUser.get(table.user) ?? countNotes(snapshot, table);
          countsByUser.set(table.user, counts);
          return counts;
        }),
      ),
    nearest: (sub, name, vector, options) =>
      ofVectors(sub, name, (parts) => nearestNotes(parts, { vector, ...options })),
    similarities: (sub, name, vector, ids, options) =>
      ofVectors(sub, name, (parts) => similarNotes(parts, { vector, ids, ...options })),
    sampleHeads: (sub, name, limit) => ofVectors(sub, name, (parts) => sampleHeads(parts, limit)),
    forget(sub, user) {
      numbers.delete(sub);
      countsByUser.delete(user);
      caches.forget(user);
    },
    checkpoint() {
      const db = new DatabaseSync(path);
      try {
        db.exec("PRAGMA wal_checkpoint(PASSIVE)");
      } finally {
        db.close();
      }
    },
  };
}
