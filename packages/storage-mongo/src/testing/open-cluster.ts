import type { Clock } from "@knote/api";
import type { ClusterUrls } from "@knote/testkit";
import { createClusterStorage, type ClusterStorage } from "../create-cluster-storage.ts";
import { createDatabase, type TestDatabase } from "./open-database.ts";
import { dropCollections } from "./open-qdrant.ts";

/** Machines may be busy, and the stand-ins are slower than servers. */
const PATIENT = { searchMs: 20_000, writeMs: 30_000, coolDownMs: 100 };

/** A separate installation on shared servers: processes on one `database` and `prefix` are one service. */
export interface TestCluster extends ClusterUrls, AsyncDisposable {
  readonly database: string;
  readonly prefix: string;
  /** The database itself, without the stores. */
  readonly raw: TestDatabase["raw"];
  /** Opens it as one process does. */
  open(clock?: Clock): Promise<ClusterStorage>;
}

/** Returns the environment of a server process of the installation. `urls`: where it finds the services. */
export function settingsFor({ database, prefix }: TestCluster, urls: ClusterUrls): Record<string, string> {
  const mongo = new URL(urls.mongoUrl);
  mongo.pathname = database;
  return {
    MONGODB_URL: mongo.href,
    QDRANT_URL: urls.qdrantUrl,
    REDIS_URL: urls.redisUrl,
    STORAGE_PREFIX: prefix,
  };
}

/** Creates an installation. Disposing removes it from MongoDB and Qdrant; keys in Redis expire by themselves. */
export async function createTestCluster(urls: ClusterUrls): Promise<TestCluster> {
  const prefix = `test-${crypto.randomUUID().slice(0, 8)}`;
  const database = await createDatabase(urls.mongoUrl);
  const place = { ...urls, database: database.name, prefix };
  return {
    ...place,
    raw: database.raw,
    open: (clock) => createClusterStorage({ ...place, timing: PATIENT, ...(clock && { clock }) }),
    async [Symbol.asyncDispose]() {
      await dropCollections(urls.qdrantUrl, prefix);
      await database[Symbol.asyncDispose]();
    },
  };
}
