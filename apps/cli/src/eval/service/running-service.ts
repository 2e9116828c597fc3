import { loadOrCreateSecret } from "@knote/auth";
import type { Config } from "@knote/config";
import { CliError } from "../../cli-error.ts";
import type { Service } from "./service.ts";

/** A service that runs already, on the data folder or with the secret of this configuration. */
export async function joinRunningService({ tokens, storage }: Config, address: string): Promise<Service> {
  if (tokens.kind === "jwks")
    throw new CliError("Tokens come from the issuer behind JWT_JWKS_URL: Knote has no key to sign one with.");
  const url = URL.parse(address);
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new CliError(`--url is an http or https address, not ${address}.`);
  return {
    url: address.replace(/\/+$/, ""),
    secret: tokens.secret ?? (await loadOrCreateSecret(storage.dataDir)),
    keepsNotes: true,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
