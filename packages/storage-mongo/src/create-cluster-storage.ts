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
  /** Without it events are told within this process only. */
  readonly redisUrl?: string | undefined;
  /** Names of collections in Qdrant and of keys in Redis begin with it: one for each installation that shares a server. */
  readonly prefix?: string;
  readonly timing?: QdrantTiming;
  readonly clock?: Clock;
  /** Told of what went wrong without failing a call. */
  readonly warn?: (message: string, cause: unknown) => void;
  /** Told of what goes on in the background. */
  readonly inform?: (message: string) => void;
}

export interface ClusterStorage extends Storage, Pick<MongoDocuments, "sweep"> {
  /** Limits that all processes keep together; null without Redis. */
  readonly rateLimits: RateLimits | null;
  /** Brings sign-outs to all processes; null without Redis. */
  readonly signOuts: SignOutChannel | null;
}

interface Outside {
  activity?: RedisActivity;
  vectors?: QdrantVectors;
}

/** Documents in MongoDB, vectors in Qdrant, events in Redis. UNAVAILABLE when MongoDB cannot be reached; the others may come later. */
export async function createClusterStorage(options: ClusterOptions): Promise<ClusterStorage> {
  const { clock = createSystemClock(), warn = warnProcess, prefix = "knote", timing } = options;
  const line = options.redisUrl === undefined ? null : createRedisLine({ url: options.redisUrl, warn });
  const outside: Outside = {};
  const logTo: MongoOptions["logTo"] = (outbox) => {
    outside.activity = createRedisActivity({ line: line!, outbox, prefix, clock, warn });
    return outside.activity.log;
  };
  const common = { clock, warn, onErased: (userId: string) => forget(userId, outside) };
  const asked = { ...options, url: options.mongoUrl, ...common, ...(line && { logTo }) };
  const documents = await openMongo(asked).catch(async (error: unknown) => {
    await line?.close();
    throw error;
  });
  const server = { url: options.qdrantUrl, apiKey: options.qdrantApiKey, prefix, warn, ...(timing && { timing }) };
  const vectors = createQdrantVectors({ ...server, documents: documents.vectorDocuments });
  outside.vectors = vectors;
  const cleaning = setInterval(
    () => void clean(vectors).catch((error) => warn("Old vectors remain.", error)),
    CLEANING_MS,
  );
  cleaning.unref();
  const close = async () => {
    clearInterval(cleaning);
    vectors.close();
    outside.activity?.close();
    await documents.close();
    await line?.close();
  };
  const checkActivity = async () => await outside.activity?.check();
  return {
    ...joined(documents, vectors),
    checkActivity,
    troubles: () => [...(documents.troubles?.() ?? []), ...[outside.activity?.trouble() ?? []].flat()],
    rateLimits: line && createRedisRateLimits({ line, prefix }),
    signOuts: line && createSignOutChannel({ line, prefix, warn }),
    close,
  };
}

function joined(
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

/** What stands outside of MongoDB. */
async function forget(userId: string, { activity, vectors }: Outside): Promise<void> {
  await activity?.erase(userId);
  if (vectors) await clean(vectors);
}

/** What cannot be removed while Qdrant is away stays on the list, and is no hit. */
async function clean(vectors: QdrantVectors): Promise<void> {
  await vectors.clean().catch((error: unknown) => {
    if (!DomainError.is(error)) throw error;
  });
}
