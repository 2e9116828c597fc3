import { LOCAL_OWNER } from "@knote/auth/first-tier";
import { mintToken } from "@knote/auth/mint-token";
import type { Config } from "@knote/config";
import { tokenSecret } from "@knote/local";
import { CliError } from "./cli-error.ts";

/**
 * Returns an access token of the local owner. Throws a `CliError` where people sign in, as nobody could sign in as that
 * owner; `instead` ends its sentence.
 */
export async function ownerToken(
  { signIn, tokens }: Config,
  options: { readonly scope: string; readonly lifetimeSeconds: number; readonly instead: string },
): Promise<string> {
  const { instead, ...token } = options;
  if (signIn.kind !== "local")
    throw new CliError(`People sign in here, so there is no owner: make a token, and ${instead}.`);
  return await mintToken({ ...token, secret: await tokenSecret(tokens), sub: LOCAL_OWNER, exactly: true });
}
