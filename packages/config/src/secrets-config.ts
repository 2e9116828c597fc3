import { resolve } from "node:path";
import type { SecretsConfig } from "./config.ts";
import type { Environment } from "./environment.ts";

/**
 * Chooses what seals the secrets of webhooks. Processes of a cluster must share it, so there it comes from the settings:
 * without a key of its own from the secret of the tokens, which another purpose keeps apart.
 */
export function chooseSecrets({ SECRETS_KEY: keys, MONGODB_URL, JWT_SECRET, DATA_DIR }: Environment): SecretsConfig {
  if (keys !== undefined) return { kind: "keys", keys };
  if (MONGODB_URL === undefined) return { kind: "kept key", dataDir: resolve(DATA_DIR) };
  return JWT_SECRET === undefined ? { kind: "none" } : { kind: "keys", keys: [JWT_SECRET] };
}
