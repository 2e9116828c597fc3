import { loadOrCreateSecret } from "@knote/auth";
import type { Config } from "@knote/config";
import { CliError } from "./cli-error.ts";

/** What the service's tokens are signed with. */
export async function tokenSecret({ tokens }: Config): Promise<string> {
  if (tokens.kind === "jwks")
    throw new CliError("Tokens come from the issuer behind JWT_JWKS_URL: Knote has no key to sign one with.");
  return tokens.kind === "secret" ? tokens.secret : await loadOrCreateSecret(tokens.dataDir);
}
