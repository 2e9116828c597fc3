import type { SecretsConfig } from "@knote/config";
import { loadOrCreateSecretsKey } from "./load-or-create-secret.ts";

/** Returns the keys that seal the secrets of webhooks, the newest first; null when there is none. */
export async function secretKeys(secrets: SecretsConfig): Promise<readonly [string, ...string[]] | null> {
  if (secrets.kind === "none") return null;
  return secrets.kind === "keys" ? secrets.keys : [await loadOrCreateSecretsKey(secrets.dataDir)];
}
