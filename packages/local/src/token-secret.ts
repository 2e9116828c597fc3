import { DomainError } from "@knote/api";
import type { TokenConfig } from "@knote/config";
import { loadOrCreateSecret } from "./load-or-create-secret.ts";

/** Returns what the service's tokens are signed with: the secret that is set, or the one that the data folder keeps. */
export async function tokenSecret(tokens: TokenConfig): Promise<string> {
  if (tokens.kind === "jwks")
    throw new DomainError(
      "UNAVAILABLE",
      "Tokens come from the issuer behind JWT_JWKS_URL: Knote has no key to sign one with.",
    );
  return tokens.kind === "secret" ? tokens.secret : await loadOrCreateSecret(tokens.dataDir);
}
