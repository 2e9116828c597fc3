import { LOCAL_OWNER } from "@knote/auth/first-tier";
import { mintToken } from "@knote/auth/mint-token";
import type { Config } from "@knote/config";
import { tokenSecret } from "@knote/local";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { assertScopes, assertUser } from "./assert-options.ts";
import { createTokenCommand } from "./create-token.ts";
import { listTokensCommand } from "./list-tokens.ts";
import { revokeTokenCommand } from "./revoke-token.ts";

/** What an access token allows unless the command says otherwise. */
const USUAL_SCOPE = "notes:read notes:write ask";
const MOST_HOURS = 24 * 366;

interface TokenOptions {
  readonly sub: string;
  readonly scope: string;
  readonly hours: string;
  readonly name?: string;
}

export function tokenCommand(readConfig: () => Config): Command {
  return new Command("token")
    .description("Print an access token; create, list or revoke personal tokens.")
    .enablePositionalOptions()
    .option("--sub <user>", "the user of the token", LOCAL_OWNER)
    .option("--scope <scopes>", "the scopes, separated by spaces", USUAL_SCOPE)
    .option("--hours <hours>", "the lifetime in hours", "1")
    .option("--name <name>", "the user's name, for display")
    .action((options: TokenOptions) => printToken(readConfig(), options))
    .addCommand(createTokenCommand(readConfig))
    .addCommand(listTokensCommand(readConfig))
    .addCommand(revokeTokenCommand(readConfig));
}

async function printToken(config: Config, { sub, scope, hours, name }: TokenOptions): Promise<void> {
  assertUser(sub);
  assertScopes(scope);
  const lifetimeSeconds = Math.round(Number(hours) * 3_600);
  if (!(lifetimeSeconds >= 1 && lifetimeSeconds <= MOST_HOURS * 3_600))
    throw new CliError(`--hours must be a number up to ${MOST_HOURS}.`);
  const secret = await tokenSecret(config.tokens);
  process.stdout.write(`${await mintToken({ secret, sub, name, scope, lifetimeSeconds, exactly: true })}\n`);
  process.stderr.write(
    `A token for ${sub}, valid for ${hours} h (${scope}). Send it as: Authorization: Bearer <token>\n`,
  );
}
