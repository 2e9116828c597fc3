import { DomainError } from "@knote/api/errors";
import type { TokenConfig } from "@knote/config";
import { loadOrCreateSecret } from "./load-or-create-secret.ts";

/** Returns the secret that signs the service's tokens: from the settings, or from the data folder. */
export async function tokenSecret(tokens: TokenConfig): Promise<string> {
  if (tokens.kind === "jwks")
    throw new DomainError(
      "UNAVAILABLE",
      "Tokens come from the issuer behind JWT_JWKS_URL: Knote has no key to sign one with.",
    );
  return tokens.kind === "secret" ? tokens.secret : await loadOrCreateSecret(tokens.dataDir);
}
