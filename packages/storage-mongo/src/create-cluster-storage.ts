import {
  createSystemClock,
  DomainError,
  type Clock,
  type RateLimits,
  type SignOutChannel,
  type Storage,
} from "@knote/api";
import { warnProcess } from "./mongo/connection/warn-process.ts";
import { openMongo, type MongoDocuments, type MongoOptions } from "./mongo/open-mongo.ts";
import { createQdrantVectors, type QdrantVectors } from "./qdrant/create-qdrant-vectors.ts";
import type { QdrantTiming } from "./qdrant/qdrant-line.ts";
import { createRedisActivity, type RedisActivity } from "./redis/create-redis-activity.ts";
import { createRedisRateLimits } from "./redis/rate-limits.ts";
import { createRedisLine } from "./redis/redis-line.ts";
import { createSignOutChannel } from "./redis/sign-out-channel.ts";

/** How often the vectors of purged notes are removed. */
const CLEANING_MS = 60_000;

export interface ClusterOptions extends Pick<MongoOptions, "database" | "duringTransfer" | "patienceMs"> {
  readonly mongoUrl: string;
  readonly qdrantUrl: string;
  readonly qdrantApiKey?: string | undefined;
  /** Without it, events reach only the listeners in this process. */
  readonly redisUrl?: string | undefined;
  /** Prefix of Qdrant collections and Redis keys. Installations that share a server need one each. */
  readonly prefix?: string;
  readonly timing?: QdrantTiming;
  readonly clock?: Clock;
  /** Receives failures that fail no call. */
  readonly warn?: (message: string, cause: unknown) => void;
  /** Receives messages about background work. */
  readonly inform?: (message: string) => void;
}

export interface ClusterStorage extends Storage, Pick<MongoDocuments, "sweep"> {
  /** Rate limits that all processes share; null without Redis. */
  readonly rateLimits: RateLimits | null;
  /** Brings sign-outs to all processes; null without Redis. */
  readonly signOuts: SignOutChannel | null;
}

interface ExternalServices {
  activity?: RedisActivity;
  vectors?: QdrantVectors;
}

/** Opens MongoDB, Qdrant and Redis as one storage. UNAVAILABLE without MongoDB; the others can come up later. */
export async function createClusterStorage(options: ClusterOptions): Promise<ClusterStorage> {
  const { clock = createSystemClock(), warn = warnProcess, prefix = "knote", timing } = options;
  const line = options.redisUrl === undefined ? null : createRedisLine({ url: options.redisUrl, warn });
  const external: ExternalServices = {};
  const logTo: MongoOptions["logTo"] = (outbox) => {
    external.activity = createRedisActivity({ line: line!, outbox, prefix, clock, warn });
    return external.activity.log;
  };
  const common = { clock, warn, onErased: (userId: string) => forget(userId, external) };
  const mongoOptions = { ...options, url: options.mongoUrl, ...common, ...(line && { logTo }) };
  const documents = await openMongo(mongoOptions).catch(async (error: unknown) => {
    await line?.close();
    throw error;
  });
  const server = { url: options.qdrantUrl, apiKey: options.qdrantApiKey, prefix, warn, ...(timing && { timing }) };
  const vectors = createQdrantVectors({ ...server, documents: documents.vectorDocuments });
  external.vectors = vectors;
  const cleaning = setInterval(
    () => void clean(vectors).catch((error) => warn("Old vectors could not be removed.", error)),
    CLEANING_MS,
  );
  cleaning.unref();
  const close = async () => {
    clearInterval(cleaning);
    vectors.close();
    external.activity?.close();
    await documents.close();
    await line?.close();
  };
  const checkActivity = async () => await external.activity?.check();
  return {
    ...joinStores(documents, vectors),
    checkActivity,
    troubles: () => [...(documents.troubles?.() ?? []), ...[external.activity?.trouble() ?? []].flat()],
    rateLimits: line && createRedisRateLimits({ line, prefix }),
    signOuts: line && createSignOutChannel({ line, prefix, warn }),
    close,
  };
}

function joinStores(
  { vectorDocuments: _, ...documents }: MongoDocuments,
  vectors: QdrantVectors,
): Omit<ClusterStorage, "rateLimits" | "signOuts"> {
  return {
    ...documents,
    vectors: vectors.index,
    checkSearch: vectors.check,
    waiting() {
      const { writes, searches } = documents.waiting();
      return { writes: writes + vectors.waiting(), searches };
    },
  };
}

/** Removes what Redis and Qdrant hold of an erased user. */
async function forget(userId: string, { activity, vectors }: ExternalServices): Promise<void> {
  await activity?.erase(userId);
  if (vectors) await clean(vectors);
}

/** Removes vectors of purged notes. While Qdrant is away they stay listed for removal and are never hits. */
async function clean(vectors: QdrantVectors): Promise<void> {
  await vectors.clean().catch((error: unknown) => {
    if (!DomainError.is(error)) throw error;
  });
}
