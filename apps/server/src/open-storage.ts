import type { Clock, RateLimits, SignOutChannel, Storage } from "@knote/api";
import { DomainError } from "@knote/api";
import { hostsOf, type StorageConfig } from "@knote/config";
import type { Logger } from "pino";
import { StartUpError } from "./start-up-error.ts";

export interface OpenStorage {
  readonly storage: Storage;
  /** Shared by all processes; null when this is the only one. */
  readonly rateLimits: RateLimits | null;
  /** Connects the processes; null when this is the only one. */
  readonly signOuts: SignOutChannel | null;
}

interface StorageDeps {
  readonly clock: Clock;
  readonly log: Logger;
}

/** Opens the configured engines. The other ones and their drivers are not even loaded. */
export async function openStorage(config: StorageConfig, { clock, log }: StorageDeps): Promise<OpenStorage> {
  const warn = (message: string, cause: unknown) => log.warn({ err: cause }, message);
  const inform = (message: string) => log.info(message);
  if (config.kind === "sqlite") {
    const { createSqliteStorage } = await import("@knote/storage-sqlite");
    const storage = await createSqliteStorage({ dataDir: config.dataDir, clock, warn, inform });
    return { storage, rateLimits: null, signOuts: null };
  }
  const { createClusterStorage } = await import("@knote/storage-mongo");
  try {
    const storage = await createClusterStorage({ ...config, clock, warn, inform });
    return { storage, rateLimits: storage.rateLimits, signOuts: storage.signOuts };
  } catch (error) {
    throw explain(error, hostsOf(config.mongoUrl));
  }
}

/** Explains errors of the driver itself, which concern the address or the user's rights. */
function explain(error: unknown, hosts: string): unknown {
  if (DomainError.is(error) && error.code === "UNAVAILABLE")
    return new StartUpError(`MongoDB at ${hosts} cannot be reached: check that it runs, and MONGODB_URL.`, {
      cause: error,
    });
  const isRefusal = error instanceof Error && error.name.startsWith("Mongo");
  return isRefusal ? new StartUpError(`MongoDB at ${hosts} refuses: ${error.message}`, { cause: error }) : error;
}
