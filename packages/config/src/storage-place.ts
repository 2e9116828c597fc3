import type { StorageConfig } from "./config.ts";

/** Scheme, one host or several, and path; credentials and options have no part. */
const ADDRESS = /^([a-z+]+:\/\/)(?:[^/?#]*@)?([^@/?#]+)([^?#]*)/;

/** Where everything is kept, for people to read: no password, key or option of an address is in it. */
export function storagePlace(storage: StorageConfig): string {
  if (storage.kind === "sqlite") return storage.dataDir;
  const { mongoUrl, qdrantUrl, redisUrl } = storage;
  const events = redisUrl === undefined ? "" : `, events in Redis at ${hostsOf(redisUrl)}`;
  return `MongoDB at ${hostsOf(mongoUrl)}, vectors in Qdrant at ${hostsOf(qdrantUrl)}${events}`;
}

export function hostsOf(url: string): string {
  return ADDRESS.exec(url)?.[2] ?? "its address";
}

/** The address without what is secret in it, or may be: for people to read. */
export function publicAddress(url: string): string {
  const [, scheme = "", hosts = "its address", path = ""] = ADDRESS.exec(url) ?? [];
  return scheme + hosts + path;
}
