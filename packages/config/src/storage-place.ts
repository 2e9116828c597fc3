import type { StorageConfig } from "./config.ts";

/** Captures scheme, hosts and path; leaves out credentials and options. */
const ADDRESS = /^([a-z+]+:\/\/)(?:[^/?#]*@)?([^@/?#]+)([^?#]*)/;

/** Returns the place of the data for people to read, without passwords, keys and options. */
export function storagePlace(storage: StorageConfig): string {
  if (storage.kind === "sqlite") return storage.dataDir;
  const { mongoUrl, qdrantUrl, redisUrl } = storage;
  const events = redisUrl === undefined ? "" : `, events in Redis at ${hostsOf(redisUrl)}`;
  return `MongoDB at ${hostsOf(mongoUrl)}, vectors in Qdrant at ${hostsOf(qdrantUrl)}${events}`;
}

export function hostsOf(url: string): string {
  return ADDRESS.exec(url)?.[2] ?? "its address";
}

/** Returns the address for people to read, without the parts that can hold a secret. */
export function publicAddress(url: string): string {
  const [, scheme = "", hosts = "its address", path = ""] = ADDRESS.exec(url) ?? [];
  return scheme + hosts + path;
}
