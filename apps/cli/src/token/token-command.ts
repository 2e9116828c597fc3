import { SCOPES } from "@knote/api";
import { isUserId, LOCAL_OWNER, mintToken } from "@knote/auth";
import type { Config } from "@knote/config";
import { tokenSecret } from "@knote/local";
import { Command } from "commander";
import { CliError } from "./cli-error.ts";

const MOST_HOURS = 24 * 366;

interface TokenOptions {
  readonly sub: string;
  readonly scope: string;
  readonly hours: string;
  readonly name?: string;
}

export function tokenCommand(readConfig: () => Config): Command {
  return new Command("token")
    .description("Print an access token.")
    .option("--sub <user>", "the user of the token", LOCAL_OWNER)
    .option("--scope <scopes>", "the scopes, separated by spaces", SCOPES.join(" "))
    .option("--hours <hours>", "the lifetime in hours", "1")
    .option("--name <name>", "the user's name, for display")
    .action((options: TokenOptions) => printToken(readConfig(), options));
}

async function printToken(config: Config, { sub, scope, hours, name }: TokenOptions): Promise<void> {
  if (!isUserId(sub)) throw new CliError("--sub must be a user id: 1 to 200 characters that do not begin with demo:.");
  const unknown = scope.split(" ").find((word) => word && !SCOPES.some((knownScope) => knownScope === word));
  if (unknown) throw new CliError(`--scope can contain ${SCOPES.join(", ")}, not ${unknown}.`);
  const lifetimeSeconds = Math.round(Number(hours) * 3_600);
  if (!(lifetimeSeconds >= 1 && lifetimeSeconds <= MOST_HOURS * 3_600))
    throw new CliError(`--hours must be a number up to ${MOST_HOURS}.`);
  const secret = await tokenSecret(config.tokens);
  process.stdout.write(`${await mintToken({ secret, sub, name, scope, lifetimeSeconds, exactly: true })}\n`);
  process.stderr.write(
    `A token for ${sub}, valid for ${hours} h (${scope}). Send it as: Authorization: Bearer <token>\n`,
  );
}
