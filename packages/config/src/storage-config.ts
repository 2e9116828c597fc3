import { resolve } from "node:path";
import type { StorageConfig, TokenConfig } from "./config.ts";
import type { Environment } from "./environment.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns problems of storage settings that are valid each but wrong together. */
export function storageConflicts(variables: Variables): string[] {
  const { MONGODB_URL, QDRANT_URL, JWT_SECRET, JWT_JWKS_URL } = variables;
  const problems: string[] = [];
  if (MONGODB_URL && !QDRANT_URL) problems.push("MONGODB_URL is set without QDRANT_URL.");
  if (QDRANT_URL && !MONGODB_URL) problems.push("QDRANT_URL is set without MONGODB_URL.");
  if (variables["QDRANT_API_KEY"] && !QDRANT_URL) problems.push("QDRANT_API_KEY is set without QDRANT_URL.");
  for (const name of ["REDIS_URL", "STORAGE_PREFIX"])
    if (variables[name] && !MONGODB_URL) problems.push(`${name} is set without MONGODB_URL.`);
  if (MONGODB_URL && QDRANT_URL && !JWT_SECRET && !JWT_JWKS_URL)
    problems.push(
      "JWT_SECRET or JWT_JWKS_URL is needed with MONGODB_URL and QDRANT_URL: all servers must trust the same tokens.",
    );
  return problems;
}

export function chooseStorage(environment: Environment): StorageConfig {
  const { MONGODB_URL: mongoUrl, QDRANT_URL: qdrantUrl } = environment;
  if (mongoUrl === undefined || qdrantUrl === undefined)
    return { kind: "sqlite", dataDir: resolve(environment.DATA_DIR) };
  const { QDRANT_API_KEY: qdrantApiKey, REDIS_URL: redisUrl, STORAGE_PREFIX: prefix } = environment;
  return { kind: "mongo", mongoUrl, qdrantUrl, qdrantApiKey, redisUrl, prefix };
}

/** Chooses the trusted tokens. Only the embedded engines get a secret in the data folder: see the conflicts above. */
export function chooseTokens({ JWT_JWKS_URL: url, JWT_SECRET: secret, DATA_DIR }: Environment): TokenConfig {
  if (url !== undefined) return { kind: "jwks", url };
  return secret === undefined ? { kind: "kept secret", dataDir: resolve(DATA_DIR) } : { kind: "secret", secret };
}
