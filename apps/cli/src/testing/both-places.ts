import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@knote/api";
import { createTestCluster, type TestCluster } from "@knote/storage-mongo/testing";
import { createSqliteStorage, openSqliteTransfer } from "@knote/storage-sqlite";
import type { ClusterUrls } from "@knote/testkit";
import { checkData } from "../migrate/check-data.ts";
import { writeSampleData, MODEL, type SampleData } from "./sample-data.ts";

/** A data folder with sample data, an empty cluster, and a folder for the way back. */
export interface BothPlaces extends AsyncDisposable {
  readonly sample: SampleData;
  readonly cluster: TestCluster;
  readonly folders: { readonly source: string; readonly back: string };
  /** The names of the places on the command line. */
  readonly sqlite: string;
  readonly mongo: string;
  readonly back: string;
  /** The environment of the command. */
  readonly env: Readonly<Record<string, string>>;
}

export async function bothPlaces(urls: ClusterUrls, notesOfAda?: number): Promise<BothPlaces> {
  const root = await mkdtemp(join(tmpdir(), "knote-migrate-"));
  const folders = { source: join(root, "source"), back: join(root, "back") };
  const sample = await inFolder(folders.source, (storage) => writeSampleData(storage, notesOfAda));
  const cluster = await createTestCluster(urls);
  return {
    ...{ sample, cluster, folders },
    sqlite: `sqlite:${folders.source}`,
    mongo: `${urls.mongoUrl}/${cluster.database}`,
    back: `sqlite:${folders.back}`,
    env: {
      QDRANT_URL: urls.qdrantUrl,
      STORAGE_PREFIX: cluster.prefix,
      JWT_SECRET: "a secret of tests, long enough to be one",
    },
    async [Symbol.asyncDispose]() {
      await cluster[Symbol.asyncDispose]();
      await rm(root, { recursive: true, maxRetries: 5 });
    },
  };
}

/** Opens the folder like a server, and closes it after the work. */
export async function inFolder<T>(dataDir: string, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await createSqliteStorage({ dataDir });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Opens the cluster like a server, and closes it after the work. */
export async function inCluster<T>(cluster: TestCluster, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await cluster.open();
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Returns the differences between two data folders. */
export async function differences(one: string, other: string): Promise<readonly string[]> {
  const source = await openSqliteTransfer({ dataDir: one });
  const target = await openSqliteTransfer({ dataDir: other });
  const progress = { notesDone() {}, userDone() {}, userChecked() {}, end() {} };
  const result = await checkData({ source, target, models: [MODEL] }, progress);
  await Promise.all([source.close(), target.close()]);
  return result.differences;
}
