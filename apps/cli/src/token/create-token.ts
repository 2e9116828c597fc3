import { LOCAL_OWNER } from "@knote/auth";
import type { Config } from "@knote/config";
import { LIMITS, NewToken } from "@knote/contract";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { assertScopes, assertUser } from "./assert-options.ts";
import { withTokens } from "./with-tokens.ts";

interface CreateOptions {
  readonly name: string;
  readonly sub: string;
  readonly scope: string;
  readonly days: string;
}

export function createTokenCommand(readConfig: () => Config): Command {
  return new Command("create")
    .description("Create a personal token and print it, this once.")
    .requiredOption("--name <name>", "what the token is for")
    .option("--sub <user>", "the user of the token", LOCAL_OWNER)
    .option("--scope <scopes>", "the scopes, separated by spaces", "notes:read")
    .option("--days <days>", `the lifetime in days, up to ${LIMITS.tokenDays}, or none`, "90")
    .action((options: CreateOptions) => createToken(readConfig(), options));
}

async function createToken(config: Config, { name, sub, scope, days }: CreateOptions): Promise<void> {
  assertUser(sub);
  assertScopes(scope);
  const newToken = parseToken({ name, scopes: scope.split(" ").filter(Boolean), expires_in_days: daysOf(days) });
  const text = await withTokens(config, async ({ tokens, storage, isAllowed }) => {
    // The name by which ALLOWED_USERS may know a user is known since they signed in.
    const login = (await storage.sessions.list(sub, Date.now()))[0]?.login ?? null;
    if (!isAllowed({ userId: sub, login })) throw new CliError(refusalOf(config, sub));
    return (await tokens.create({ userId: sub, login }, newToken)).text;
  });
  process.stdout.write(`${text}\n`);
  const end = newToken.expires_in_days === null ? "until it is revoked" : `for ${newToken.expires_in_days} days`;
  process.stderr.write(
    `A personal token for ${sub}, valid ${end} (${newToken.scopes.join(" ")}). Send it as: Authorization: Bearer <token>\n`,
  );
}

function parseToken(fields: object): NewToken {
  const result = NewToken.safeParse(fields);
  if (!result.success) throw new CliError(`--${result.error.issues[0]!.message}`);
  return result.data;
}

function daysOf(text: string): number | null {
  if (text === "none") return null;
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= LIMITS.tokenDays) return days;
  throw new CliError(`--days must be a whole number from 1 to ${LIMITS.tokenDays}, or none.`);
}

/** Says why a token of this user would open nothing. */
function refusalOf({ signIn }: Config, sub: string): string {
  return signIn.kind === "github"
    ? `${sub} may not sign in here: with GitHub, users are github: and the account's number, and ALLOWED_USERS has to name that number.`
    : `${sub} signed in with GitHub, which is not set up here.`;
}
